import pytest

from incidents.scope.verdict import Outcome
from incidents.scope.versions import (
    PythonVersion,
    Scheme,
    SemanticVersion,
    Tag,
    Version,
    VersionRange,
    parse_version,
    versions_around,
)

PEP440, SEMVER, TAGS = Scheme.PEP440, Scheme.SEMVER, Scheme.TAGS
MET, NOT_MET, OPEN = Outcome.MET, Outcome.NOT_MET, Outcome.UNDETERMINED


def parse(text: str, scheme: Scheme = PEP440) -> Version:
    version = parse_version(text, scheme)
    assert version is not None
    return version


def place(text: str, one: VersionRange, scheme: Scheme = PEP440) -> Outcome:
    return one.place(parse(text, scheme), scheme)


@pytest.mark.parametrize(
    ("scheme", "text", "same"),
    [
        (PEP440, "v0.5.20", "0.5.20"),
        (PEP440, " 0.5.20+cu124 ", "0.5.20"),
        (PEP440, "0.5.20.0", "0.5.20"),
        (PEP440, "0.5.20-1", "0.5.20.post1"),
        (PEP440, "1.0ALPHA1", "1.0a1"),
        (SEMVER, "v1.2.3", "1.2.3"),
        (SEMVER, "1.2.3+build.7", "1.2.3"),
        (TAGS, "v1.0-gold", "1.0-gold"),
        (TAGS, "1.0+cu124", "1.0"),
    ],
)
def test_prefix_and_local_suffix_are_ignored(scheme: Scheme, text: str, same: str) -> None:
    assert parse(text, scheme) == parse(same, scheme)


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        (PEP440, "latest"),
        (PEP440, "main"),
        (PEP440, "0.5.x"),
        (PEP440, ""),
        (PEP440, "1.0-gold"),
        (PEP440, "1." + "9" * 200),
        (SEMVER, "1.2"),
        (SEMVER, "01.2.3"),
        (SEMVER, "1.2.3-01"),
        (SEMVER, "1.2.3.4"),
        (SEMVER, "latest"),
        (TAGS, ""),
        (TAGS, "+cu124"),
        (TAGS, "标签"),
        (TAGS, "x" * 129),
    ],
)
def test_what_the_scheme_cannot_parse_is_no_version(scheme: Scheme, text: str) -> None:
    assert parse_version(text, scheme) is None


def test_a_tag_keeps_a_v_that_belongs_to_a_word() -> None:
    assert parse("vllm-nightly", TAGS) == Tag("vllm-nightly")
    assert parse("vllm-nightly", TAGS) != parse("llm-nightly", TAGS)


def test_tags_have_no_order() -> None:
    with pytest.raises(TypeError, match="no order"):
        sorted([Tag("a"), Tag("b")])


def test_semantic_versions_are_ordered_as_their_specification_lists_them() -> None:
    ordered = (
        "1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11".split()
    )
    ordered += "1.0.0-rc.1 1.0.0 1.0.1 1.1.0 2.0.0".split()
    versions = [parse(text, SEMVER) for text in ordered]

    assert sorted(parse(text, SEMVER) for text in ordered[::-1]) == versions


def test_epochs_belong_to_pep_440_alone() -> None:
    assert [parse("1!2.0").epoch, parse("2.0").epoch] == [1, 0]
    assert [SemanticVersion((1, 0, 0), ()).epoch, Tag("a").epoch] == [0, 0]


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (VersionRange("1.0", True, "2.0", False), [NOT_MET, MET, MET, NOT_MET, NOT_MET]),
        (VersionRange("1.0", False, "2.0", True), [NOT_MET, NOT_MET, MET, MET, NOT_MET]),
        (VersionRange("1.0", True), [NOT_MET, MET, MET, MET, MET]),
        (VersionRange(None, True, "1.0", True), [MET, MET, NOT_MET, NOT_MET, NOT_MET]),
        (VersionRange("1.5", True, "1.5", True), [NOT_MET, NOT_MET, MET, NOT_MET, NOT_MET]),
        (VersionRange(), [MET, MET, MET, MET, MET]),
    ],
)
def test_a_range_holds_the_releases_within_its_bounds(
    one: VersionRange, expected: list[Outcome]
) -> None:
    texts = ["0.9", "1.0", "1.5", "2.0", "2.1"]

    assert [place(text, one) for text in texts] == expected


FROM = VersionRange("1.0", True)
AFTER = VersionRange("1.0", False)
BEFORE = VersionRange(None, True, "1.0", False)
THROUGH = VersionRange(None, True, "1.0", True)
IS = VersionRange("1.0", True, "1.0", True)


