"""What was typed into a form of staff or readers, made safe to keep."""

from django.http import HttpRequest

#: Longer texts of staff are cut off here; a reason is a sentence, not a document.
LONGEST = 4_000


def typed(request: HttpRequest, name: str, most: int = LONGEST) -> str:
    """A field of the form: line breaks made alike, and without the NUL that no database keeps.

    At most one letter more than may be kept, so that whoever checks the length sees it.
    """
    text = request.POST.get(name, "").replace("\x00", "").replace("\r\n", "\n")
    return text[: most + 1].strip()
