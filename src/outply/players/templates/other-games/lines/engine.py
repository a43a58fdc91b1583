"""A simple engine: reads commands line by line, searches by alpha-beta, answers with `bestmove`.

The rules are in rules.py. The process lives for a whole game, so what you compute at one move is still there at
the next.
"""

import sys

from rules import PLAYERS, Rows, play
from search import choose


def main() -> None:
    rows: Rows = ()
    player = PLAYERS[0]
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["isready"]:
            reply("readyok")
        elif words[:1] == ["position"]:
            rows, player = read(words[1], words[3:])
        elif words[:1] == ["go"]:
            reply("bestmove " + choose(rows, player, seconds(words[1:])).replace(" ", "_"))
        elif words[:1] == ["quit"]:
            break


def reply(line: str) -> None:
    print(line, flush=True)  # without flush, the line would wait in a buffer


def read(word: str, moves: list[str]) -> tuple[Rows, str]:
    """Return the rows of a position such as `tictactoe/standard/X/.../.X./...`, and the player to move."""
    _game, _variant, player, *lines = word.split("/")
    rows = tuple(line.replace("_", " ") for line in lines)
    for move in moves:
        rows = play(rows, player, move.replace("_", " "))
        player = PLAYERS[1 - PLAYERS.index(player)]
    return rows, player


def seconds(limit: list[str]) -> float:
    """Return the CPU seconds for the rest of the game in a limit such as `gametime 187250`."""
    return int(limit[1]) / 1000 if limit[:1] == ["gametime"] else 60.0


if __name__ == "__main__":
    main()
