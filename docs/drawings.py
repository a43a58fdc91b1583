"""The drawings of the documentation: boards for the rules, and the house from its own plan."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import house

from outply.formats import notation
from outply.games import all_games, game_of, svg
from outply.games.protocol import Position

BOARD = "20_16_1_32/20_12_2_11/28_48_9_1/20_12_10_6"

BEFORE = notation.from_line(f"warfare/raid/X/{BOARD}/..X./.OXO/.O../..O.")
BLITZ = notation.from_line(f"warfare/blitz/X/{BOARD}/..X./.OXO/.O../..O.")
END = notation.from_line(f"warfare/raid/O/{BOARD}/XXXO/XXOO/XX.O/XOOO")
CHECKERS = notation.from_line(
    "starcircle/standard/Star/0,S2,0,0,0,0,0,C1/0,0,S1,0,C1,0,C1,0/0,0,0,0,0,C1,0,0/0,0,C1,0,0,0,0,0/"
    "0,0,0,S1,0,S1,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/10,20,30,40,50,60,70,80"
)

PLAYED = {
    # name: a position, and the move that is shown made
    "rules-stake": (BEFORE, "C3 Stake"),
    "rules-raid": (BEFORE, "C3 Raid"),
    "rules-end": (END, "C3 Raid"),
    "rules-step": (CHECKERS, "D6-E7"),
    "rules-jump": (CHECKERS, "D4-F2"),
    "rules-stack": (CHECKERS, "G3-H2"),
}


def drawings() -> dict[str, str]:
    """Return every drawing by its name, as SVG."""
    made = {name: after(position, move) for name, (position, move) in PLAYED.items()}
    made["rules-before"] = svg.render_position(BEFORE)
    made["rules-blitz"] = conquering(BLITZ)
    made["rules-checkers"] = svg.render_position(CHECKERS)
    made["rules-start"] = svg.render_position(all_games()["starcircle"].start())
    made["architecture"] = house.drawn()
    return {name: svg + "\n" for name, svg in made.items()}


def after(position: Position, text: str) -> str:
    """Return the picture after a move, which must be a legal one."""
    move = game_of(position).parse_move(text)
    if not position.is_legal(move):
        raise ValueError(f"{text} is not legal in {notation.to_line(position)}")
    return svg.render_position(position.play(move), move)


def conquering(position: Position) -> str:
    """Return the picture with the cells marked that can only be taken by a blitz."""
    game = game_of(position)
    variant = position.variant
    blitzes = [move for move in position.moves() if game.move_text(move, variant).startswith("blitz")]
    squares = [square for move in blitzes for square in game.click_path(move, variant)]
    return svg.render_view(game.view(position), last=squares, title="The cells where blue has to blitz")


def save(folder: Path) -> None:
    """Write all of them into a folder."""
    for name, text in drawings().items():
        (folder / f"{name}.svg").write_text(text)


if __name__ == "__main__":
    save(Path(__file__).parent / "images")
