"""Exports for the public: aliases instead of names, and no output of programs."""

from __future__ import annotations

import csv
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from outply.arena.tournament.plan import Contestant
from outply.arena.tournament.schedule import Round
from outply.arena.tournament.standings import Pairing, Standings
from outply.arena.tournament.state import StoredGame
from outply.errors import UserError
from outply.report.base.csv_writer import Column, safe_cell, write_csv
from outply.text import os_reason


class AliasError(UserError):
    """Raised if a file of aliases cannot be read or is invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Privacy:
    """Settings for which data of a tournament an export shows.

    `aliases` maps each contestant to the name that is shown; without aliases the names are shown. With aliases the
    contestants and games are sorted and numbered by alias, so that the order of entry does not reveal the names,
    and explanations of failures, which may quote a program, are left out. `show_output` states whether the output
    of programs and builds is shown, and `show_explanations` whether explanations of failures are; with aliases
    neither is.
    """

    aliases: Mapping[str, str] = field(default_factory=dict)
    show_output: bool = True
    show_explanations: bool = True

    def standings(self, standings: Standings) -> Standings:
        """Return the standings with aliases."""
        if not self.aliases:
            return standings
        ratings = standings.ratings
        return replace(
            standings,
            rows=tuple(replace(row, name=self.aliases[row.name]) for row in standings.rows),
            pairings=tuple(sorted(map(self._pairing, standings.pairings), key=lambda one: (one.round, one.names))),
            ratings=ratings and replace(ratings, players=tuple(self.aliases[name] for name in ratings.players)),
            ties=tuple(tuple(self.aliases[name] for name in names) for names in standings.ties),
        )

    def games(self, games: Iterable[StoredGame]) -> list[StoredGame]:
        """Return the games with aliases; output that the export does not show is removed."""
        shown = [self._game(stored) for stored in games]
        if self.aliases:
            shown.sort(key=lambda stored: (stored.game.round, stored.game.pair, stored.game.number))
            shown = [replace(stored, id=number) for number, stored in enumerate(shown, start=1)]
        return shown

    def rounds(self, rounds: Iterable[Round]) -> list[Round]:
        """Return the rounds with aliases."""
        if not self.aliases:
            return list(rounds)
        return [
            replace(
                round_,
                pairs=tuple(sorted((self.aliases[first], self.aliases[second]) for first, second in round_.pairs)),
                byes=tuple(sorted(self.aliases[name] for name in round_.byes)),
            )
            for round_ in rounds
        ]

    def contestants(self, contestants: Iterable[Contestant]) -> list[Contestant]:
        """Return the contestants with aliases."""
        if not self.aliases:
            return list(contestants)
        shown = (replace(contestant, name=self.aliases[contestant.name]) for contestant in contestants)
        return sorted(shown, key=lambda contestant: contestant.name)

    def build_failures(self, failures: Mapping[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
        """Return the build failures with aliases; output that the export does not show is removed."""
        if self.aliases or not self.show_explanations:
            names = sorted(self.aliases.get(name, name) for name in failures)
            return dict.fromkeys(names, ("the build failed", ""))
        return {name: (reason, output if self.show_output else "") for name, (reason, output) in failures.items()}

    def _pairing(self, pairing: Pairing) -> Pairing:
        contestant, opponent = (self.aliases[name] for name in pairing.names)
        winner = pairing.winner and self.aliases[pairing.winner]
        if contestant < opponent:
            return replace(pairing, contestant=contestant, opponent=opponent, winner=winner)
        return replace(
            pairing, contestant=opponent, opponent=contestant, winner=winner, wdl=pairing.wdl.reversed()
        )

    def _game(self, stored: StoredGame) -> StoredGame:
        game, result = stored.game, stored.result
        if self.aliases:
            game = replace(game, first=self.aliases[game.first], second=self.aliases[game.second])
        if self.aliases or not self.show_explanations:
            result = replace(result, explanation="")
        if not self.show_explanations:
            result = replace(result, note="")  # it may contain paths of the machine
        if self.aliases or not self.show_output:
            result = replace(result, output="", errors="")
        return replace(stored, game=game, result=result)


COLUMNS: tuple[Column[tuple[str, str]], ...] = (
    Column("contestant", lambda pair: pair[0]),
    Column("alias", lambda pair: pair[1]),
)


def read_aliases(path: Path) -> dict[str, str]:
    """Read a CSV file with the columns `contestant` and `alias`. A file that does not exist has no aliases.

    Raises AliasError if the file is invalid.
    """
    try:
        with path.open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            header, rows = reader.fieldnames, list(reader)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise AliasError(f"cannot read {path}: {os_reason(error)}") from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise AliasError(f"{path} is not valid CSV: {error}") from None
    lacks_column = header is not None and not {column.name for column in COLUMNS} <= set(header)
    if lacks_column or any(not row.get(column.name) for row in rows for column in COLUMNS):
        raise AliasError(f"{path}: expected the columns contestant and alias, with a value in each line")
    aliases = {row["contestant"]: row["alias"] for row in rows}
    if len(set(aliases.values())) < len(rows):
        raise AliasError(f"{path}: expected each contestant and each alias only once")
    return aliases


def complete_aliases(aliases: Mapping[str, str], names: Sequence[str], rng: random.Random) -> dict[str, str]:
    """Return an alias for each name: the one in `aliases`, otherwise `Program 1`, `Program 2` and so on by lot."""
    used = set(aliases.values())
    free = [alias for number in range(1, len(names) + len(used) + 1) if (alias := f"Program {number}") not in used]
    missing = [name for name in names if safe_cell(name) not in aliases]
    free = free[: len(missing)]
    rng.shuffle(free)
    new = dict(zip(missing, free, strict=True))
    return {name: new.get(name) or aliases[safe_cell(name)] for name in names}


def aliases_csv(aliases: Mapping[str, str]) -> str:
    """Return the aliases as CSV text."""
    return write_csv(COLUMNS, aliases.items())
