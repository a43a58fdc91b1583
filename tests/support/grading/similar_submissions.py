"""A class with similar submissions."""

from collections.abc import Sequence

from outply.grading.similarity.compare import SourceFile, find_similar
from outply.grading.similarity.submissions import ClassSimilarity
from outply.grading.submissions.collect import Submission
from support.arena.tournaments import HOSTILE

CODE = """def play(board, cell, player, raid):
    board = [list(row) for row in board]
    board[cell[0]][cell[1]] = player
    if raid:
        for row, column in neighbours(cell):
            if board[row][column] != '.':
                board[row][column] = player
    return [''.join(row) for row in board]


def evaluate(board, values, player):
    total = 0
    for row, line in enumerate(board):
        for column, owner in enumerate(line):
            if owner != '.':
                total += values[row][column] if owner == player else -values[row][column]
    return total
"""


def submission(name: str) -> Submission:
    return Submission(name=name, student=name.title())


def similarity(files: Sequence[tuple[SourceFile, ...]], names: Sequence[str]) -> ClassSimilarity:
    """Return the comparison of submissions with the given files and names."""
    return ClassSimilarity(
        submissions=tuple(map(submission, names)), files=tuple(files), pairs=find_similar(files)
    )


def python(text: str, path: str = "homework3.py") -> SourceFile:
    return SourceFile(path=path, text=text)


def sample() -> ClassSimilarity:
    """Return three submissions: two with the same code, one of them with hostile texts, and a different one."""
    renamed = f"# {HOSTILE}\n" + CODE.replace("board", "state")
    return similarity(
        [(python(CODE),), (python("x = 1\n"),), (python("", "empty.py"), python(renamed, f"{HOSTILE}.py"))],
        ["ada", "bob", HOSTILE],
    )
