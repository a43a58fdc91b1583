"""Sign-in links, sessions and tokens: single use, expiry, revocation, and no secret in the database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.web.classrooms import START, make_class, person

from outply.classroom.accounts import credentials, people
from outply.classroom.accounts.credentials import DAY_S, MAX_TOKENS, AttemptLimiter, LinkError, LinkProblem
from outply.classroom.classroom import Classroom


@pytest.fixture
def classroom(tmp_path: Path) -> Iterator[Classroom]:
    with make_class(tmp_path / "class") as made:
        yield made


def issue(classroom: Classroom, key: str = "ann") -> str:
    return credentials.issue_link(classroom.database, person(classroom, key).id, START, 14)


def refusal(classroom: Classroom, secret: str, now: float = START) -> LinkProblem:
    with pytest.raises(LinkError) as caught:
        credentials.redeem_link(classroom.database, secret, now)
    return caught.value.problem


def test_link_works_once(classroom: Classroom) -> None:
    secret = issue(classroom)
    assert credentials.link_owner(classroom.database, secret, START).key == "ann"
    assert credentials.redeem_link(classroom.database, secret, START).key == "ann"
    assert refusal(classroom, secret) is LinkProblem.USED


def test_link_expires(classroom: Classroom) -> None:
    secret = issue(classroom)
    assert refusal(classroom, secret, START + 14 * DAY_S) is LinkProblem.EXPIRED
    assert credentials.redeem_link(classroom.database, secret, START + 14 * DAY_S - 1).key == "ann"


def test_new_link_replaces_the_unused_one_of_the_same_person(classroom: Classroom) -> None:
    first, other = issue(classroom), issue(classroom, "bob")
    second = issue(classroom)
    assert refusal(classroom, first) is LinkProblem.REVOKED
    assert credentials.redeem_link(classroom.database, second, START).key == "ann"
    assert credentials.redeem_link(classroom.database, other, START).key == "bob"


@pytest.mark.parametrize("secret", ["", "x", "../../etc", "\udce9", "' OR 1=1 --"])
def test_unknown_link_is_refused(classroom: Classroom, secret: str) -> None:
    assert refusal(classroom, secret) is LinkProblem.UNKNOWN


def test_session_ends_by_itself_and_by_request(classroom: Classroom) -> None:
    ann = person(classroom, "ann").id
    first = credentials.start_session(classroom.database, ann, START, 30)
    second = credentials.start_session(classroom.database, ann, START + 1, 30)
    assert credentials.session_person(classroom.database, first, START + 30 * DAY_S) is None
    assert credentials.session_person(classroom.database, second, START + 30 * DAY_S) is not None
    credentials.end_session(classroom.database, second)
    assert credentials.session_person(classroom.database, second, START + 2) is None


def test_revocation_and_deactivation_end_everything(classroom: Classroom) -> None:
    database = classroom.database

    def revoke(person: int) -> None:
        credentials.revoke_all(database, person, START)

    def deactivate(person: int) -> None:
        people.set_active(database, person, is_active=False)

    for end in (revoke, deactivate):
        ann = person(classroom, "ann").id
        link = issue(classroom)
        session = credentials.start_session(database, ann, START, 30)
        token = credentials.create_token(database, ann, "laptop", START)
        assert token is not None
        end(ann)
        with pytest.raises(LinkError):
            credentials.redeem_link(database, link, START)
        assert credentials.session_person(database, session, START) is None
        assert credentials.token_person(database, token, START) is None


def test_token_belongs_to_its_person_until_it_is_revoked(classroom: Classroom) -> None:
    database, ann, bob = classroom.database, person(classroom, "ann"), person(classroom, "bob")
    secret = credentials.create_token(database, ann.id, "  laptop ", START)
    assert secret is not None
    assert credentials.token_person(database, secret, START + 5) == ann
    (token,) = credentials.list_tokens(database, ann.id)
    assert (token.title, token.used_at) == ("laptop", START + 5)
    assert not credentials.revoke_token(database, bob.id, token.id, START)
    assert credentials.revoke_token(database, ann.id, token.id, START)
    assert credentials.token_person(database, secret, START) is None


def test_number_of_tokens_is_limited(classroom: Classroom) -> None:
    ann = person(classroom, "ann").id
    made = [credentials.create_token(classroom.database, ann, "", START) for _ in range(MAX_TOKENS + 1)]
    assert [secret is None for secret in made] == [False] * MAX_TOKENS + [True]


def test_database_contains_no_secret(classroom: Classroom) -> None:
    ann = person(classroom, "ann").id
    secrets = [
        issue(classroom),
        credentials.start_session(classroom.database, ann, START, 30),
        credentials.create_token(classroom.database, ann, "x", START),
    ]
    content = b"".join(path.read_bytes() for path in classroom.folder.glob("class.db*"))
    assert b"ann@example.edu" in content
    assert not any(str(secret).encode() in content for secret in secrets)


def test_csrf_token_belongs_to_one_session() -> None:
    assert credentials.is_csrf_token("one", credentials.csrf_token("one"))
    assert not credentials.is_csrf_token("one", credentials.csrf_token("two"))
    assert not credentials.is_csrf_token("one", "é")


def test_failed_attempts_of_a_client_are_limited_and_forgotten() -> None:
    limiter = AttemptLimiter(max_attempts=3, window_s=60, max_clients=2)
    for second in range(3):
        assert not limiter.is_blocked("a", second)
        limiter.record_failure("a", second)
    assert limiter.is_blocked("a", 3)
    assert not limiter.is_blocked("b", 3)
    assert not limiter.is_blocked("a", 60.5)
    for client in "bcd":
        limiter.record_failure(client, 61)
    assert not limiter.is_blocked("a", 3)
