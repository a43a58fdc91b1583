"""The table of native cores loads built-in and added cores alike, and ignores unusable ones."""

import logging
import re
import sys
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import pytest
from support.games.nim import Nim

from outply.games import all_games, warfare
from outply.games.conformance import ConformanceError
from outply.games.protocol import Game
from outply.search import conformance, cores
from outply.search.cores import CORES, CoreTable, NativeCore
from outply.search.cores.warfare import WarfareCore
from outply.search.native import Control

SDK_VERSION = CORES["warfare"].native.sdk_version


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return an imported module `added_core`, in which a test defines a core."""
    module = ModuleType("added_core")
    monkeypatch.setitem(sys.modules, "added_core", module)
    return module


def core_with(native: object) -> type[NativeCore]:
    return type("AddedCore", (NativeCore,), {"native": native})


def test_core_is_loaded_once_and_found_by_the_name_of_its_game(module: ModuleType) -> None:
    module.AddedCore = core_with(SimpleNamespace(sdk_version=SDK_VERSION))  # type: ignore[attr-defined]
    table = CoreTable(added="added_core:AddedCore")
    assert isinstance(table["added"], module.AddedCore)
    assert table["added"] is table.get("added")
    assert "added" in table


def test_added_core_is_found_by_its_entry_point(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    module.AddedCore = core_with(SimpleNamespace(sdk_version=SDK_VERSION))  # type: ignore[attr-defined]
    monkeypatch.setattr(
        "importlib.metadata.entry_points",
        lambda group, name: (
            [SimpleNamespace(value="added_core:AddedCore")]
            if (group, name) == ("outply.native_cores", "added")
            else []
        ),
    )
    assert isinstance(CoreTable()["added"], module.AddedCore)
    assert "other" not in CoreTable()


def test_game_without_a_core_has_none() -> None:
    assert cores.CoreTable().get("chess") is None
    with pytest.raises(KeyError, match="chess"):
        CORES["chess"]


def test_core_that_was_not_compiled_is_left_out_silently(caplog: pytest.LogCaptureFixture) -> None:
    assert CoreTable(added="no_such_module:Core").get("added") is None
    assert caplog.messages == []


def test_core_built_for_another_version_of_the_headers_is_ignored_with_a_warning(
    module: ModuleType, caplog: pytest.LogCaptureFixture
) -> None:
    module.AddedCore = core_with(SimpleNamespace(sdk_version=SDK_VERSION + 1))  # type: ignore[attr-defined]
    with caplog.at_level(logging.WARNING, "outply"):
        assert CoreTable(added="added_core:AddedCore").get("added") is None
    assert caplog.messages == [
        "ignoring the native core of the game 'added': added_core:AddedCore was built for version "
        f"{SDK_VERSION + 1} of Outply's headers, expected {SDK_VERSION}; install it again"
    ]


def test_core_that_raises_is_ignored_with_a_warning(module: ModuleType, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "outply"):
        assert CoreTable(added="added_core:Missing").get("added") is None
    (message,) = caplog.messages
    assert message.startswith(
        "ignoring the native core of the game 'added': added_core:Missing raises AttributeError"
    )


class OneBoard:
    """A game with one small board, as far as the conformance check of a native core needs it."""

    def __init__(self, game: Any, setup: str) -> None:
        self.name, self.variants, self.setups = game.name, game.variants, (setup,)
        self.start, self.cells, self.changed_squares = game.start, game.cells, game.changed_squares
        self.players, self.edit = game.players, game.edit


def check(game: str, setup: str) -> None:
    conformance.check_native(cast(Game, OneBoard(all_games()[game], setup)), games=1, max_visits=100)


@pytest.mark.parametrize(("game", "setup"), [("warfare", "random:3:1"), ("starcircle", "initial")])
def test_built_in_core_agrees_with_the_rules(game: str, setup: str) -> None:
    check(game, setup)


class WrongMoves(WarfareCore):
    def encode(self, position: Any) -> Any:
        other = "blitz" if position.rules == "raid" else "raid"
        values, owners = position.values, position.owners
        return super().encode(warfare.Position(position.size, values, owners, position.to_move, other))


class WrongScores(WarfareCore):
    def encode(self, position: Any) -> Any:
        values = [value + 1 for value in position.values]
        return super().encode(
            warfare.Position(position.size, values, position.owners, position.to_move, position.rules)
        )


class WrongCodes(WarfareCore):
    def decode_move(self, position: Any, code: int) -> Any:
        return super().decode_move(position, code ^ 1)


class CodesByPlayer(WarfareCore):
    """Encodes moves differently for the two players."""

    def encode_move(self, position: Any, move: Any) -> int:
        code: int = super().encode_move(position, move)
        return code + (1000 if position.to_move == "O" else 0)

    def decode_move(self, position: Any, code: int) -> Any:
        return super().decode_move(position, code - (1000 if position.to_move == "O" else 0))


class KeyWithoutPlayer(WarfareCore):
    """Takes the engine's results from a table whose keys are the boards."""

    def __init__(self) -> None:
        self._table: dict[Any, Any] = {}

    def encode(self, position: Any) -> Any:
        core = super().encode(position)
        first = self._table.setdefault((position.values, position.owners), core)
        searches = {name: getattr(core, name) for name in dir(core) if not name.startswith("_")}
        return SimpleNamespace(**searches | {"iterative_deepening": first.iterative_deepening})


class NotStopping(WarfareCore):
    def encode(self, position: Any) -> Any:
        core = super().encode(position)
        return SimpleNamespace(
            literal=lambda depth, prune, evaluation, control: core.literal(1, prune, evaluation, Control()),
            literal_trace=core.literal_trace,
        )


@pytest.mark.parametrize(
    ("core", "message"),
    [
        (WrongMoves, "must have the moves in the same order: "),
        (WrongScores, "must have the same scores after the moves: "),
        (WrongCodes, "`decode_move` must be the inverse of `encode_move`"),
        (CodesByPlayer, "`decode_move` must not depend on the player to move: "),
        (KeyWithoutPlayer, "`key` must contain the player to move: "),
        (NotStopping, "the literal search must end when it is stopped"),
    ],
)
def test_core_that_disagrees_with_the_rules_is_reported(
    core: type[NativeCore], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CORES, "get", {"warfare": core()}.get)
    with pytest.raises(ConformanceError, match=f"warfare, raid, random:3:1.*: .*{re.escape(message)}"):
        check("warfare", "random:3:1")


def test_game_without_a_native_core_fails_the_check() -> None:
    with pytest.raises(ConformanceError, match="nim has no native core that can be loaded"):
        conformance.check_native(cast(Game, Nim()))
