"""The ratings of the versions of a team as a chart: points, 95 % intervals, and a sentence with the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 320, 120
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 12, 20
MIN_SPAN = 50.0
"""Smallest range of the scale, so that a change of a few points does not look large."""

MIN_VERSIONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class RatedVersion:
    """The rating of a version and its 95 % interval."""

    version: int
    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ChartPoint:
    """A version in the chart, in units of its view box."""

    version: int
    x: float
    y: float
    low_y: float
    high_y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingChart:
    """A chart for the template: `labels` are numbers of the scale with their heights."""

    points: tuple[ChartPoint, ...]
    curve: str
    labels: tuple[tuple[int, float], ...]
    description: str
    width: int = WIDTH
    height: int = HEIGHT


def rating_chart(versions: Sequence[RatedVersion]) -> RatingChart | None:
    """Return the chart of rated versions; None if there are fewer than two."""
    if len(versions) < MIN_VERSIONS:
        return None
    versions = sorted(versions, key=lambda one: one.version)
    low, high = min(one.elo for one in versions), max(one.elo for one in versions)
    # Intervals of new versions can be very wide: the ratings set the scale, and intervals are cut.
    margin = max(MIN_SPAN, high - low) / 2
    bottom, top = (low + high) / 2 - 2 * margin, (low + high) / 2 + 2 * margin

    def height(elo: float) -> float:
        share = min(1.0, max(0.0, (elo - bottom) / (top - bottom)))
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    step = (WIDTH - LEFT - RIGHT) / (len(versions) - 1)
    points = tuple(
        ChartPoint(
            version=one.version,
            x=round(LEFT + index * step, 1),
            y=height(one.elo),
            low_y=height(one.low),
            high_y=height(one.high),
        )
        for index, one in enumerate(versions)
    )
    curve = " ".join(f"{'L' if index else 'M'}{point.x} {point.y}" for index, point in enumerate(points))
    texts = [f"version {one.version} {one.elo:,.0f} ({one.low:,.0f} to {one.high:,.0f})" for one in versions]
    return RatingChart(
        points=points,
        curve=curve,
        labels=tuple((round(elo), height(elo)) for elo in sorted({round(low), round(high)})),
        description=f"Rating by version, with 95 % intervals: {', '.join(texts)}.",
    )
