"""The native core rejects malformed positions and arguments, whatever calls it."""

from pathlib import Path
from typing import Any

import pytest

from outply import _native
from outply.search.trace import Visit

VALID: dict[str, Any] = {
    "size": 2,
    "values": [1, 2, 3, 1_000_000],
    "owners": "XO..",
    "to_move": "X",
    "blitz": False,
}


def starcircle(stars: int, circles: int) -> _native.StarCirclePosition:
    return _native.StarCirclePosition(
        stars, circles, star_to_move=True, passed=False, weights=list(range(8)), score=0
    )


def test_native_core_accepts_a_valid_position() -> None:
    assert _native.WarfarePosition(**VALID).expected_plies() == 2


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 0, "values": [], "owners": ""}, "the size must be"),
        ({"size": -1}, "the size must be"),
        ({"size": 3}, "expected size * size values"),
        ({"size": 27, "values": [1] * 729, "owners": "." * 729}, "the size must be"),
        ({"values": [1, 2, 3]}, "expected size * size values"),
        ({"values": [1, 2, 3, 0]}, "values must be"),
        ({"values": [1, 2, 3, -1]}, "values must be"),
        ({"values": [1, 2, 3, 1_000_001]}, "values must be"),
        ({"owners": "XO."}, "expected size * size owners"),
        ({"owners": "XOXO"}, "no empty cell"),
        ({"owners": "xo.."}, "owners must be"),
        ({"owners": "XO.\0"}, "owners must be"),
        ({"owners": "X .."}, "owners must be"),
        ({"to_move": "."}, "the player to move must be"),
        ({"to_move": "x"}, "the player to move must be"),
    ],
    ids=str,
)
def test_malformed_warfare_position_is_rejected(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match="invalid Warfare position: ") as error:
        _native.WarfarePosition(**VALID | change)
    assert message in str(error.value)


@pytest.mark.parametrize(("stars", "circles"), [(0, 1), (1, 0), (3, 1)])
def test_malformed_starcircle_position_is_rejected(stars: int, circles: int) -> None:
    with pytest.raises(ValueError, match="invalid Star/Circle position: "):
        starcircle(stars, circles)


@pytest.mark.parametrize(
    ("position", "evaluation", "message"),
    [
        (
            _native.WarfarePosition(**VALID),
            "",
            "unknown Warfare evaluation '': expected difference, own or safety",
        ),
        (starcircle(1, 2), "own", "unknown Star/Circle evaluation 'own': expected difference"),
    ],
    ids=["Warfare", "Star/Circle"],
)
def test_native_core_rejects_an_unknown_evaluation(
    position: _native.WarfarePosition | _native.StarCirclePosition, evaluation: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        position.literal(1, prune=False, evaluation=evaluation, control=_native.Control())


def test_native_core_records_the_fields_of_a_visit_in_their_order() -> None:
    assert _native.visit_fields() == [*Visit._fields, "effect"]


def test_installed_core_is_compiled_without_assertions() -> None:
    assert b"__assert_fail" not in Path(_native.__file__).read_bytes()
