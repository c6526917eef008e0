"""The draft editor's form: disclosure documents as flat fields, and back.

Pure functions, driven by the JSON Schema of the document format. A field is called by the JSON
pointer of its value, so that a problem of a document leads to its field.
"""

from incidents.draft_forms.acting import UnreadableAct, apply_act
from incidents.draft_forms.nodes import disclosure_node
from incidents.draft_forms.reading import Typed, read_fields
from incidents.draft_forms.writing import write_fields

__all__ = [
    "Typed",
    "UnreadableAct",
    "apply_act",
    "disclosure_node",
    "read_fields",
    "write_fields",
]