@pytest.mark.parametrize(
    ("text", "outcomes"),
    [
        # Next to any bound, builds that lead to it are open.
        ("1.0rc1", [OPEN, OPEN, OPEN, OPEN, NOT_MET]),
        ("1.0a1", [OPEN, OPEN, OPEN, OPEN, NOT_MET]),
        ("1.0.dev3", [OPEN, OPEN, OPEN, OPEN, NOT_MET]),
        ("1.0rc1.dev3", [OPEN, OPEN, OPEN, OPEN, NOT_MET]),
        ("1.0rc1.post1", [OPEN, OPEN, OPEN, OPEN, NOT_MET]),
        # Post-releases are open next to "after" and "through".
        ("1.0.post1", [MET, OPEN, NOT_MET, OPEN, NOT_MET]),
        ("1.0.post1.dev2", [MET, OPEN, NOT_MET, OPEN, NOT_MET]),
        ("1.0", [MET, NOT_MET, NOT_MET, MET, MET]),
        ("1.0.0", [MET, NOT_MET, NOT_MET, MET, MET]),
        ("v1.0+cu124", [MET, NOT_MET, NOT_MET, MET, MET]),
        # A build of another release is placed by its order.
        ("1.0.1rc1", [MET, MET, NOT_MET, NOT_MET, NOT_MET]),
        ("0.9.post1", [NOT_MET, NOT_MET, MET, MET, NOT_MET]),
        ("1!1.0rc1", [MET, MET, NOT_MET, NOT_MET, NOT_MET]),
    ],
)
def test_a_build_next_to_a_bound_is_open(text: str, outcomes: list[Outcome]) -> None:
    assert [place(text, one) for one in (FROM, AFTER, BEFORE, THROUGH, IS)] == outcomes


@pytest.mark.parametrize(
    ("bound", "text", "outcomes"),
    [
        # Builds of a post-release lead to it, and those of its release do not.
        ("1.0.post1", "1.0.post1.dev1", [OPEN, OPEN, OPEN, OPEN]),
        ("1.0.post1", "1.0rc1", [NOT_MET, NOT_MET, MET, MET]),
        ("1.0.post1", "1.0", [NOT_MET, NOT_MET, MET, MET]),
        ("1.0.post1", "1.0.post2", [MET, MET, NOT_MET, NOT_MET]),
        # The same for a bound that is a pre-release.
        ("1.0rc1", "1.0rc1.dev1", [OPEN, OPEN, OPEN, OPEN]),
        ("1.0rc1", "1.0rc1.post1", [MET, OPEN, NOT_MET, OPEN]),
        ("1.0rc2", "1.0rc1", [NOT_MET, NOT_MET, MET, MET]),
        ("1.0rc1", "1.0.post1", [MET, MET, NOT_MET, NOT_MET]),
    ],
)
def test_a_bound_that_is_itself_a_build_has_its_own_neighbours(
    bound: str, text: str, outcomes: list[Outcome]
) -> None:
    ranges = [
        VersionRange(bound, True),
        VersionRange(bound, False),
        VersionRange(None, True, bound, False),
        VersionRange(None, True, bound, True),
    ]

    assert [place(text, one) for one in ranges] == outcomes


def test_a_bound_that_rules_out_outweighs_one_that_leaves_open() -> None:
    assert place("1.0rc1", VersionRange("1.0", True, "0.9", False)) is NOT_MET


def test_in_semantic_versioning_only_pre_releases_are_open() -> None:
    through = VersionRange(None, True, "1.0.0", True)
    texts = ["1.0.0-rc.1", "1.0.0", "1.0.1-rc.1", "0.9.9-rc.1"]

    assert [place(text, through, SEMVER) for text in texts] == [OPEN, MET, NOT_MET, MET]
    assert place("1.0.0-rc.1", VersionRange(None, True, "1.0.0-rc.2"), SEMVER) is MET


def test_a_listed_tag_is_that_tag_alone() -> None:
    gold = VersionRange("v1-gold", True, "v1-gold", True)

    assert [place(text, gold, TAGS) for text in ("1-gold", "1-golden")] == [MET, NOT_MET]


def test_tags_are_built_neither_before_nor_after_each_other() -> None:
    assert not Tag("a").is_build_before(Tag("b"))
    assert not Tag("a").is_build_after(Tag("b"))


def test_bounds_that_meet_without_both_being_included_hold_nothing() -> None:
    for one in (VersionRange("1.0", True, "1.0", False), VersionRange("1.0", False, "1.0", True)):
        assert not one.is_single
        assert place("1.0", one) is NOT_MET


def test_a_bound_that_is_no_version_is_an_error() -> None:
    with pytest.raises(ValueError, match="'soon' is not a version of the scheme pep440"):
        place("1.0", VersionRange("soon"))


def test_a_range_names_its_bounds() -> None:
    assert VersionRange("1.0", True, "2.0").bounds == ("1.0", "2.0")
    assert VersionRange(None, True, "2.0").bounds == ("2.0",)


@pytest.mark.parametrize(
    ("scheme", "text", "around"),
    [
        (PEP440, "v1!0.5.20rc1", ("v1!0.5.20rc1", "1!0", "1!0.5.20.1", "1!1")),
        (SEMVER, "1.2.3-rc.1", ("1.2.3-rc.1", "0.0.0", "1.2.4", "2.0.0")),
        (TAGS, "gold", ("gold",)),
    ],
)
def test_versions_around_one_lie_on_both_sides_of_it(
    scheme: Scheme, text: str, around: tuple[str, ...]
) -> None:
    assert versions_around(text, scheme) == around
    assert all(parse_version(one, scheme) for one in around)


def test_versions_are_what_their_scheme_makes_them() -> None:
    assert isinstance(parse("1.0"), PythonVersion)
    assert parse("1.2.3-rc.1", SEMVER) == SemanticVersion((1, 2, 3), ("rc", "1"))


def test_full_width_digits_of_a_version_are_read_as_the_digits_they_are() -> None:
    assert parse_version("０.５.２２", PEP440) == parse_version("0.5.22", PEP440)
