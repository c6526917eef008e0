"""Sessions of the command line, as documents show them, run and compared."""

import io
import re
import shlex

from django.core.management import CommandError, call_command

from tests.contract.markdown import Block


def assert_session(block: Block) -> None:
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, shown = part.partition("\n")
        found = output_of(command)
        assert re.fullmatch(pattern_of(shown), found), f"{block.place}: {command}\n{found}"


def pattern_of(shown: str) -> str:
    """What the output must be. `…` stands for the rest of a line or, alone on one, for lines."""
    return "".join(
        r"(?:.*\n)+?" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in shown.splitlines()
    )


def output_of(command: str) -> str:
    """What a command prints, on both streams."""
    python, manage, name, *arguments = shlex.split(command)
    assert (python, manage) == ("python", "manage.py")
    output = io.StringIO()
    try:
        call_command(name, *arguments, stdout=output, stderr=output)
    except CommandError as error:
        output.write(f"CommandError: {error}\n")
    return output.getvalue()
