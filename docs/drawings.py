"""Draw the SVG images of the documentation: boards, the architecture, patterns of the evaluation, theory.

`python3 run.py python docs/drawings.py` writes them to docs/images.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import architecture_drawing
import pattern_drawing
import theory_drawing

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

# Turning points of lost games of a greedy player: docs/review.md.
RAID_TURN = notation.from_line(
    "warfare/raid/X/8_51_48_81_77/13_40_28_69_55/52_55_13_91_56/93_52_88_49_37/50_7_6_28_60/"
    "..XXX/XXXXO/OXXOO/OXOO./....O"
)
BLITZ_TURN = notation.from_line(
    "warfare/blitz/X/79_18_92_91_48/38_37_22_60_31/95_89_79_29_78/66_1_57_40_20/23_2_44_57_94/"
    "O.XX./OOXX./OXX.O/...../....O"
)
CHECKERS_TURN = notation.from_line(
    "starcircle/standard/Circle/0,S1,0,0,0,S1,0,0/0,0,0,0,0,0,0,0/0,S1,0,0,0,C1,0,C1/0,0,C1,0,C1,0,C1,0/"
    "0,0,0,C1,0,0,0,S1/S1,0,0,0,0,0,S1,0/0,0,0,0,0,0,0,S1/0,0,0,0,0,0,S1,0/10,20,30,40,50,60,70,80"
)

MOVES = {
    # name: position before the move, move
    "rules-stake": (BEFORE, "C3 Stake"),
    "rules-raid": (BEFORE, "C3 Raid"),
    "rules-end": (END, "C3 Raid"),
    "rules-step": (CHECKERS, "D6-E7"),
    "rules-jump": (CHECKERS, "D4-F2"),
    "rules-stack": (CHECKERS, "G3-H2"),
    "review-raid-played": (RAID_TURN, "B1 Stake"),
    "review-raid-best": (RAID_TURN, "E4 Stake"),
    "review-blitz-played": (BLITZ_TURN, "B1 Raid"),
    "review-blitz-best": (BLITZ_TURN, "D3 Raid"),
    "review-starcircle-played": (CHECKERS_TURN, "E3-D2"),
    "review-starcircle-best": (CHECKERS_TURN, "E7-D6"),
}


def drawings() -> dict[str, str]:
    """Return the SVG text of every drawing by name."""
    texts = {name: position_after(position, move) for name, (position, move) in MOVES.items()}
    texts["rules-before"] = svg.render_position(BEFORE)
    texts["rules-blitz"] = mandatory_blitzes(BLITZ)
    texts["rules-checkers"] = svg.render_position(CHECKERS)
    texts["rules-start"] = svg.render_position(all_games()["starcircle"].start())
    texts["architecture"] = architecture_drawing.architecture_svg()
    texts["patterns"] = pattern_drawing.patterns_svg()
    texts |= theory_drawing.theory_drawings()
    return {name: f"{text}\n" for name, text in texts.items()}


def position_after(position: Position, text: str) -> str:
    """Draw the position after a move.

    Raises ValueError if the move is illegal.
    """
    move = game_of(position).parse_move(text)
    if not position.is_legal(move):
        raise ValueError(f"illegal move {text} in {notation.to_line(position)}")
    return svg.render_position(position.play(move), move)


def mandatory_blitzes(position: Position) -> str:
    """Draw the position and highlight the cells that can only be taken by a blitz."""
    game = game_of(position)
    variant = position.variant
    blitzes = [move for move in position.moves() if game.move_text(move, variant).startswith("blitz")]
    squares = [square for move in blitzes for square in game.click_path(move, variant)]
    return svg.render_view(game.view(position), last=squares, title="The cells where blue has to blitz")


def save(folder: Path) -> None:
    """Write all drawings to a folder."""
    for name, text in drawings().items():
        (folder / f"{name}.svg").write_text(text)


if __name__ == "__main__":
    save(Path(__file__).parent / "images")
