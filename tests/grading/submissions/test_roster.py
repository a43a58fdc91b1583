"""Who is in a class, as gradebooks export it."""

import pytest

from outply.grading.submissions import roster
from outply.grading.submissions.collect import NOTHING, collect
from outply.grading.submissions.roster import RosterError


def test_who_is_there_twice_counts_once(tmp_path):
    (tmp_path / "roster.csv").write_text("name,E-mail\nAda,ada@x.edu\nBob,bob@x.edu\nAda,ada@x.edu\n")
    everybody, remarks = roster.read(tmp_path / "roster.csv")
    assert [(person.name, person.key) for person in everybody] == [("Ada", "ada@x.edu"), ("Bob", "bob@x.edu")]
    assert "ada" in everybody[0].keys
    (remark,) = remarks
    assert remark.endswith("roster.csv, line 4 is left out: Ada is in line 2 already.")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: no column is called `name`; it is empty"),
        ("surname,id\nAda,1\n", "line 1: no column is called `name`; its columns are 'surname', 'id'"),
        ("name,age\nAda,1\n", "line 1: no column is called one of `folder`, `submission`"),
        ("name,id\n", "names nobody"),
        ("name,id\nAda,1\nBob\n", "line 3: 1 columns, and at least 2 are needed"),
        ("name,id\nAda,1\nBob,2\nCy,1\n", "line 4: 1 is Ada's in line 2 already"),
        ('name,id\nAda,1\n"Bob,2\n', "line 3: unexpected end of data"),
        ('name,id\n"Ada" x,1\n', "line 2: "),
    ],
)
def test_a_roster_that_is_none_is_told_with_the_line(text, why, tmp_path):
    (tmp_path / "roster.csv").write_text(text)
    with pytest.raises(RosterError) as told:
        roster.read(tmp_path / "roster.csv")
    assert why in str(told.value)


def test_a_gradebook_of_canvas_is_a_roster(tmp_path):
    handed = tmp_path / "handed"
    (handed / "ada1").mkdir(parents=True)
    (tmp_path / "roster.csv").write_text(
        "Student,ID,SIS User ID,SIS Login ID,Section,Homework\n"
        "    Points Possible,,,,,10\n"
        '"Lovelace, Ada",17,1001,ada1,A,\n'
        '"Student, Test",,,guest,A,\n'
    )
    everybody, remarks = roster.read(tmp_path / "roster.csv")
    assert [person.name for person in everybody] == ["Lovelace, Ada", "Student, Test"]
    assert [remark.partition(" is left out")[0][-6:] for remark in remarks] == ["line 2"]
    assert [one.problem for one in collect(handed, tmp_path, everybody)[0]] == ["", NOTHING]


def test_a_roster_in_another_encoding_is_told(tmp_path):
    (tmp_path / "roster.csv").write_bytes("name,id\nAda,1\nJos\u00e9,2\n".encode("latin-1"))
    with pytest.raises(RosterError, match="line 3: it is not UTF-8"):
        roster.read(tmp_path / "roster.csv")
