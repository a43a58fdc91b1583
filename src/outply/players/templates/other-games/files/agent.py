"""A simple agent: reads input.txt, searches by alpha-beta, writes output.txt. The rules are in rules.py."""

from rules import play
from search import choose


def main() -> None:
    with open("input.txt") as file:
        _game, player, _mode, seconds, *lines = file.read().split("\n")
    rows = tuple(line for line in lines if line)
    move = choose(rows, player, float(seconds))
    with open("output.txt", "w") as file:
        file.write("\n".join([move, *play(rows, player, move)]))


if __name__ == "__main__":
    main()
