"""Reading pasted disclosure text into proposals, which a person accepts one by one or not at all.

Pure: no database, no network, no clock, and the same text always gives the same proposals. What a
text leaves open is said as a doubt and never settled here.

The patterns are our own. General date parsers complete what is missing from the clock and choose
one reading of "01/09/2026"; both would put into a record what nobody published. Which offset an
abbreviation stands for on a day is asked of the zone database.
"""

from incidents.domain.extracting.proposal import (
    Doubt,
    Form,
    Kind,
    Passage,
    Proposal,
    UnableToReadText,
)
from incidents.domain.extracting.proposing import LONGEST_TEXT, propose

__all__ = [
    "LONGEST_TEXT",
    "Doubt",
    "Form",
    "Kind",
    "Passage",
    "Proposal",
    "UnableToReadText",
    "propose",
]
