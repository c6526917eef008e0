"""The README shows what a newcomer sees."""

import pytest

from tests.contract.markdown import ROOT, Block, blocks
from tests.contract.sessions import assert_session

SESSIONS = [block for block in blocks(ROOT / "README.md") if block.language == "console"]


def test_the_readme_shows_sessions() -> None:
    assert len(SESSIONS) == 5


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("block", SESSIONS, ids=lambda block: block.place)
def test_commands_print_what_the_readme_shows(block: Block) -> None:
    assert_session(block)
