import pytest

from incidents.scope.names import fold_name, narrow


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("  GLM-5.3\t", "glm-5.3"),
        ("ＧＬＭ－５．３", "glm-5.3"),
        ("@cf/zai-org/GLM-5.3", "@cf/zai-org/glm-5.3"),
        ("\u3000GLM\u00a05.3\u3000", "glm 5.3"),
        ("Straße", "straße"),
        ("ÄRGER", "Ärger"),
        ("\u212a", "k"),
        ("H\u0331", "\u1e96"),
        ("ﬁne", "fine"),
    ],
)
def test_a_name_is_folded_by_nfkc_trimming_and_ascii_case(text: str, folded: str) -> None:
    assert fold_name(text) == folded


@pytest.mark.parametrize("other", ["GLM-5.3-Flash", "GLM 5.3", "GLM_5.3", "GLM-5,3", "GLM5.3"])
def test_names_that_differ_by_one_sign_stay_different(other: str) -> None:
    assert fold_name(other) != fold_name("GLM-5.3")


@pytest.mark.parametrize(
    ("text", "narrowed"),
    [
        ("６８１，２８０", "681,280"),
        ("２０２６－０９－０１\u3000", "2026-09-01"),
        (" 681280 ", "681280"),
        ("10³", "10³"),
        ("①", "①"),
    ],
)
def test_only_full_width_forms_are_read_as_ascii(text: str, narrowed: str) -> None:
    assert narrow(text) == narrowed
