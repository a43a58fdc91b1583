"""The games, boards and players that the server offers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Literal

from outply.formats import question as questions
from outply.games import all_games
from outply.games.evaluations import evaluations
from outply.games.protocol import HasRandomBoards, SummarizesVariants
from outply.games.view import cell_to_dict, style_to_dict
from outply.players.engine import LEVELS
from outply.players.protocol import PlayerError
from outply.players.ratings import GAME, first_opponent, ratings
from outply.players.registry import player, player_types
from outply.text import join_or
from outply.web.positions import (
    PositionCache,
    PositionError,
    cells_take_numbers,
    describe,
    is_editable,
    piece_kinds,
)
from outply.web.requests import MAX_DEPTH, PositionRef
from outply.web.responses import (
    EvaluationResponse,
    GameResponse,
    GamesResponse,
    InitialData,
    LimitsResponse,
    PieceKind,
    PlayerResponse,
    PositionResponse,
    RatingResponse,
    RatingsResponse,
    VariantResponse,
)
from outply.web.search_limits import SearchLimits

OFFERED_TYPES: dict[str, tuple[Literal["depth", "seconds"], str]] = {
    "minimax": ("depth", "Textbook minimax to a fixed depth"),
    "alphabeta": ("depth", "Textbook alpha-beta to a fixed depth"),
    "engine": ("seconds", "Strongest player, with a time limit per move"),
}
"""Player types that the page offers beside the levels, the unit of their argument and a description."""

FIRST_SETUP = "Smolensk"
"""Board of a visitor's first game, if the first game has it."""


def catalogue(has_tournament: bool, network_url: str | None, limits: SearchLimits) -> GamesResponse:
    """Return the games and the computer players that the server offers, and its limits."""
    games = all_games()
    first = next(iter(games.values()))
    setup = FIRST_SETUP if FIRST_SETUP in first.setups else next(iter(first.setups))
    return GamesResponse(
        games=[describe_game(game) for game in games.values()],
        players=offered_players(),
        limits=LimitsResponse(seconds=limits.max_seconds, depth=MAX_DEPTH),
        first_start=f"{first.name}/{first.variants[0]}/{setup}",
        first_opponent=first_opponent(),
        ratings=RatingsResponse(
            game=GAME,
            players={name: RatingResponse.model_validate(asdict(rating)) for name, rating in ratings().items()},
        ),
        tournament=has_tournament,
        network_url=network_url,
    )


def initial_data(games: GamesResponse) -> InitialData:
    """Return the catalogue `games` with the position of a visitor's first game."""
    ref = PositionRef(start=games.first_start)
    position = describe(ref, *PositionCache().resolve(ref))
    return InitialData(catalogue=games, position=PositionResponse.model_validate(position))


def describe_game(game: Any) -> GameResponse:
    """Return what a page needs to know of a game."""
    return GameResponse(
        name=game.name,
        title=game.title,
        players=game.players,
        variants=[
            VariantResponse(
                name=variant,
                players=[game.player_label(player, variant) for player in game.players],
                rules_text=game.rules(variant),
                summary=game.variant_summary(variant) if isinstance(game, SummarizesVariants) else "",
            )
            for variant in game.variants
        ],
        setups=list(game.setups),
        has_random_boards=isinstance(game, HasRandomBoards),
        max_size=game.sizes[-1] if isinstance(game, HasRandomBoards) else len(game.view(game.start()).rows),
        editable=is_editable(game),
        cells_take_numbers=cells_take_numbers(game),
        piece_kinds=[PieceKind.model_validate(kind) for kind in piece_kinds(game)],
        has_input_format=questions.has_question_format(game.name),
        evaluations=[
            EvaluationResponse(name=entry.name, definition=entry.definition)
            for entry in evaluations(game.name).values()
        ],
    )


def known_game(name: str) -> Any:
    """Return the game called `name`.

    Raises PositionError if there is no such game.
    """
    game = all_games().get(name)
    if game is None:
        raise PositionError(f"unknown game {name!r}; available: {', '.join(all_games())}")
    return game


def known_variant(game: Any, rules: str | None) -> str:
    """Return the rule variant `rules` of the game; None is the first one.

    Raises PositionError if the game has no such variant.
    """
    variant: str = game.variants[0] if rules is None else rules
    if variant not in game.variants:
        raise PositionError(f"{game.title} has no {rules} rules; expected {join_or(game.variants)}")
    return variant


def describe_board(game: Any, variant: str, setup: str) -> dict[str, Any]:
    """Return the board of a setup as JSON values, in the form that `positions.describe` has it."""
    view = game.view(game.start(variant, setup))
    return {
        "players": [{"id": player} for player in game.players],
        **style_to_dict(view),
        "cells": [cell_to_dict(cell) for cell in view.cells],
    }


def offered_players() -> list[PlayerResponse]:
    """Return the computer players that the page offers, the levels first."""
    levels = [
        PlayerResponse(name=f"level:{number}", title=skill.title, kind="level", description=skill.description)
        for number, skill in enumerate(LEVELS, start=1)
    ]
    titles = {kind.name: kind.title for kind in player_types()}
    return [
        *levels,
        *(
            PlayerResponse(name=name, title=titles[name], kind=unit, description=description)
            for name, (unit, description) in OFFERED_TYPES.items()
        ),
    ]


def offered_player(name: str, limits: SearchLimits) -> Any:
    """Return the computer player with the given name.

    Raises PlayerError if the server does not offer the player, or if its depth or time is too large.
    """
    kind, _, argument = name.partition(":")
    chooser = player(name)
    seconds = argument.removesuffix("s")
    if kind in ("minimax", "alphabeta") and int(argument.split(":")[0]) > MAX_DEPTH:
        raise PlayerError(f"{kind} is limited to depth {MAX_DEPTH} on this server")
    if kind == "engine" and (seconds == argument or float(seconds) > limits.max_seconds):
        raise PlayerError(
            f"expected an engine with seconds per move, such as engine:2s (at most {limits.max_seconds:g}s)"
        )
    if kind not in ("minimax", "alphabeta", "engine", "level", "greedy", "random"):
        raise PlayerError(f"player {kind!r} is not available on this server")
    return chooser
