"""Every file is parsed as a question or refused with an error that names the source."""

import random

from hypothesis import given
from hypothesis import strategies as st
from support.examples import up_to
from support.search.positions import starcircle_positions, warfare_positions

from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read, write
from outply.games.protocol import Position

GOOD = [
    b"3\nMINIMAX\nO\n2\n1 8 23\n5 42 12\n26 30 9\nX..\n...\n...\n",
    b"2\nCOMPETITION\nX\n12.345\n1 8\n5 42\nX.\n..\n",
    b"Star\nMINIMAX\n2\n0,S1,0,0,0,0,0,0\n0,0,C1,0,0,0,0,0\n0,0,0,S1,0,0,0,0\n" + b"0,0,0,0,0,0,0,0\n" * 5
    + b"10,20,30,40,50,60,70,80\n",
]  # fmt: skip
PIECES = [
    *(b"", b"0", b"-1", b"27", b"1e9", b"99999999999", b"X", b"S2", b"C1", b"Star", b"COMPETITION", b",", b"."),
    *(b" ", b"\t", b"\r", b"\n", b"\n\n", b"\x00", b"\xff", b"\xef\xbb\xbf", "…".encode(), "٣".encode()),
]


def check_read_or_refused(data: bytes) -> None:
    try:
        question = read(data, "fuzz.txt")
    except FormatError as error:
        assert str(error).startswith("fuzz.txt")
        assert len(str(error)) < 300
        assert "\n" not in str(error)
    else:
        assert not question.position.is_over
        assert read(write(question).encode()) == question or question.mode == "COMPETITION"


@up_to(1000)
@given(data=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_arbitrary_bytes_are_read_or_refused(data: bytes) -> None:
    check_read_or_refused(data)


@up_to(2000)
@given(good=st.sampled_from(GOOD), seed=st.integers(0, 2**32), changes=st.integers(1, 4))
def test_mutated_files_are_read_or_refused(good: bytes, seed: int, changes: int) -> None:
    rng = random.Random(seed)
    data = good
    for _ in range(changes):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 0, 1, 1, 2, 10)))
        data = data[:start] + rng.choice(PIECES) + data[end:]
    check_read_or_refused(data)


@given(position=warfare_positions() | starcircle_positions(), cut=st.floats(0, 1))
def test_truncated_files_are_read_or_refused(position: Position, cut: float) -> None:
    data = write(Question(position, "ALPHABETA", 2)).encode()
    check_read_or_refused(data[: int(len(data) * cut)])
