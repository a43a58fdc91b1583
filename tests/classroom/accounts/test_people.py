"""Roster, teams, aliases and roles."""

from pathlib import Path
from random import Random

import pytest
from support.web.classrooms import ROSTER, make_class, person, submit

from outply.classroom.accounts import people
from outply.classroom.accounts.aliases import ANIMALS, COLOURS, make_aliases
from outply.classroom.accounts.people import RosterEntry, read_roster
from outply.classroom.accounts.roles import Role, may_manage
from outply.grading.submissions.roster import RosterError


def test_roster_has_optional_columns_for_role_and_team(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("Name,Login,E-mail,Role,Team\nAnn Lee,ann,ann@x.edu,,Red\nTom Aid,tom,,Assistant,\n")
    entries, warnings = read_roster(path)
    assert entries == (
        RosterEntry(key="ann", name="Ann Lee", email="ann@x.edu", team="Red"),
        RosterEntry(key="tom", name="Tom Aid", role=Role.ASSISTANT),
    )
    assert warnings == ()


def test_unknown_role_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_text("name,login,role\nAnn,ann,boss\n")
    with pytest.raises(RosterError, match="role of Ann: expected student, assistant or administrator, got 'boss'"):
        read_roster(path)


def test_members_of_a_team_share_its_alias_and_staff_have_none(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        ann, bob, cyd, tom = (person(classroom, entry.key) for entry in ROSTER)
        assert bob.team == cyd.team
        assert bob.alias == cyd.alias != ann.alias
        assert (tom.team, tom.alias) == (None, "")
        assert not {"Ann", "Lee", "ann"} & set(ann.alias.split())


def test_import_adds_updates_and_deactivates(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        before = person(classroom, "ann")
        submit(classroom, "ann")
        entries = [
            RosterEntry(key="ANN", name="Ann Lee-May", email="ann@example.edu"),
            RosterEntry(key="dan", name="Dan Orr"),
            *ROSTER[2:],
        ]
        change = people.import_roster(classroom.database, entries, Random(1))
        assert (change.added, change.updated, change.deactivated) == (("dan",), ("ANN",), ("bob",))
        after = person(classroom, "ann")
        assert (after.name, after.alias, after.id) == ("Ann Lee-May", before.alias, before.id)
        assert people.find_person(classroom.database, "bob") is None
        assert person(classroom, "administrator").role is Role.ADMINISTRATOR
        again = people.import_roster(classroom.database, [*entries, ROSTER[1]], Random(1))
        assert (again.added, again.updated, again.deactivated) == ((), ("bob",), ())
        assert person(classroom, "bob").is_active


def test_person_is_found_by_key_or_email_if_unambiguous(tmp_path: Path) -> None:
    with make_class(tmp_path / "class") as classroom:
        assert person(classroom, "Bob@Example.edu").key == "bob"
        assert people.find_person(classroom.database, "") is None
        assert people.find_person(classroom.database, "nil") is None


def test_aliases_are_unique_beyond_the_number_of_words() -> None:
    count = len(COLOURS) * len(ANIMALS) + 5
    aliases = make_aliases(count, ["Amber Falcon"], Random(3))
    assert len(set(aliases)) == count
    assert "Amber Falcon" not in aliases
    assert aliases == make_aliases(count, ["Amber Falcon"], Random(3))


def test_assistants_manage_students_only() -> None:
    managed = {(actor, target) for actor in Role for target in Role if may_manage(actor, target)}
    assert managed == {
        (Role.ASSISTANT, Role.STUDENT),
        *((Role.ADMINISTRATOR, target) for target in Role),
    }
