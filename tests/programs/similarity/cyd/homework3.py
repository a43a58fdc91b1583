#!/usr/bin/env python3
from collections import namedtuple

Task = namedtuple("Task", "n mode player depth worth")
DIRECTIONS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
answer = None


def parse():
    f = open("input.txt")
    n = int(f.readline())
    mode = f.readline().strip()
    player = f.readline().strip()
    depth = int(f.readline())
    worth, mine, theirs = {}, set(), set()
    for y in range(n):
        for x, w in enumerate(f.readline().split()):
            worth[x, y] = int(w)
    for y in range(n):
        for x, mark in enumerate(f.readline().rstrip()):
            if mark == player:
                mine.add((x, y))
            elif mark != ".":
                theirs.add((x, y))
    f.close()
    return Task(n, mode, player, depth, worth), frozenset(mine), frozenset(theirs)


def adjacent(cell):
    return {(cell[0] + dx, cell[1] + dy) for dx, dy in DIRECTIONS}


def options(task, mover, waiter):
    free = [(x, y) for y in range(task.n) for x in range(task.n) if (x, y) not in mover and (x, y) not in waiter]
    stakes = [("Stake", cell) for cell in free]
    raids = [("Raid", cell) for cell in free if adjacent(cell) & mover]
    return stakes + raids


def play(option, mover, waiter):
    kind, cell = option
    taken = {cell} | (adjacent(cell) & waiter if kind == "Raid" else set())
    return mover | taken, waiter - taken


def search(task, mover, waiter, sign, left, window):
    """Negamax: the value is that for the mover."""
    global answer
    choices = options(task, mover, waiter) if left else []
    if not choices:
        return sum(task.worth[c] for c in mover) - sum(task.worth[c] for c in waiter)
    value = None
    lower, upper = window
    for choice in choices:
        new_mover, new_waiter = play(choice, mover, waiter)
        bounds = (-upper, -lower) if task.mode == "ALPHABETA" else window
        result = -search(task, new_waiter, new_mover, -sign, left - 1, bounds)
        if value is None or result > value:
            value = result
            if left == task.depth:
                answer = choice
        if task.mode == "ALPHABETA":
            if value >= upper:
                return value
            lower = max(lower, value)
    return value


def render(task, mine, theirs):
    other = {"X": "O", "O": "X"}[task.player]
    text = ""
    for y in range(task.n):
        text += "\n"
        for x in range(task.n):
            text += task.player if (x, y) in mine else other if (x, y) in theirs else "."
    return text


task, mine, theirs = parse()
search(task, mine, theirs, 1, task.depth, (-1e18, 1e18))
kind, (x, y) = answer
mine, theirs = play(answer, mine, theirs)
open("output.txt", "w").write(f"{chr(ord('A') + x)}{y + 1} {kind}{render(task, mine, theirs)}")
