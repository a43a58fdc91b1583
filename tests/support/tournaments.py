"""A tournament that was filled by hand: hostile names and outputs, failures, one who would not build."""

from outply.arena.tournament.game_job import GameJob, Result
from outply.arena.tournament.plan import ROUND_ROBIN, Board, Entrant, Game, Plan
from outply.arena.tournament.run import Tournament
from outply.arena.tournament.state import Store
from outply.jobs.job import JobContext

TINY = Board("tiny", "warfare/raid/X/9_1/1_1/../..")
KEREN = Board("Keren", "warfare/raid/Keren")
TINY_MOVES = (("A1 Stake", 0.25, 0.5), ("B2 Stake", 0.125, 0.25), ("B1 Raid", 1.5, 1.75), ("A2 Stake", 0.5, 0.5))

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&"
TRICKS = ["../../etc/passwd", "..", "a/b", "A B", "a b", "", "é", "con", "\u202ename\x1b[31m", "n" * 300]
OUTPUT = "</pre><script>alert(2)</script>\x00\x1b[2J\u202e <!--"


def fill(path, names, boards=(TINY,), kind=ROUND_ROBIN, games=1):
    """Begin a tournament in a file; the store is open for writing."""
    store = Store(path, write=True)
    store.begin(Plan(kind, games, boards, 60.0, 7), [Entrant(name, "greedy") for name in names])
    return store


def keep(store, first, second, result=None, number=1, stage=0, board=TINY):
    """Keep a game, the usual one if nothing is said of its result."""
    result = result or Result(TINY_MOVES, 10, 12)
    store.keep(Game(stage, number, first, second, board), {first: "", second: ""}, result)


def play_missing(store):
    """Play what is missing, here and now, and return the tournament."""
    held = Tournament(store)
    entrants = {entrant.name: entrant for entrant in store.entrants}
    while missing := held.missing():
        for game in missing:
            job = GameJob(
                game=game,
                first=entrants[game.first],
                second=entrants[game.second],
                seconds=60.0,
                sandboxed=True,
            )
            store.keep(game, dict.fromkeys(entrants, ""), job(JobContext()))
    return held
