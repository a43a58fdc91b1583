"""The answer to one question, with statistics of its search."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from outply.cli.arguments import read_question
from outply.formats.line_reader import FormatError
from outply.formats.question import Question, write_answer
from outply.games import game_of
from outply.search.exact import move_values, principal_variation
from outply.search.native import Control
from outply.search.result import SearchResult
from outply.search.solve import solve


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """Options of `outply solve`: how to answer a question, and which results to compute besides the answer."""

    rules: str | None = None  # Warfare's rule variant; raid if None
    literal: bool = False
    stats: bool = False
    moves: bool = False
    as_json: bool = False  # JSON contains the statistics
    move_number: int | None = None  # of a game record


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A question, its answer as the text of an output.txt, and the cost of the search."""

    source: str
    question: Question
    result: SearchResult
    text: str
    literal: bool
    seconds: float  # of the search alone
    move_values: list[tuple[Any, int]] | None

    @property
    def game(self) -> str:
        return str(self.question.position.game)

    @property
    def has_textbook_count(self) -> bool:
        """Whether the node count is that of the textbook search, computed without visiting all nodes."""
        return self.result.own_nodes is None

    @property
    def nodes_per_second(self) -> float | None:
        """The speed of the search; None if the search did not visit all nodes of the node count."""
        nodes = self.result.own_nodes
        return None if nodes is None else nodes / max(self.seconds, 1e-9)

    def as_dict(self, target: str) -> dict[str, Any]:
        """Return the answer and its statistics as JSON values; `target` is the path of the answer file."""
        question, result, speed = self.question, self.result, self.nodes_per_second
        data = {
            "input": self.source,
            "output": target,
            "game": self.game,
            "to_move": question.position.to_move,
            "mode": question.mode,
            "depth": question.depth,
            "seconds_left": question.seconds,
            "move": str(result.move),
            "value": result.value,
            "principal_variation": [str(move) for move in result.principal_variation or (result.move,)],
            "node_count": result.reported_nodes,
            "expanded": result.expanded,
            "seconds": round(self.seconds, 6),
            "nodes_per_second": None if speed is None else round(speed),
            "answer": self.text,
        }
        if self.move_values is not None:
            data["moves"] = [{"move": str(move), "value": value} for move, value in self.move_values]
        return data

    def move_text(self, move: Any) -> str:
        """Return a move in the words of the rule variant, as matches and game records write it: `blitz A5`."""
        position = self.question.position
        return game_of(position).move_text(move, position.variant)

    def report(self, options: SolveOptions) -> str:
        """Return the statistics and move values that the options request, as text."""
        question, result, speed = self.question, self.result, self.nodes_per_second
        limit = f"depth {question.depth}" if question.depth else f"{question.seconds} s left"
        player = question.position.to_move
        lines = []
        if options.stats:
            lines += [
                f"question  {self.source}: {self.game}, {question.mode}, {limit}, {player} to move",
                f"move      {self.move_text(result.move)}",
                f"value     {result.value:,}",
                f"line      {', '.join(map(self.move_text, result.principal_variation or (result.move,)))}",
                f"visited   {result.reported_nodes:,} nodes{self._count_note()}",
            ]
            if result.expanded is not None:
                lines.append(f"expanded  {result.expanded:,} nodes")
            time_taken = f"time      {self.seconds * 1000:,.2f} ms"
            lines.append(time_taken if speed is None else f"{time_taken}, {speed / 1e6:,.1f} million nodes/s")
        if self.move_values is not None:
            width = max(len(f"{value:,}") for _, value in self.move_values)
            lines.append("moves")
            for move, value in self.move_values:
                lines.append(
                    f"  {value:{width},}  {self.move_text(move)}" + ("  <- played" if move == result.move else "")
                )
        return "\n".join(lines)

    def _count_note(self) -> str:
        if self.has_textbook_count:
            return " (textbook count, computed without visiting every node)"
        if self.result.node_count is None and self.question.mode != "COMPETITION":
            return " (exact search; --literal shows the textbook count)"
        return ""


def read_solvable(source: str, options: SolveOptions) -> tuple[str, Question]:
    """Read a question from the file `source`; return the name of the file for messages, and the question.

    Raises FormatError if the file is malformed, or if one of the `options` does not apply to the question.
    """
    name, question = read_question(source, options.rules, options.move_number)
    if question.depth is None:
        for option, is_given in (("--moves", options.moves), ("--literal", options.literal)):
            if is_given:
                raise FormatError(name, 2, f"found {question.mode}, expected MINIMAX or ALPHABETA for {option}")
    return name, question


def answer(name: str, question: Question, options: SolveOptions, control: Control) -> Answer:
    """Answer a question from the file `name`, and compute the additional results that the options request."""
    position, depth = question.position, question.depth
    started = time.perf_counter()
    result = solve(position, question.mode, depth, question.seconds, literal=options.literal, control=control)
    seconds = time.perf_counter() - started
    if (options.stats or options.as_json) and depth is not None and not options.literal:
        line = principal_variation(position, result.move, depth, question.mode, control=control)
        result = SearchResult(
            result.move, result.value, line, result.node_count, result.own_nodes, result.expanded
        )
    return Answer(
        source=name,
        question=question,
        result=result,
        text=write_answer(question, result),
        literal=options.literal,
        seconds=seconds,
        move_values=move_values(position, depth, control=control) if options.moves and depth is not None else None,
    )
