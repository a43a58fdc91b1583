"""Exercises in search trees, and their solutions."""

import re
from itertools import islice
from xml.etree import ElementTree

import pytest
from support.assertions import not_none

from outply.games import all_games
from outply.report.tree.exercise import MAX_LEAVES, MAX_NODES, Exercise, NoExerciseError, random_exercises
from outply.report.tree.exercise_sheet import exercise_sheet
from outply.report.tree.exercise_svg import ExerciseDrawing
from outply.search.textbook import alphabeta, minimax
from outply.search.trace import WHOLE_TREE

SVG = "{http://www.w3.org/2000/svg}"
SETTINGS = [("warfare", "raid", 3), ("warfare", "blitz", 2), ("starcircle", "standard", 2)]


def make(game: str, variant: str, depth: int, seed: int = 1, count: int = 2) -> list[Exercise]:
    return list(islice(random_exercises(all_games()[game], variant, seed=seed, depth=depth), count))


def texts(drawing: str) -> list[str]:
    return [not_none(element.text) for element in ElementTree.fromstring(drawing).iter(f"{SVG}text")]


@pytest.mark.parametrize(("game", "variant", "depth"), SETTINGS)
def test_exercises_have_the_trees_of_the_textbook(game: str, variant: str, depth: int) -> None:
    for exercise in make(game, variant, depth):
        position = exercise.minimax.start
        full = not_none(minimax(position, depth, trace=WHOLE_TREE).trace)
        pruned = not_none(alphabeta(position, depth, trace=WHOLE_TREE).trace)
        assert list(exercise.minimax.visits) == list(full)
        assert list(exercise.alphabeta.visits) == list(pruned)
        assert len(full) <= MAX_NODES
        assert sum(visit.below == 1 for visit in full) <= MAX_LEAVES
        assert len(pruned) < len(full)


@pytest.mark.parametrize(("game", "variant", "depth"), SETTINGS)
def test_nodes_of_both_trees_are_matched_by_their_moves(game: str, variant: str, depth: int) -> None:
    (exercise,) = make(game, variant, depth, count=1)
    assert sorted(exercise.visited_as.values()) == list(range(len(exercise.alphabeta)))
    for full, pruned in exercise.visited_as.items():
        assert exercise.minimax.position_at(full) == exercise.alphabeta.position_at(pruned)
    cut = [node for node in range(len(exercise.minimax)) if exercise.is_cut(node)]
    assert len(cut) == sum(exercise.alphabeta.cuts)


def test_equal_seeds_give_equal_exercises() -> None:
    first, again, other = (make("warfare", "raid", 3, seed) for seed in (7, 7, 8))
    assert [exercise.minimax.start for exercise in first] == [exercise.minimax.start for exercise in again]
    assert [exercise.minimax.start for exercise in first] != [exercise.minimax.start for exercise in other]
    assert first[0].minimax.start != first[1].minimax.start


def test_fewer_exercises_of_a_seed_are_the_first_ones() -> None:
    few, many = (make("warfare", "blitz", 2, count=count) for count in (1, 3))
    assert few[0].minimax.start == many[0].minimax.start


def test_depth_without_small_trees_is_refused() -> None:
    exercises = random_exercises(all_games()["warfare"], "raid", seed=1, depth=4, max_games=3)
    with pytest.raises(NoExerciseError, match="no position whose tree to depth 4 fits a page"):
        next(exercises)


def test_exercise_shows_leaves_only_and_its_solution_everything() -> None:
    (exercise,) = make("warfare", "raid", 3, count=1)
    tree = exercise.minimax
    inner = sum(map(bool, tree.children))
    blank = texts(ExerciseDrawing(exercise, is_solved=False).svg())
    assert sum(text.endswith("= ____") for text in blank) == inner
    assert blank.count("[ ______ , ______ ]") == inner
    assert len(blank) == len(tree) + inner
    drawing = ExerciseDrawing(exercise, is_solved=True).svg()
    solved = texts(drawing)
    assert not any("__" in text for text in solved)
    assert f"root = {tree.result.value}" in solved
    assert sum(text.startswith("[") for text in solved) == sum(
        bool(tree.children[node]) for node in exercise.visited_as
    )
    assert drawing.count('class="cut"') == sum(exercise.alphabeta.cuts)


def test_exercise_does_not_give_away_the_principal_variation() -> None:
    (exercise,) = make("warfare", "raid", 3, count=1)
    blank, solved = (ExerciseDrawing(exercise, is_solved=is_solved).svg() for is_solved in (False, True))
    assert "bold" not in blank
    assert "bold" in solved


def test_sheets_state_the_task_the_answer_and_the_command() -> None:
    exercises = make("warfare", "raid", 3)
    blank, solved = (
        exercise_sheet(exercises, command="outply tree --exercise --seed 1", is_solved=is_solved)
        for is_solved in (False, True)
    )
    assert re.findall(r"Exercise \d", blank) == ["Exercise 1", "Exercise 2"]
    assert re.findall(r"Solution \d", solved) == ["Solution 1", "Solution 2"]
    for exercise in exercises:
        answer = f"{exercise.minimax.result.move}, value {exercise.minimax.result.value}. "
        assert answer not in blank
        assert answer in solved
    assert "outply tree --exercise --seed 1" in blank
    assert "<script" not in blank + solved
