"""The generic input.txt and output.txt, which consist of the lines of a game's positions.

Every game that implements `protocol.Serializable` has this format, and a game with an assignment has it for the
modes that its assignment lacks: COMPETITION in Star/Circle. docs/formats.md describes the format to the byte.
"""

from __future__ import annotations

from outply.formats.line_reader import LineReader, quote, read_seconds
from outply.formats.question import FORMATS, Question, assignment_format
from outply.games import all_games
from outply.games.protocol import Serializable
from outply.text import join_or, plural

TYPE_CHECKING = False  # importing typing takes longer than answering a position
if TYPE_CHECKING:
    from typing import Any

    from outply.games.protocol import Game, Position


class GenericFormat:
    """The format of one game; it has the members of `question.AssignmentFormat`."""

    MAX_DEPTH: int | None = None
    ANSWER_PARTS: tuple[str, ...] = ("move", "value", "count", "board")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._assignment = assignment_format(game.name) if game.name in FORMATS else None
        assigned = self._assignment.MODES if self._assignment else ()
        self.MODES = tuple(mode for mode in ("MINIMAX", "ALPHABETA", "COMPETITION") if mode not in assigned)

    def read(self, lines: LineReader, first: str, rules: str) -> Question:
        """Read the rest of an input.txt whose first line is `first`, the game and the variant.

        Raises FormatError if the input.txt is malformed.
        """
        _, _, variant = first.partition(" ")
        if variant not in self._game.variants:
            expected = join_or(f"{self._game.name} {name}" for name in self._game.variants)
            raise lines.error(quote(first), expected)
        player = lines.read_choice("PLAYER", self._game.players)
        mode = lines.read_choice("ALGORITHM", self.MODES)
        depth = seconds = None
        if mode == "COMPETITION":
            seconds = read_seconds(lines)
        else:
            depth = lines.read_integer("DEPTH", 1)
        position = self.read_position(lines, player, variant)
        if position.is_over:
            raise lines.error("a finished game", "a position with a legal move")
        return Question(position, mode, depth, seconds)

    def write(self, question: Question) -> str:
        """Return the text of the input.txt that asks the question."""
        position = question.position
        limit = f"{question.seconds:.3f}" if question.mode == "COMPETITION" else str(question.depth)
        head = [f"{self._game.name} {position.variant}", position.to_move, question.mode, limit]
        return "\n".join([*head, *self.position_lines(position)]) + "\n"

    def write_output(self, move: Any, after: Any, score: int, value: int, node_count: int | None) -> str:
        """Return the text of an output.txt, without a final line feed.

        Its lines are the move, the minimax value and the node count, and the position after the move. An answer to
        a COMPETITION question, whose `node_count` is None, consists of move and position.
        """
        numbers = [] if node_count is None else [str(value), str(node_count)]
        return "\n".join([str(move), *numbers, *self.answer_rows(after)])

    def position_lines(self, position: Any) -> list[str]:
        """Return the lines of a position, as the game or its assignment writes them."""
        if self._assignment is not None:
            return self._assignment.position_lines(position)
        assert isinstance(self._game, Serializable)
        return list(self._game.to_lines(position))

    def answer_rows(self, after: Any) -> list[str]:
        """Return the lines of an output.txt that show the position after the move."""
        return self.position_lines(after)

    def read_position(self, lines: LineReader, to_move: str, rules: str) -> Position:
        """Read a position from the lines up to a blank line or the end.

        Raises FormatError if the lines are malformed.
        """
        if self._assignment is not None:
            return self._assignment.read_position(lines, to_move, rules)
        assert isinstance(self._game, Serializable)
        rows = lines.read_block(f"a position of {self._game.title}")
        try:
            return self._game.from_lines(rows, rules, to_move)
        except ValueError as error:
            raise lines.block_error(len(rows), str(error)) from None

    def read_answer(self, data: bytes, position: Any) -> tuple[Any, tuple[str, ...]]:
        """Return the move and the rows in the output.txt of a COMPETITION question.

        Raises FormatError if the output.txt is malformed.
        """
        example = f"a move, such as {position.moves()[0]}"
        lines = LineReader(data, "output.txt", example)
        first = lines.read_line(example)
        try:
            move = self._game.parse_move(first.strip())
        except ValueError:
            raise lines.error(quote(first), example) from None
        rows = []
        while not lines.at_end:
            rows.append(lines.read_line("a line of the position"))
        return move, tuple(rows)

    def board_description(self, position: Any) -> str:
        """Return the noun for the rows of an output.txt."""
        return f"position of {plural(len(self.answer_rows(position)), 'line')}"

    def board_difference(self, actual: tuple[str, ...], expected: list[str]) -> str:
        """Return the first difference between the rows of an answer and the right ones; empty if there is none."""
        if len(actual) != len(expected):
            return f"it has {plural(len(actual), 'line')}, expected {len(expected)}"
        for number, (one, other) in enumerate(zip(actual, expected, strict=True), start=1):
            if one != other:
                return f"line {number} of the position is {quote(one)}, expected {other!r}"
        return ""


def generic_format(name: str) -> GenericFormat:
    """Return the generic format of a game.

    Raises KeyError if there is no such game, or if its positions cannot be written as lines.
    """
    if not has_generic_format(name):
        raise KeyError(name)
    return GenericFormat(all_games()[name])


def has_generic_format(name: str) -> bool:
    """Return whether there is a game with this name whose positions can be written as lines."""
    return name in FORMATS or isinstance(all_games().get(name), Serializable)
