"""The plan of a simulated semester: which student hands in which program when."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

from class_load.programs import HOSTILE, PLAYING, WEIGHTS, Kind, Program, Strength

START = 1_800_000_000.0
HOUR_S, DAY_S = 3600.0, 24 * 3600.0
DAYS = 14
DUE_DAY = 12
"""Day on which versions are due. Late ones are accepted until the last day."""

RUSH_SHARE, LATE_SHARE = 0.35, 0.05
"""Share of the submissions on the day before the deadline, and after it."""

MIN_INTERVAL_S = HOUR_S / 5
"""Time between two versions of a student, who keeps the limit of six in an hour."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A submission to make at the simulated time `at`. `number` counts the submissions of the student from 1."""

    at: float
    student: int
    number: int
    program: Program


def make_plan(students: int, submissions: int, random: Random) -> list[Planned]:
    """Return the submissions of a semester in the order of their times.

    Each student has a talent, and the versions become stronger. Nine of ten students end with a version that
    works.
    """
    counts = [1] * min(students, submissions)
    while sum(counts) < submissions:
        counts[random.randrange(len(counts))] += 1
    plan = []
    for student, count in enumerate(counts):
        talent = random.random()
        last_works = random.random() < 0.9
        times = _spread(sorted(_time(random) for _ in range(count)))
        for number, at in enumerate(times, start=1):
            skill = talent * (0.4 + 0.6 * number / count)
            kind = random.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            if number == count and last_works:
                kind = random.choices(PLAYING, [9, 1])[0]
            contestant = random.choice(list(HOSTILE)) if kind is Kind.HOSTILE else ""
            program = Program(kind=kind, strength=_strength(skill), contestant=contestant)
            plan.append(Planned(at=at, student=student, number=number, program=program))
    return sorted(plan, key=lambda one: (one.at, one.student))


def _strength(skill: float) -> Strength:
    """Return the strength of a skill from 0 to 1: deeper searches, and fewer random moves."""
    depth = 1 + min(2, int(3 * skill))
    return Strength(depth=depth, blunders=round(0.9 * (1 - skill) ** 1.2, 4))


def _time(random: Random) -> float:
    """Return a time: the nearer to the deadline the more often, with a rush on its last day, rarely at night."""
    while True:
        choice = random.random()
        if choice < RUSH_SHARE:
            day = DUE_DAY - 1 + math.sqrt(random.random())
        elif choice < RUSH_SHARE + LATE_SHARE:
            day = DUE_DAY + (DAYS - DUE_DAY) * 0.6 * random.random()
        else:
            day = (DUE_DAY - 1) * math.sqrt(random.random())
        hour = 24 * (day % 1)
        if hour >= 8 or random.random() < 0.2:
            return START + day * DAY_S


def _spread(times: list[float]) -> list[float]:
    """Move times that are too close to each other apart."""
    spread: list[float] = []
    for at in times:
        spread.append(max(at, spread[-1] + MIN_INTERVAL_S) if spread else at)
    return spread
