"""Keys for programs: scoped, expiring, revocable, and nowhere to be found afterwards."""

from datetime import datetime, timedelta

import pytest

from incidents.domain.permissions import COMMAND_LINE, Actor, Role, UnableToAct, grant_role
from incidents.domain.tokens import (
    LONGEST_LIFE,
    MOST_KEYS,
    Scope,
    UnableToCreateToken,
    UnknownToken,
    create_token,
    list_tokens,
    revoke_token,
    use_token,
)
from incidents.models import AccessToken, LogEntry, User

BOTH = frozenset(Scope)


def staff(name: str, *roles: Role) -> Actor:
    user = User.objects.create(username=name)
    for role in roles:
        grant_role(user, role)
    return Actor(user, "192.0.2.1")


@pytest.fixture
def author(db: None) -> Actor:
    return staff("author", Role.AUTHOR)


def make(actor: Actor, now: datetime, days: int = 30, **parts: object) -> tuple[AccessToken, str]:
    given = {"name": "script", "scopes": BOTH, "expires_at": now + timedelta(days=days)} | parts
    return create_token(actor=actor, now=now, **given)  # type: ignore[arg-type]


def test_a_key_opens_what_it_was_made_for(author: Actor, now: datetime) -> None:
    token, key = make(author, now, scopes=[Scope.READ_DRAFTS])
    assert key.startswith("kb_")
    assert len(key) > 40
    assert use_token(key, now=now) == (author.user, frozenset([Scope.READ_DRAFTS]))
    assert list_tokens(actor=author) == [token]
    entry = LogEntry.objects.get()
    assert (entry.act, entry.reason, entry.origin) == ("key_created", "script", "192.0.2.1")


def test_the_key_is_kept_nowhere(author: Actor, now: datetime) -> None:
    _, key = make(author, now)
    kept = repr([*AccessToken.objects.values(), *LogEntry.objects.values()])
    assert key not in kept
    assert key.removeprefix("kb_") not in kept


@pytest.mark.parametrize("change", [lambda k: k[:-1], lambda k: k + "x", str.upper, lambda k: ""])
def test_a_key_that_is_nearly_right_opens_nothing(
    author: Actor, now: datetime, change: object
) -> None:
    _, key = make(author, now)
    with pytest.raises(UnknownToken):
        use_token(change(key), now=now)  # type: ignore[operator]


def test_a_key_opens_nothing_after_its_end(author: Actor, now: datetime) -> None:
    token, key = make(author, now, days=1)
    use_token(key, now=token.expires_at - timedelta(microseconds=1))
    with pytest.raises(UnknownToken):
        use_token(key, now=token.expires_at)


def test_a_revoked_key_opens_nothing_any_more(author: Actor, now: datetime) -> None:
    token, key = make(author, now)
    revoke_token(token.pk, actor=author, now=now)
    with pytest.raises(UnknownToken):
        use_token(key, now=now)
    with pytest.raises(UnknownToken):
        revoke_token(token.pk, actor=author, now=now)
    assert LogEntry.objects.order_by("pk").last().act == "key_revoked"  # type: ignore[union-attr]


def test_a_key_of_a_deactivated_account_opens_nothing(author: Actor, now: datetime) -> None:
    _, key = make(author, now)
    User.objects.update(is_active=False)
    with pytest.raises(UnknownToken):
        use_token(key, now=now)


def test_nobody_sees_or_revokes_the_keys_of_others(author: Actor, now: datetime) -> None:
    token, key = make(author, now)
    other = staff("other", *Role)
    assert list_tokens(actor=other) == []
    with pytest.raises(UnknownToken):
        revoke_token(token.pk, actor=other, now=now)
    use_token(key, now=now)


def test_a_key_is_for_no_more_than_its_owner_may_do(now: datetime, db: None) -> None:
    reviewer = staff("reviewer", Role.REVIEWER)
    make(reviewer, now, scopes=[Scope.READ_DRAFTS])
    with pytest.raises(UnableToAct, match="edit drafts"):
        make(reviewer, now, scopes=[Scope.WRITE_DRAFTS])
    with pytest.raises(UnableToAct, match="read drafts"):
        make(staff("stranger"), now, scopes=[Scope.READ_DRAFTS])
    with pytest.raises(UnableToAct, match="A person"):
        make(COMMAND_LINE, now)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"name": " "}, "a name"),
        ({"name": "x" * 101}, "a name"),
        ({"scopes": []}, "what the token is for"),
        ({"days": 0}, "at most 365 days"),
        ({"days": LONGEST_LIFE.days + 1}, "at most 365 days"),
    ],
)
def test_a_key_that_makes_no_sense_is_not_made(
    author: Actor, now: datetime, parts: dict[str, object], says: str
) -> None:
    with pytest.raises(UnableToCreateToken, match=says):
        make(author, now, **parts)  # type: ignore[arg-type]
    assert not AccessToken.objects.exists()


def test_a_person_has_so_many_keys_at_most(author: Actor, now: datetime) -> None:
    made = [make(author, now)[0] for _ in range(MOST_KEYS)]
    with pytest.raises(UnableToCreateToken, match="revoke one first"):
        make(author, now)
    revoke_token(made[0].pk, actor=author, now=now)
    make(author, now)


def test_the_last_use_is_noted_to_the_hour(
    author: Actor,
    now: datetime,
    django_assert_num_queries: object,
) -> None:
    token, key = make(author, now)
    at = now.replace(hour=13, minute=34, second=56)
    use_token(key, now=at)
    token.refresh_from_db()
    assert token.used_at == at.replace(minute=0, second=0)
    # What is used again within the hour writes nothing.
    with django_assert_num_queries(1):  # type: ignore[operator]
        use_token(key, now=at + timedelta(minutes=20))
    with django_assert_num_queries(2):  # type: ignore[operator]
        use_token(key, now=at + timedelta(minutes=60))
