"""Pages of the ladder: standings, games to replay, and their records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from starlette.responses import PlainTextResponse, Response

from outply.arena.tournament.jobs import GameResult
from outply.arena.tournament.state import StoredGame
from outply.classroom.accounts.roles import STAFF
from outply.classroom.ladder import games as ladder_games
from outply.classroom.ladder import schedule
from outply.classroom.ladder.games import GameState, LadderGame, submission_of, title_of
from outply.classroom.ladder.ranking import LadderRow
from outply.classroom.submissions import get_submission
from outply.formats import game_record
from outply.players.forfeit import Failure
from outply.report.base.formatting import duration
from outply.report.match.replay import DEFAULT_PLAY_URL, replay_context
from outply.report.tournament.pages import outcome_text
from outply.text import escape_controls
from outply.web.classroom.access import RefusedError
from outply.web.classroom.server import ClassRequest, redirect

LATEST_GAMES = 12
"""Number of games in the list of the latest games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRow:
    """A finished game in a list. `points` are those of the first player."""

    id: int
    titles: tuple[str, str]
    teams: tuple[int | None, int | None]
    board: str
    outcome: str
    points: float
    finished_at: float

    def outcome_for(self, team: int) -> str:
        """Return the outcome from the point of view of a team: `won`, `drawn` or `lost`."""
        points = self.points if self.teams[0] == team else 1 - self.points
        return "won" if points > 0.5 else "lost" if points < 0.5 else "drawn"


def visitor_team(request: ClassRequest) -> int | None:
    """Return the team of the visitor; None for staff and the public."""
    return None if request.visitor.person is None else request.visitor.person.team


def standings(request: ClassRequest) -> list[LadderRow]:
    """Return the rows of all versions with games, of the active ones and of the baselines."""
    return request.server.ladder.standings(request.classroom.database, request.classroom.settings)


def game_rows(request: ClassRequest, games: Sequence[LadderGame]) -> list[GameRow]:
    """Return the rows of finished games for a list."""
    teams, aliases = ladder_games.teams_of(request.classroom.database, games)
    rows = []
    for game in games:
        assert game.points is not None
        assert game.finished_at is not None
        titles = title_of(game.first, aliases), title_of(game.second, aliases)
        first, second = (teams.get(submission_of(key) or 0) for key in (game.first, game.second))
        rows.append(
            GameRow(
                id=game.id,
                titles=titles,
                teams=(first, second),
                board=game.board,
                outcome=outcome_text(ladder_games.stored_game(game, aliases), titles),
                points=game.points,
                finished_at=game.finished_at,
            )
        )
    return rows


def show_ladder(request: ClassRequest) -> Response:
    """Show the active versions and the baselines by rating, and the latest games."""
    classroom, team = request.classroom, visitor_team(request)
    is_playing = schedule.is_open(classroom.settings, request.now)
    is_staff = request.visitor.role in STAFF
    return request.page(
        "ladder",
        rows=request.server.ladder_rows.render(standings(request), team, is_playing=is_playing, is_staff=is_staff),
        team=team,
        is_playing=is_playing,
        settings=classroom.settings.ladder,
        games=game_rows(request, ladder_games.recent_games(classroom.database, limit=LATEST_GAMES)),
    )


def _finished_game(request: ClassRequest) -> LadderGame:
    """Return the game of the path.

    Raises RefusedError if there is no such game, or if it is not over.
    """
    try:
        game = ladder_games.get_game(request.classroom.database, request.number("game"))
    except KeyError:
        raise RefusedError(404, "there is no such game") from None
    if game.state is not GameState.DONE:
        raise RefusedError(404, "there is no such game")
    return game


def _stored_game(request: ClassRequest, game: LadderGame) -> StoredGame:
    return ladder_games.stored_game(game, ladder_games.teams_of(request.classroom.database, [game])[1])


def show_game(request: ClassRequest) -> Response:
    """Show a game. What a program wrote is shown to its own team only."""
    game = _finished_game(request)
    stored = _stored_game(request, game)
    titles = stored.game.first, stored.game.second
    is_owner = _is_owner(request, game)
    result = _shown_result(stored.result, is_owner=is_owner, is_staff=request.visitor.role in STAFF)
    outcome = outcome_text(stored, titles)
    names = [escape_controls(title) for title in titles]
    return request.page(
        "ladder_game",
        game=game,
        titles=titles,
        result=result,
        outcome=outcome,
        is_owner=is_owner,
        **_forfeit_context(result, titles),
        **replay_context(stored.record(), names, escape_controls(outcome), DEFAULT_PLAY_URL, is_served=False),
    )


def _is_owner(request: ClassRequest, game: LadderGame) -> bool:
    """Return whether the program that failed in a game belongs to the visitor's team."""
    submission = None if game.failed is None else submission_of(game.failed)
    team = visitor_team(request)
    if submission is None or team is None:
        return False
    return get_submission(request.classroom.database, submission).team == team


def _shown_result(result: GameResult, *, is_owner: bool, is_staff: bool) -> GameResult:
    """Return a result without what the visitor may not see.

    An explanation may quote what the program wrote, and a note may contain paths of the server.
    """
    if not is_owner:
        result = replace(result, output="", errors="")
    if not (is_owner or is_staff):
        result = replace(result, explanation="")
    return result if is_staff else replace(result, note="")


def _forfeit_context(result: GameResult, titles: tuple[str, str]) -> dict[str, Any]:
    if result.failed is None:
        return {"loser": None, "advice": "", "move_times": (), "used": ""}
    advice = {failure.label: failure.advice for failure in Failure}
    return {
        "loser": titles[result.failed],
        "advice": advice.get(result.failure or "", ""),
        "move_times": [duration(seconds) for seconds in result.failed_move_seconds or ()],
        "used": duration(sum(result.cpu_seconds(result.failed))),
    }


def download_game(request: ClassRequest) -> Response:
    """Return the record of a game as a file, with aliases of its players."""
    game = _finished_game(request)
    record = _stored_game(request, game).record()
    names = game_record.record_name(record.players[0]), game_record.record_name(record.players[1])
    turns = tuple(replace(turn, player=names[index % 2]) for index, turn in enumerate(record.turns))
    text = game_record.write(replace(record, players=names, turns=turns))
    headers = {"Content-Disposition": f'attachment; filename="game-{game.id}.txt"', "Cache-Control": "no-store"}
    return PlainTextResponse(text, headers=headers)


def resume_version(request: ClassRequest) -> Response:
    """Let a paused version play again."""
    try:
        submission = get_submission(request.classroom.database, request.number("submission"))
    except KeyError:
        raise RefusedError(404, "there is no such submission") from None
    ladder_games.resume_version(request.classroom.database, submission.id, request.actor, request.now)
    request.server.wake()
    return redirect("/staff#ladder")
