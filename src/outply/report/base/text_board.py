"""A position as plain text of a fixed size. `outply.cli.board` renders positions for terminals."""

from __future__ import annotations

from outply.games import game_of
from outply.games.protocol import Position


def render_text(position: Position) -> str:
    """Return the board of a position as text.

    Each cell shows its text and the letter of its owner, or a dot if the cell has no owner.
    """
    view = game_of(position).view(position)
    letters = owner_letters(position)
    text_width = max(len(cell.text) for cell in view.cells)
    label_width = max(map(len, view.rows))

    def padded(text: str, letter: str) -> str:
        return f"  {text:>{text_width}} {letter}" if text_width else f"  {text}{letter}"

    lines = [" " * label_width + "".join(padded(column, " " if text_width else "") for column in view.columns)]
    for row, name in enumerate(view.rows):
        cells = [cell for cell in view.cells if cell.square[0] == row]
        texts = (padded(cell.text, letters[cell.owner] if cell.owner else ".") for cell in cells)
        lines.append(f"{name:>{label_width}}{''.join(texts)}")
    return "\n".join(line.rstrip() for line in lines)


def owner_letters(position: Position) -> dict[str, str]:
    """Return the letter for each player of the position's game: the first letter of the player's label."""
    game = game_of(position)
    return {player: game.player_label(player, position.variant)[:1] for player in game.players}
