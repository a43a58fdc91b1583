"""The conformance check finds games that break the contract, and says how."""

from dataclasses import dataclass

import pytest
from support.nim import KINDS, Heap, Nim, Take

from outply.games import conformance
from outply.games.conformance import BrokenPromiseError
from outply.games.view import BoardView, Cell


def heaps(**changes):
    """Return a kind of position that has something changed."""
    KINDS.append(dataclass(frozen=True)(type("Broken", (Heap,), changes)))
    return KINDS[-1]


def broken(promise, **changes):
    """Return a game of which something is changed, with the sentence that finds it."""
    return pytest.param(type("Broken", (Nim,), changes)(), promise, id=promise)


def cell(owner, shade):
    """Return a way to make cells that are all alike."""
    return lambda self, position, squares: [Cell(square, owner, "", shade) for square in squares]


def blind(self, position):
    """Show another board than `cells` does."""
    return BoardView(self.players, rows="1", columns="A", cells=[Cell((0, 0), None, "?", 0.0)])


def short(self, variant="plain", setup=""):
    """Begin with a heap of its own."""
    return Nim.start(self, variant, setup) if setup else Heap(3)


def generous(self, text):
    """Read a space as a move."""
    return Take(1) if text == " " else Nim.parse_move(self, text)


def forgetful(self, move):
    """Move without saying that the other player is next."""
    return type(self)(self.left - move.count, self.to_move, self.taken)


def spoiling(self, move):
    """Change the position that it is played on."""
    object.__setattr__(self, "left", self.left - 1)
    return Heap(self.left, "B" if self.to_move == "A" else "A")


def late(self, move):
    """Fail at the end of the game alone."""
    return 1 / 0 if self.left == 1 else Heap.play(self, move)


class Loose(Heap):
    """A position that can be changed from outside."""

    __setattr__ = object.__setattr__
    __hash__ = Heap.__hash__


KINDS.append(Loose)

BROKEN = [
    broken("`name` is of small letters", name="Nim Game"),
    broken("`title` is a text on one line", title=""),
    broken("`players` are all different", players=("A", "A")),
    broken("`setups` can stand in an address", setups=("the five",)),
    broken("`variants` is a tuple with something in it", variants=()),
    broken("`parse_move(' ')` is a ValueError", parse_move=generous),
    broken("KeyError is raised", parse_move=lambda self, text: {"one": Take(1)}[text]),
    broken("`player_label` tells the players apart", player_label=lambda *_: "she"),
    broken("`rules` says the rules", rules=lambda *_: "No."),
    broken("with an unknown set-up is a ValueError", start=lambda *_: Heap(5)),
    broken("without a set-up is one of the set-ups", start=short),
    broken("the first of `players`, B, begins", players=("B", "A")),
    broken("`move_text` are a text on one line", move_text=lambda self, move, _: f"  {move}"),
    broken("reads a move as it prints and its `move_text`, and not 'one'", move_text=lambda *_: "one"),
    broken("`is_over` is True or False", heap=heaps(is_over=lambda self: False)),
    broken("`cells` are those of the `view`", view=blind),
    broken("a cell's shade is from 0 to 1", cells=cell(None, 2.0)),
    broken("a cell is of a player or of nobody", cells=cell("C", 0.0)),
    broken("`changed_squares` are the squares that look different", changed_squares=lambda *_: [(0, 0)]),
    broken("`click_path` to click are among those that change", click_path=lambda *_: ((5, 5),)),
    broken(
        "`from_lines` gives back what `to_lines` say", to_lines=lambda *_: ["I"], from_lines=lambda *_: Heap(1)
    ),
    broken(
        "`to_lines` are not empty, and have no / or _", to_lines=lambda *_: ["I/I"], from_lines=lambda *_: Heap(2)
    ),
    broken("looks as before", edit=lambda *_: Heap(3)),
    broken("a square off the board is a ValueError", edit=lambda self, position, *_: position),
    broken("a position is immutable", heap=Loose),
    broken("`game` of a position is 'nim'", heap=heaps(game="chess")),
    broken("`variant` stays the same", heap=heaps(variant="fancy")),
    broken("add up to zero", heap=heaps(score=lambda self, _: self.total("A") - self.total("B"))),
    broken("`score` is the own `total` less the other's", heap=heaps(total=lambda *_: 0)),
    broken("`score` and `total` are whole numbers", heap=heaps(score=lambda *_: 0.5)),
    broken("`moves` are all different", heap=heaps(moves=lambda self: [Take(1)] * 2)),
    broken("there are `moves` as long as", heap=heaps(moves=lambda self: [])),
    broken("there are no `moves` when", heap=heaps(moves=lambda self: [Take(1)])),
    broken("`is_legal(one)` says whether it is one of `moves`", heap=heaps(is_legal=lambda *_: True)),
    broken("after a move the other player is to move", heap=heaps(play=forgetful)),
    broken("`play` leaves the position as it is", heap=heaps(play=spoiling)),
    broken("five after two, two: one: ZeroDivisionError is raised", heap=heaps(play=late)),
]


def test_a_game_that_keeps_the_contract_passes():
    conformance.check(Nim())


@pytest.mark.parametrize(("game", "promise"), BROKEN)
def test_a_broken_promise_is_named(game, promise):
    with pytest.raises(BrokenPromiseError) as found:
        conformance.check(game)
    assert promise in str(found.value)
