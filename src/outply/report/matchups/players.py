"""Who a player is, in a few words, from its name alone: `engine:0.1s` is the engine, 0.1 s of CPU time a move."""

from __future__ import annotations

from outply.players.level import SKILLS
from outply.players.spec import DEPTH, NODES, SECONDS, SECONDS_A_GAME, SOLVE, THEIRS
from outply.report.matchups.player_names import ALGORITHMS, kind_of, searcher

LIMITS = {
    SECONDS: "{amount} s of CPU time a move",
    SECONDS_A_GAME: "{amount} s of CPU time a game",
    DEPTH: "to depth {amount}",
    NODES: "{amount} nodes a move",
    SOLVE: "to the end of the game",
    THEIRS: "in the CPU time of the opponent's last move",
}
"""How far or how long a player looks ahead, by the form of what its name says."""

WORDS = {
    "exact": "the textbook's move at depth {amount}, found faster",
    "plain": "alpha-beta deeper and deeper, by the score alone, {limit}",
    "deepening": "alpha-beta deeper and deeper, by a faster search, {limit}",
    "engine": "the engine, {limit}",
    "level": "level {amount} of {levels} ({title})",
    "greedy": "the move with the best score right after it",
    "random": "any legal move, seed {amount}",
    "program": "the program of the directory {word}",
}
"""Each kind of player but the algorithms that a report compares."""


def described(name: str) -> str:
    """Return who the player of that name is; nothing if no player is called so."""
    search, found = searcher(name), kind_of(name)
    if search:
        return f"{ALGORITHMS[search.algorithm]} to depth {search.depth}, with the evaluation {search.evaluation}"
    if found is None:
        return ""
    kind, argument = found
    amount = f"{argument.amount:,.9f}".rstrip("0").rstrip(".")
    return WORDS.get(kind.name, kind.description).format(
        amount=amount,
        word=argument.word,
        limit=LIMITS.get(argument.form, "").format(amount=amount),
        levels=len(SKILLS),
        title=SKILLS[int(argument.amount) - 1].title if kind.name == "level" else "",
    )
