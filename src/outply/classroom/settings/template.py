"""The text of a new settings file of a class, with a comment for each setting."""

from __future__ import annotations

import json
from collections.abc import Callable

from outply.classroom.settings.class_settings import (
    Checks,
    ClassLimits,
    Course,
    LadderSettings,
    SignIn,
    StorageSettings,
    TournamentSettings,
)


def template(title: str, url: str, game: str, rules: str, *, public_suite: str, preflight: bool) -> str:
    """Return the text of a new settings file, with a comment for each setting."""
    course, checks, limits, ladder, sign_in = Course(), Checks(), ClassLimits(), LadderSettings(), SignIn()
    tournament, storage = TournamentSettings(), StorageSettings()
    text: Callable[[object], str] = _toml_text
    suite = f"public_suite = {text(public_suite)}" if public_suite else '# public_suite = "suites/public"'
    return f"""\
# Settings of a class. The server reads this file again when it changes; the administrator's page shows
# what is in force, and what is wrong with an invalid change.

[course]
title = {text(title or course.title)}
url = {text(url)}  # where students reach the server; sign-in links begin with it

[game]
name = {text(game)}
rules = {text(rules)}

[checks]  # what happens to each version that is handed in
{suite}  # folder of cases in this directory, made by `outply cases`
preflight = {str(preflight).lower()}  # build with make and play a few moves, as `outply check` does
preflight_moves = {checks.preflight_moves}
preflight_seconds = {checks.preflight_seconds}  # CPU time per game
preflight_opponent = {text(checks.preflight_opponent)}
preflight_board = {text(checks.preflight_board)}  # named board, or random:SIZE:SEED; empty for the default

[limits]  # per team, and per program and case
upload_mib = {limits.upload_mib}
submissions_per_hour = {limits.submissions_per_hour}
submissions_per_day = {limits.submissions_per_day}
waiting_submissions = {limits.waiting_submissions}  # versions that wait for their check at the same time
case_cpu_seconds = {limits.case_cpu_seconds}
case_wall_seconds = {limits.case_wall_seconds}
case_memory_mib = {limits.case_memory_mib}
give_up_after_timeouts = {limits.give_up_after_timeouts}  # in a row; 0 to run all cases

[ladder]  # the active versions play each other and the baselines; empty list for none
is_open = true
baselines = [{", ".join(text(one) for one in ladder.baselines)}]
board = {text(ladder.board)}  # random:SIZE for another random board in each pairing, or one board; empty: size 8
seconds = {ladder.seconds}  # CPU time of each player per game
games_per_version = {ladder.games_per_version}
cpu_minutes_per_day = {ladder.cpu_minutes_per_day}  # per team
failures_before_pause = {ladder.failures_before_pause}  # in a row
review_games = true  # find the move that lost a game, for the dashboard of its programmer

[tournament]  # the official one, of the active versions
is_automatic = true  # play it when the last deadline has closed
format = {text(tournament.format)}  # or "swiss", for more than about 30 teams
games = {tournament.games}  # per pairing
seconds = {tournament.seconds}  # CPU time of each player per game
board = {text(tournament.board)}  # empty for random boards
has_baselines = true  # the baselines of the ladder take part

[visibility]  # what visitors see who are not signed in, with aliases instead of names
public_ladder = false
public_tournament = false

[sign_in]
link_days = {sign_in.link_days}
session_days = {sign_in.session_days}
# Behind a reverse proxy with a single sign-on, which must remove this header from the requests of browsers:
# trusted_header = "X-Remote-User"  # key or email address of a person on the roster
# trusted_proxies = ["127.0.0.1"]  # also without a single sign-on: X-Forwarded-For then names clients

[storage]
max_mib = {storage.max_mib}  # disk space of this directory; uploads are refused when it is full
keep_versions = {storage.keep_versions}  # per team, files of inactive versions to keep; 0 for all
keep_days = {storage.keep_days}  # remove files of inactive versions after this time; 0 for never

[metrics]  # GET /metrics for Prometheus, with a token of the staff or from one of these addresses
addresses = []

[notifications]  # messages about finished checks; off while empty
# webhook_url = "https://bot.example.edu/class"  # gets JSON without names and output of programs
# webhook_secret = "at least 16 characters"  # signs the webhook
# mail_from = "class@example.edu"
# smtp_host = "mail.example.edu"  # mail to the students of the team
# smtp_port = 587
# smtp_security = "starttls"  # or "tls", or "none" for a server on this machine
# smtp_user = "class"
# smtp_password = "secret"

# [[baselines]]  # any number: programs on the ladder, such as the best of last year
# name = "Best of 2025"
# directory = "baselines/best-2025"  # in this directory: a directory with a Makefile, or a single program

# [[marks]]  # any number: points for a version that is stronger than a baseline of the ladder
# name = "beats alphabeta:2"
# player = "alphabeta:2"
# points = 10

# [[deadlines]]  # any number
# name = "Homework 1"
# due = 2026-12-01T23:59:00+01:00
# closes = 2026-12-03T23:59:00+01:00  # until then versions are accepted and marked late
# hidden_suite = "suites/hidden-1"  # run with the versions that count when the deadline has closed
# hidden_points = 100  # of all hidden cases together; 0 for one point each
# release_hidden = false  # true: students see results and cases at once; false: after the button on the staff page
"""


def _toml_text(value: object) -> str:
    """Return a TOML string. JSON escapes are TOML escapes, except those of surrogates."""
    return json.dumps(str(value), ensure_ascii=False)
