"""Transcripts of a short game of each variant: a change of the rules changes a transcript.

`python tests/games/test_transcripts.py` writes them anew.
"""

from pathlib import Path

import pytest

from outply.formats.question import Question, write
from outply.games.protocol import Game
from outply.games.registry import built_in_games

FOLDER = Path(__file__).parent / "transcripts"
GAMES = {
    f"{game.name}-{variant}": (game, variant) for game in built_in_games().values() for variant in game.variants
}
PLIES = 24


def transcript(game: Game, variant: str) -> str:
    """Play moves spread over the list of legal ones, and return every position as text."""
    position = game.start(variant)
    lines = []
    for ply in range(PLIES):
        moves = position.moves()
        move = moves[(3 + 7 * ply) % len(moves)]
        lines += [
            f"ply {ply}: {position.to_move} to move, score {position.score(position.to_move)}",
            write(Question(position, "MINIMAX", 1)).partition("\n1\n")[2].rstrip(),  # the board, after the depth
            f"{len(moves)} moves: {', '.join(map(str, moves))}",
            f"plays {move}",
            "",
        ]
        position = position.play(move)
        if position.is_over:
            break
    lines.append("over" if position.is_over else f"{position.to_move} would be next")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", GAMES)
def test_random_games_match_the_stored_transcripts(name: str) -> None:
    assert transcript(*GAMES[name]) == (FOLDER / f"{name}.txt").read_text()


if __name__ == "__main__":
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(transcript(*game))
