"""One question answered, with everything that can be said about the answer."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from outply.cli.solve.from_record import question_of
from outply.formats.atomic_io import STANDARD, read_input
from outply.formats.game_record import is_record
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, read, write_answer
from outply.search.exact import line_of_play, move_values
from outply.search.native import Control
from outply.search.result import Result
from outply.search.solve import solve


@dataclass(frozen=True)
class Wanted:
    """How to answer, and what to find out besides."""

    rules: str | None = None  # Warfare's, raid if none are said
    literally: bool = False
    stats: bool = False
    moves: bool = False
    number: int | None = None  # of the move, where a game record is asked about


@dataclass(frozen=True)
class Answer:
    """An input, its answer as an output.txt has it, and what the search cost."""

    source: str
    question: Question
    result: Result
    text: str
    literally: bool  # whether the textbook's tree was walked
    seconds: float  # of the search alone
    move_values: list[tuple[Any, int]] | None

    @property
    def game(self) -> str:
        return str(self.question.position.game)

    @property
    def counts_the_textbooks_nodes(self) -> bool:
        """Whether more nodes are counted than the search looked at."""
        return self.game == "starcircle" and self.question.mode == "MINIMAX" and not self.literally

    @property
    def nodes_per_second(self) -> float | None:
        """The speed, where the nodes that are counted are those that took the time."""
        return None if self.counts_the_textbooks_nodes else self.result.visited / max(self.seconds, 1e-9)

    def as_dict(self, target: str) -> dict[str, Any]:
        """Return everything as plain data, for JSON."""
        question, result, speed = self.question, self.result, self.nodes_per_second
        found = {
            "input": self.source,
            "output": target,
            "game": self.game,
            "to_move": question.position.to_move,
            "mode": question.mode,
            "depth": question.depth,
            "seconds_left": question.seconds,
            "move": str(result.move),
            "value": result.value,
            "line": [str(move) for move in result.line],
            "visited": result.visited,
            "expanded": result.expanded,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": None if speed is None else round(speed),
            "answer": self.text,
        }
        if self.move_values is not None:
            found["moves"] = [{"move": str(move), "value": value} for move, value in self.move_values]
        return found

    def report(self, wanted: Wanted) -> str:
        """Return what was wanted besides the answer, as lines for a person."""
        question, result, speed = self.question, self.result, self.nodes_per_second
        limit = f"depth {question.depth}" if question.depth else f"{question.seconds} s left"
        player = question.position.to_move
        lines = []
        if wanted.stats:
            lines += [
                f"question  {self.source}: {self.game}, {question.mode}, {limit}, {player} to move",
                f"move      {result.move}",
                f"value     {result.value:,}",
                f"line      {', '.join(map(str, result.line))}",
                f"visited   {result.visited:,} nodes" + self._whose_nodes(),
            ]
            if result.expanded is not None:
                lines.append(f"expanded  {result.expanded:,} nodes")
            time_taken = f"time      {self.seconds * 1000:,.2f} ms"
            lines.append(time_taken if speed is None else f"{time_taken}, {speed / 1e6:,.1f} million nodes/s")
        if self.move_values is not None:
            width = max(len(f"{value:,}") for _, value in self.move_values)
            lines.append("moves")
            for move, value in self.move_values:
                lines.append(f"  {value:{width},}  {move}" + ("  <- played" if move == result.move else ""))
        return "\n".join(lines)

    def _whose_nodes(self) -> str:
        if self.counts_the_textbooks_nodes:
            return " (the textbook's; the exact search counts them without walking to each)"
        if self.game == "warfare" and self.question.mode != "COMPETITION" and not self.literally:
            return " (of the exact search; --literal walks the textbook's)"
        return ""


def ask(source: str, wanted: Wanted) -> tuple[str, Question]:
    """Read a question; return what to call its file, and the question."""
    name = "standard input" if source == STANDARD else source
    data = read_input(source)
    if is_record(data):
        if wanted.rules is not None:
            raise FormatError(name, None, "found a game record, which says its rules; leave out --rules")
        question = question_of(data, name, wanted.number or 1)
    elif wanted.number is not None:
        raise FormatError(name, 1, "found no game record, and --move is for one")
    else:
        question = read(data, name, wanted.rules or "raid")
    if wanted.moves and question.depth is None:
        raise FormatError(name, 2, "found COMPETITION, expected a MODE with a depth, which --moves needs")
    return name, question


def answer(name: str, question: Question, wanted: Wanted, control: Control) -> Answer:
    """Answer a question, and find out what is wanted besides."""
    position = question.position
    started = time.perf_counter()
    result = solve(
        position, question.mode, question.depth, question.seconds, literally=wanted.literally, control=control
    )
    seconds = time.perf_counter() - started
    depth = question.depth
    if wanted.stats and depth is not None and not wanted.literally:
        line = line_of_play(position, result.move, depth, question.mode, control=control)
        result = Result(result.move, result.value, line, result.visited, result.expanded)
    values = move_values(position, depth, control=control) if wanted.moves and depth is not None else None
    return Answer(name, question, result, write_answer(question, result), wanted.literally, seconds, values)
