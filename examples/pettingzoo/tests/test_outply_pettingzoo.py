"""Environments follow the rules of their games, and players of Outply act in them."""

from typing import Any

import numpy as np
import pytest
from outply_pettingzoo import Opponent, OutplyEnv, env

from outply.games import all_games

SMALL = {"warfare": "random:4:1"}
"""Start positions with few moves; other games have their default."""


def play(environment: Any, policies: dict[str, Any]) -> dict[str, float]:
    """Play a game and return the reward of each agent."""
    environment.reset()
    rewards = {}
    for agent in environment.agent_iter():
        observation, reward, termination, _, info = environment.last()
        rewards[agent] = reward
        if termination:
            environment.step(None)
            continue
        assert observation["action_mask"].sum() == len(info["moves"])
        policy = policies.get(agent)
        environment.step(policy(environment) if policy else int(observation["action_mask"].argmax()))
    return rewards


@pytest.mark.parametrize("game", all_games())
def test_every_game_is_played_to_its_end(game: str) -> None:
    environment = env(game, setup=SMALL.get(game))
    rewards = play(environment, {})
    assert environment.unwrapped.position.is_over
    assert sum(rewards.values()) == 0
    assert set(map(abs, rewards.values())) <= {0.0, 1.0}


def test_engine_beats_the_first_move_of_the_list() -> None:
    environment = env("warfare", setup="random:4:1", reward="margin")
    rewards = play(environment, {"O": Opponent("engine:2000n")})
    assert rewards["O"] == environment.unwrapped.position.score("O") > 0


def test_observation_shows_the_board_from_the_point_of_view_of_an_agent() -> None:
    environment = OutplyEnv("warfare", setup="random:4:1")
    values = np.array(environment.position.values).reshape(4, 4)  # type: ignore[attr-defined]
    environment.step(0)
    own, other = environment.observe("X")["observation"], environment.observe("O")["observation"]
    assert (own[:, :, 2] == values).all()
    assert own[0, 0].tolist()[:2] == [1, 0]
    assert other[0, 0].tolist()[:2] == [0, 1]
    assert environment.render().splitlines()[0] == "X..."
    assert environment.observe("X")["action_mask"].sum() == 0


@pytest.mark.parametrize("action", [-1, 999, None])
def test_action_without_a_move_is_refused(action: int | None) -> None:
    with pytest.raises(ValueError, match="expected an action from 0 to 15"):
        OutplyEnv("warfare", setup="random:4:1").step(action)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown game 'chess'; expected warfare"):
        env("chess")
    with pytest.raises(ValueError, match="unknown kind of reward"):
        env(reward="glory")


@pytest.mark.filterwarnings("ignore::UserWarning")  # advice about names of agents, and about masks
@pytest.mark.parametrize("game", all_games())
def test_environment_passes_the_checks_of_pettingzoo(game: str) -> None:
    pytest.importorskip("pettingzoo")
    from pettingzoo.test import api_test

    api_test(env(game, setup=SMALL.get(game)), num_cycles=50)
