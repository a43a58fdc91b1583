"""Programs of simulated students: archives of different strength and fault, and the result of their checks."""

from __future__ import annotations

import io
import subprocess
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random

from outply.arena.ratings import bradley_terry

SOURCE = Path(__file__).with_name("player.cpp")
CONTESTANTS = Path(__file__).parents[2] / "tests" / "contestants"
LADDER_SIZE = 4
"""Board size of the ladder. The preflight is on a smaller board, which FAILS_ON_LADDER plays well."""

UPLOAD_MIB = 1
HOSTILE = {
    "endless-output": "printed too much",
    "output-fifo": "no output",
    "output-sparse": "unreadable output",
    "network": "crashed",
    "forbidden-calls": "",
    "fork-bomb": "out of CPU time",
    "wrong-board": "wrong board",
}
"""Contestants of tests/contestants that are handed in, with the failure in their preflight; empty if they play."""

MAKEFILE = """\
agent: homework.cpp
\tg++ -O0 -o agent homework.cpp

engine:
\t@./agent

.PHONY: engine
"""


class Kind(Enum):
    """What is wrong with a program."""

    WORKS = "works"
    WRONG_ANSWERS = "answers wrongly"
    FAILS_ON_LADDER = "fails on the ladder"
    NO_BUILD = "does not build"
    CRASHES = "crashes"
    ILLEGAL = "plays illegally"
    ENDLESS = "computes forever"
    HANGS = "hangs"
    HOSTILE = "hostile"
    OVERSIZED = "oversized"
    BOMB = "zip bomb"


WEIGHTS: Mapping[Kind, float] = {
    Kind.WORKS: 60,
    Kind.WRONG_ANSWERS: 7,
    Kind.FAILS_ON_LADDER: 4,
    Kind.NO_BUILD: 8,
    Kind.CRASHES: 6,
    Kind.ILLEGAL: 5,
    Kind.ENDLESS: 3,
    Kind.HANGS: 0.5,
    Kind.HOSTILE: 1.5,
    Kind.OVERSIZED: 3,
    Kind.BOMB: 2,
}
"""Share of each kind among all submissions, in percent."""

FAULTS = {
    Kind.CRASHES: "Crashes",
    Kind.ILLEGAL: "PlaysIllegally",
    Kind.ENDLESS: "ComputesForever",
    Kind.HANGS: "Hangs",
    Kind.WRONG_ANSWERS: "AnswersWrongly",
    Kind.FAILS_ON_LADDER: "FailsOnLadder",
}
HEADLINES = {
    Kind.NO_BUILD: "Preflight: build failed",
    Kind.CRASHES: "Preflight: crashed",
    Kind.ILLEGAL: "Preflight: illegal move",
    Kind.ENDLESS: "Preflight: out of CPU time",
    Kind.HANGS: "Preflight: out of wall time",
}
PLAYING = (Kind.WORKS, Kind.WRONG_ANSWERS)
REFUSED = {Kind.OVERSIZED: 413, Kind.BOMB: 422}


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The strength of a program: the plies of its search, and its share of random moves."""

    depth: int
    blunders: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A program of a student. `contestant` is the name of a hostile contestant."""

    kind: Kind
    strength: Strength
    contestant: str = ""

    @property
    def status(self) -> int:
        """The HTTP status of the upload."""
        return REFUSED.get(self.kind, 201)

    @property
    def can_play(self) -> bool:
        """Whether it becomes the active version of its team."""
        return self.kind in (*PLAYING, Kind.FAILS_ON_LADDER)

    def explain_wrong(self, state: str, headline: str, cases: int) -> str:
        """Return what is wrong with the end of its check; empty if it is as expected."""
        if self.kind is Kind.HOSTILE:
            failure = HOSTILE[self.contestant]
            # A contestant that plays makes any legal move in the homework.
            expected = ("failed", f"Preflight: {failure}") if failure else ("ready", "")
        elif self.can_play:
            right = 0 if self.kind is Kind.WRONG_ANSWERS else cases
            expected = ("ready", f"{right} of {cases} public case")
        else:
            expected = ("failed", HEADLINES[self.kind])
        is_right = state == expected[0] and headline.startswith(expected[1])
        return "" if is_right else f"expected {expected[0]}: {expected[1]}, got {state}: {headline}"

    def archive(self, random: Random) -> bytes:
        """Return the zip to upload. No two archives are equal."""
        files: dict[str, bytes] = {"NOTES": f"{random.random()}\n".encode()}
        if self.kind is Kind.OVERSIZED:
            files["table.bin"] = random.randbytes((UPLOAD_MIB << 20) + 100_000)
        elif self.kind is Kind.BOMB:
            files["zeros.bin"] = bytes(80 << 20)
        elif self.kind is Kind.HOSTILE:
            folder = CONTESTANTS / self.contestant
            files |= {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
            files["honest.sh"] = (CONTESTANTS / "honest.sh").read_bytes()
        else:
            source = SOURCE.read_bytes()
            files |= {"Makefile": MAKEFILE.encode(), "homework.cpp": source, "strength.hpp": self._header()}
            if self.kind is Kind.NO_BUILD:
                files["homework.cpp"] = source.replace(b"int alphabeta", b"int alphabet", 1)
        return _zip(files)

    def _header(self) -> bytes:
        return (
            f"constexpr Fault FaultOfProgram = {FAULTS.get(self.kind, 'Works')};\n"
            f"constexpr Strength StrengthOfProgram = {{{self.strength.depth}, {self.strength.blunders}}};\n"
            f"constexpr int LadderSize = {LADDER_SIZE};\n"
        ).encode()


def _zip(files: Mapping[str, bytes]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for name, data in files.items():
            information = zipfile.ZipInfo(name)
            information.external_attr = 0o755 << 16
            archive.writestr(information, data, zipfile.ZIP_DEFLATED)
    return content.getvalue()


def true_ratings(strengths: Iterable[Strength], boards: int, folder: Path) -> dict[Strength, float]:
    """Return the Elo of each strength by a round robin in one process, with two games on each of `boards` boards.

    The program that plays it is built from the source of the submissions in `folder`.
    """
    players = sorted(set(strengths), key=lambda one: (one.depth, one.blunders))
    binary = folder / "round-robin"
    subprocess.run(["g++", "-O2", "-DROUND_ROBIN", "-o", str(binary), str(SOURCE)], check=True)
    lines = [f"{LADDER_SIZE} {boards} 20261118 {len(players)}"]
    lines += [f"{one.depth} {one.blunders}" for one in players]
    done = subprocess.run([str(binary)], input="\n".join(lines), capture_output=True, text=True, check=True)
    games = (line.split() for line in done.stdout.splitlines())
    names = [str(index) for index in range(len(players))]
    fitted = bradley_terry.fit(((one, other, float(points)) for one, other, points in games), names).by_player()
    return {player: fitted[name].elo for player, name in zip(players, names, strict=True)}
