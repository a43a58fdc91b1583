"""Outply games as environments of PettingZoo (agent environment cycle), and Outply players that act in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from outply.games import all_games
from outply.games.protocol import Position
from outply.players.protocol import MoveContext
from outply.players.registry import player

try:
    from pettingzoo import AECEnv as Base
except ImportError:  # the environment has the same methods without PettingZoo

    class Base:  # type: ignore[no-redef]
        """The part of PettingZoo's `AECEnv` that a loop over agents needs."""

        def agent_iter(self, max_iter: int = 1 << 63) -> Iterator[str]:
            """Yield the agent to act until all agents are done."""
            environment: Any = self
            while environment.agents and max_iter > 0:
                yield environment.agent_selection
                max_iter -= 1

        def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
            """Return observation, reward, termination, truncation and info of the agent to act."""
            environment: Any = self
            agent = environment.agent_selection
            return (
                environment.observe(agent) if observe else None,
                environment._cumulative_rewards[agent],
                environment.terminations[agent],
                environment.truncations[agent],
                environment.infos[agent],
            )

        @property
        def unwrapped(self) -> Any:
            return self


PLANES = 3
"""Own squares, the opponent's squares, and the numbers on the squares."""

REWARDS = ("result", "margin")


def env(
    game: str = "warfare", *, variant: str | None = None, setup: str | None = None, reward: str = "result"
) -> OutplyEnv:
    """Return an environment for a game, with PettingZoo's checks of wrong use if PettingZoo is installed.

    Raises ValueError if there is no such game, variant, setup or kind of reward.
    """
    environment = OutplyEnv(game, variant=variant, setup=setup, reward=reward)
    try:
        from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
    except ImportError:
        return environment
    wrapped: Any = OrderEnforcingWrapper(AssertOutOfBoundsWrapper(environment))
    return wrapped  # type: ignore[no-any-return]


class OutplyEnv(Base):  # type: ignore[misc]
    """An environment in which the two players of a game act in turn.

    The agents are the players of the game, such as `X` and `O`. Action i is the i-th legal move.
    """

    def __init__(
        self, game: str, *, variant: str | None = None, setup: str | None = None, reward: str = "result"
    ) -> None:
        games = all_games()
        if game not in games:
            raise ValueError(f"unknown game {game!r}; expected {', '.join(games)}")
        if reward not in REWARDS:
            raise ValueError(f"unknown kind of reward {reward!r}; expected {' or '.join(REWARDS)}")
        self._game = games[game]
        variant = variant or self._game.variants[0]
        self._start = self._game.start(variant) if setup is None else self._game.start(variant, setup)
        self._reward = reward
        self.metadata = {"name": f"outply_{game}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = "ansi"
        self.possible_agents = list(self._game.players)
        view = self._game.view(self._start)
        self._shape = len(view.rows), len(view.columns), PLANES
        self.max_moves = 2 * len(view.rows) * len(view.columns)
        """The number of actions. No game of Outply has more than two moves for each square."""
        self._spaces: dict[str, tuple[Any, Any]] = {}
        self.reset()

    @property
    def position(self) -> Position:
        """The current position."""
        return self._position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game. The games have no chance, so `seed` changes nothing."""
        self._position: Position = self._start
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self._position.to_move

    def step(self, action: int | None) -> None:
        """Play the legal move with the index `action`; None for an agent that is done.

        Raises ValueError if there is no such move.
        """
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("when an agent is done, the only valid action is None")
            self._remove(agent)
            return
        moves = self._position.moves()
        if action is None or not 0 <= action < len(moves):
            raise ValueError(f"expected an action from 0 to {len(moves) - 1}, got {action}")
        self._position = self._position.play(moves[action])
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self._position.is_over:
            self.rewards = {one: self._final_reward(one) for one in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        for one in self.agents:
            self._cumulative_rewards[one] += self.rewards[one]
            self.infos[one] = self._info(one)
        self.agent_selection = self._other(agent) if self._position.is_over else self._position.to_move

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the board from the agent's point of view, and the mask of its legal actions."""
        planes = np.zeros(self._shape, np.int32)
        for cell in self._game.view(self._position).cells:
            row, column = cell.square
            if cell.owner is not None:
                planes[row, column, 0 if cell.owner == agent else 1] = 1
            if cell.text.isdigit():
                planes[row, column, 2] = int(cell.text)
        mask = np.zeros(self.max_moves, np.int8)
        if agent == self._position.to_move:
            mask[: len(self._position.moves())] = 1
        return {"observation": planes, "action_mask": mask}

    def observation_space(self, agent: str) -> Any:
        """Return the space of the agent's observations; needs Gymnasium."""
        return self._space(agent)[0]

    def action_space(self, agent: str) -> Any:
        """Return the space of the agent's actions; needs Gymnasium."""
        return self._space(agent)[1]

    def render(self) -> str:
        """Return the board as text: the owners of the squares, `.` for an empty one."""
        rows, columns, _ = self._shape
        board = [["."] * columns for _ in range(rows)]
        for cell in self._game.view(self._position).cells:
            if cell.owner is not None:
                board[cell.square[0]][cell.square[1]] = cell.owner[0]
        return "\n".join("".join(row) for row in board)

    def close(self) -> None:
        """Release nothing; PettingZoo calls this method."""

    def _info(self, agent: str) -> dict[str, Any]:
        moves = self._position.moves() if agent == self._position.to_move else ()
        return {"moves": [str(move) for move in moves], "margin": self._position.score(agent)}

    def _final_reward(self, agent: str) -> float:
        margin = self._position.score(agent)
        return float(margin if self._reward == "margin" else np.sign(margin))

    def _other(self, agent: str) -> str:
        first, second = self.possible_agents
        return second if agent == first else first

    def _remove(self, agent: str) -> None:
        """Remove an agent that is done; the other one follows."""
        self.agents.remove(agent)
        for values in (self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del values[agent]  # type: ignore[attr-defined]
        self.rewards = dict.fromkeys(self.agents, 0.0)  # of this step
        if self.agents:
            self.agent_selection = self.agents[0]

    def _space(self, agent: str) -> tuple[Any, Any]:
        if agent not in self._spaces:
            from gymnasium import spaces

            actions = spaces.Discrete(self.max_moves)
            board = spaces.Box(0, np.iinfo(np.int32).max, self._shape, np.int32)
            mask = spaces.Box(0, 1, (self.max_moves,), np.int8)
            self._spaces[agent] = spaces.Dict({"observation": board, "action_mask": mask}), actions
        return self._spaces[agent]


class Opponent:
    """An Outply player, such as `engine:0.1s` or `level:3`, as a policy: called with the environment, it acts."""

    def __init__(self, name: str = "engine:0.1s") -> None:
        self._player = player(name)

    def __call__(self, environment: Any) -> int:
        """Return the action of the player in the current position of the environment."""
        position: Position = environment.unwrapped.position
        move = self._player.choose(position, MoveContext()).move
        return list(position.moves()).index(move)
