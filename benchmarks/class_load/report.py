"""Tables of a simulated semester: queue times, shares, final states, and the ladder against the true strength."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from statistics import mean, median

from class_load.plan import DUE_DAY, HOUR_S, START
from class_load.programs import PLAYING, Kind, Strength
from class_load.semester import CASES, Semester
from kills import Problems

from outply.arena.ratings.elo import Rating
from outply.classroom.classroom import Classroom
from outply.classroom.ladder import ranking, schedule
from outply.classroom.ladder.games import key_of
from outply.classroom.submissions import get_submission

MIN_CORRELATION = 0.95
MAX_EXCEPTIONS = 20
RUSH_HOURS = 24


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which a share of the values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def print_queue_times(classroom: Classroom, speed: float) -> None:
    """Print the real time from the upload to the begin of the check, by hour, with one line for a quiet day."""
    rows = classroom.database.rows(
        "SELECT received_at, started_at, finished_at FROM submission WHERE started_at IS NOT NULL AND attempts = 1"
    )
    hours: defaultdict[int, list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        hour = int((row["received_at"] - START) / HOUR_S)
        waited, took = row["started_at"] - row["received_at"], row["finished_at"] - row["started_at"]
        hours[hour].append((waited / speed, took / speed))
    print("\nqueue times in real seconds (checks that were started once)")
    print(f"{'simulated time':18} {'checks':>6} {'median':>7} {'95 %':>7} {'check, median':>14}")
    rush = range(DUE_DAY * 24 - RUSH_HOURS, DUE_DAY * 24)
    groups: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for hour in sorted(hours):
        name = f"day {hour // 24:2}"
        groups[f"{name}, hour {hour % 24:2}" if hour in rush else name] += hours[hour]
    groups["all"] = [one for values in hours.values() for one in values]
    for name, values in groups.items():
        waits, checks = [one[0] for one in values], [one[1] for one in values]
        print(
            f"{name:18} {len(values):6} {median(waits):7.1f} {quantile(waits, 0.95):7.1f} {median(checks):14.1f}"
        )


def print_shares(classroom: Classroom) -> None:
    """Print how CPU time and games of the ladder are shared among teams, and queue times of busy teams."""
    cpu = schedule.cpu_by_team(classroom.database, 0.0)
    total = sum(cpu.values())
    shares = sorted((value / total for value in cpu.values()), reverse=True) if total else []
    rows = classroom.database.rows(
        "SELECT team, count(*) AS number, avg(started_at - queued_at) AS waited FROM submission GROUP BY team"
    )
    games = Counter(
        key
        for row in classroom.database.rows("SELECT first, second FROM ladder_game WHERE state = 'done'")
        for key in (row["first"], row["second"])
    )
    active = [key_of(row["active_submission"]) for row in _active(classroom)]
    counts = [games[key] for key in active] or [0]
    print(f"\nCPU time of programs on the ladder: {total:.1f} s of {len(cpu)} teams")
    if shares:
        print(
            f"largest shares {', '.join(f'{share:.2%}' for share in shares[:3])}; equal share {1 / len(cpu):.2%}"
        )
    done = sum(games.values()) // 2
    print(f"{done} games; of an active version: {min(counts)} to {max(counts)}, median {median(counts):.0f}")
    busy = sorted(rows, key=lambda row: -row["number"])
    tenth = max(1, len(busy) // 10)
    for name, group in (("busiest tenth", busy[:tenth]), ("quietest tenth", busy[-tenth:])):
        waits = [row["waited"] for row in group if row["waited"] is not None]
        versions = sum(row["number"] for row in group) / len(group)
        waited = median(waits) / 60
        print(f"{name} of the teams: {versions:.1f} versions, {waited:.0f} simulated minutes in the queue")


def _active(classroom: Classroom) -> list[Mapping[str, int]]:
    query = "SELECT id, active_submission FROM team WHERE active_submission IS NOT NULL"
    return [dict(row) for row in classroom.database.rows(query)]


def check_states(classroom: Classroom, semester: Semester, problems: Problems) -> None:
    """Check that each submission was received or refused, ended and was paused as its program requires."""
    exceptions: list[str] = []
    counts: Counter[Kind] = Counter()
    paused = {row["submission"] for row in classroom.database.rows("SELECT submission FROM ladder_pause")}
    for outcome in semester.outcomes:
        program = outcome.planned.program
        counts[program.kind] += 1
        name = f"student {outcome.planned.student}, number {outcome.planned.number} ({program.kind.value})"
        if outcome.status != program.status:
            exceptions.append(f"{name}: expected status {program.status}, got {outcome.status}")
        if not outcome.submission:
            continue
        submission = get_submission(classroom.database, outcome.submission)
        if wrong := program.explain_wrong(submission.state.value, submission.headline, len(CASES)):
            exceptions.append(f"{name}, submission {submission.id}: {wrong}; {submission.advice[:200]}")
        if program.kind is not Kind.FAILS_ON_LADDER and submission.id in paused:
            exceptions.append(f"{name}: paused")
        if program.kind is Kind.FAILS_ON_LADDER and submission.id not in paused:
            games = classroom.database.rows(
                "SELECT 1 FROM ladder_game WHERE state = 'done' AND ? IN (first, second)", key_of(submission.id)
            )
            if len(games) >= classroom.settings.ladder.failures_before_pause:
                exceptions.append(f"{name}: not paused after {len(games)} games")
    print("\nsubmissions: " + ", ".join(f"{count} {kind.value}" for kind, count in counts.most_common()))
    retries = sum(outcome.retries for outcome in semester.outcomes)
    print(f"{len(exceptions)} did not end as expected; {retries} uploads repeated")
    for exception in exceptions[:MAX_EXCEPTIONS]:
        print(f"  {exception}")
    problems.check(not exceptions, f"{len(exceptions)} submissions did not end as expected")
    if semester.page_s:
        pages = semester.page_s
        print(
            f"{len(pages)} pages: median {1000 * median(pages):.0f} ms, 95 % {1000 * quantile(pages, 0.95):.0f} ms"
        )


def check_ladder(
    classroom: Classroom, semester: Semester, truth: Mapping[Strength, float], problems: Problems
) -> None:
    """Compare the ratings of the working active versions with their true strengths."""
    programs = {one.submission: one.planned.program for one in semester.outcomes if one.submission}
    rows = {row.submission: row for row in ranking.standings(classroom.database, classroom.settings)}
    pairs = []
    for team in _active(classroom):
        program, row = programs[team["active_submission"]], rows[team["active_submission"]]
        if program.kind in PLAYING and program.strength in truth and row.games:
            pairs.append((truth[program.strength], row.rating))
    if len(pairs) < 3:
        print("too few working versions for a comparison")
        return
    correlation = spearman([true for true, _ in pairs], [rating.elo for _, rating in pairs])
    true_mean = mean(true for true, _ in pairs)
    own_mean = mean(rating.elo for _, rating in pairs)
    # The ladder prefers pairs of similar strength, the round robin plays all. The model fits neither exactly, so
    # one difference of strength has two numbers of Elo: their ratio is the slope of the regression.
    products = sum((true - true_mean) * (rating.elo - own_mean) for true, rating in pairs)
    slope = products / sum((true - true_mean) ** 2 for true, _ in pairs)
    covered = {scale: _coverage(pairs, true_mean, own_mean, scale) for scale in (1.0, slope)}
    widths = median(rating.high - rating.low for _, rating in pairs) / 2
    errors = median(abs(rating.elo - own_mean - (true - true_mean)) for true, rating in pairs)
    spread = quantile([true for true, _ in pairs], 0.95) - quantile([true for true, _ in pairs], 0.05)
    print(f"\n{len(pairs)} working active versions; true strengths differ by {spread:.0f} Elo (5 % to 95 %)")
    print(f"rank correlation of ladder and true strength: {correlation:.3f}")
    print(f"error: median {errors:.0f} Elo; 95 % interval +-{widths:.0f}, covers {covered[1.0]:.1%}")
    print(f"100 Elo of the round robin are {100 * slope:.0f} on the ladder; by this scale {covered[slope]:.1%}")
    problems.check(correlation >= MIN_CORRELATION, f"rank correlation {correlation:.3f}")


def _coverage(pairs: Sequence[tuple[float, Rating]], true_mean: float, own_mean: float, scale: float) -> float:
    """Return the share of the ratings whose interval has the true rating, converted to the scale of the ladder."""
    expected = [own_mean + scale * (true - true_mean) for true, _ in pairs]
    return mean(rating.low <= one <= rating.high for one, (_, rating) in zip(expected, pairs, strict=True))


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the rank correlation of two sequences; equal values share their mean rank."""
    first, second = _ranks(one), _ranks(other)
    mean = (len(first) - 1) / 2
    product = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    squares = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    return float(product / squares**0.5) if squares else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    positions: defaultdict[float, list[int]] = defaultdict(list)
    for position, value in enumerate(sorted(values)):
        positions[value].append(position)
    return [sum(positions[value]) / len(positions[value]) for value in values]
