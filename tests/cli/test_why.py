"""`outply why`: the diagnosis of wrong answers."""

import json
import signal
from collections.abc import Callable
from functools import partial
from io import StringIO
from itertools import count
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from conftest import ROOT
from rich.console import Console
from support.assertions import not_none
from support.grading import student_programs as students
from support.processes.command_line import RunCommand, run_cli
from support.processes.terminal import Terminal

from outply.cli.progress import CLEAR_LINE, status_line
from outply.cli.why.render import HEADINGS, print_text
from outply.diagnosis.output_diff import Difference
from outply.formats.question import read

EXAMPLES = ROOT / "examples"
WAR, STAR = EXAMPLES / "warfare-1.in", EXAMPLES / "starcircle-1.in"
OPENING = (
    "Star\nALPHABETA\n4\n"
    "0,C1,0,C1,0,C1,0,C1\nC1,0,C1,0,C1,0,C1,0\n0,C1,0,C1,0,C1,0,C1\n0,0,0,0,0,0,0,0\n0,0,0,0,0,0,0,0\n"
    "S1,0,S1,0,S1,0,S1,0\n0,S1,0,S1,0,S1,0,S1\nS1,0,S1,0,S1,0,S1,0\n10,20,30,40,50,60,70,80\n"
)


@pytest.fixture
def why(tmp_path: Path) -> RunCommand:
    def run(*arguments: str | Path, given: str = "") -> CompletedProcess[str]:
        return run_cli("why", *arguments, cwd=tmp_path, given=given)

    return run


def test_right_answer_has_exit_status_0(why: RunCommand) -> None:
    done = why(WAR, EXAMPLES / "warfare-1.out")
    assert (done.returncode, done.stdout, done.stderr) == (0, "Right\n  The answer is right.\n", "")


def test_right_answer_in_the_wrong_format_has_exit_status_1(why: RunCommand) -> None:
    done = why(WAR, "-", given=(EXAMPLES / "warfare-1.out").read_text() + "\n")
    assert done.returncode == 1
    assert done.stdout == (
        "Right, but in the wrong format\n"
        "  The answer is right, but its format is wrong.\n"
        "  There is a line feed after the last line; the file should end with its last\n"
        "  character.\n"
    )


def test_wrong_move_is_shown_with_board_and_values_and_cause_and_tree_command(
    why: RunCommand, tmp_path: Path
) -> None:
    (tmp_path / "input.txt").write_text(OPENING)
    (tmp_path / "output.txt").write_bytes(not_none(students.PlaysLastTie(read(OPENING.encode())).output()))
    done = why("input.txt", "output.txt")
    assert done.returncode == 1
    assert done.stdout.startswith("Wrong move\n  The answer plays C7-D8; the right move is C1-D2.")
    assert "At the root: Star to move (MAX)\n" in done.stdout
    assert "  C1-D2  expected" in done.stdout
    assert "  C7-D8  answered" in done.stdout
    assert "One of the " in done.stdout
    assert "This may be a coincidence: one wrong answer cannot" in " ".join(done.stdout.split())
    assert "- A program that plays the last of several best moves.\n" in done.stdout
    assert "\nShow it: outply tree input.txt --below C7-D8\n" in done.stdout
    assert "ause" not in done.stdout, "one answer proves no cause"


def test_wrong_node_count_is_shown_with_the_window_of_its_node(why: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text(OPENING)
    (tmp_path / "output.txt").write_bytes(not_none(students.PrunesStrictly(read(OPENING.encode())).output()))
    shown = why("input.txt", "output.txt").stdout
    assert "The node count is 206, not 2,953 (2,747 too many)." in shown
    assert "\nAfter C1-D2, F2-E1, C5-D6: Circle to move (MIN), alpha 0, beta inf\n" in shown
    assert "leads to this answer. This may be a coincidence" in " ".join(shown.split())
    assert "\n- A program that prunes at > and < instead of >= and <=.\n" in shown
    assert "Show it: outply tree input.txt --below C1-D2 --below F2-E1 --below C5-D6\n" in shown
    assert shown.endswith("\nAsk the program more: outply why --game starcircle -- COMMAND\n")


def test_list_of_visits_is_recognised_by_its_content(why: RunCommand) -> None:
    done = why(STAR, "-", given="root\n  F4-H2\n  F4-G5\n")
    assert done.returncode == 1
    assert "The visits end after 2 moves. The next visit should be G3-F2 after F4-G5." in done.stdout
    assert "lead to this list; it cannot distinguish them (2 visits)." in " ".join(done.stdout.split())
    assert "- A program that stops the search one ply too early" in done.stdout
    assert why(STAR, "-", given="root\n  F4-H2\n  F4-G5\n    G3-F2\n    G3-F4\n").returncode == 0


def test_type_option_overrides_the_content(why: RunCommand) -> None:
    assert "The visits end after 2 moves" in why(STAR, "-", given="F4-H2\nF4-G5").stdout
    assert (
        "expected the evaluation after the move" in why(STAR, "-", "--type", "output", given="F4-H2\nF4-G5").stdout
    )
    assert "The visits end after 1 move." in why(STAR, "-", "--type", "visits", given="F4-H2").stdout


def test_rules_option_selects_the_rule_variant(why: RunCommand, tmp_path: Path) -> None:
    question = "2\nMINIMAX\nX\n1\n1 9\n1 1\nX.\n..\n"
    (tmp_path / "input.txt").write_text(question)
    (tmp_path / "output.txt").write_text("B1 Raid\nXX\n..")
    assert why("input.txt", "output.txt").returncode == 1
    assert why("input.txt", "output.txt", "--rules", "blitz").returncode == 0


def test_json_holds_the_whole_diagnosis(why: RunCommand) -> None:
    done = why(STAR, "-", "--json", "-", given="F4-H2\n160\n160\n4")
    diagnosis = json.loads(done.stdout)
    assert done.returncode == 1
    assert (diagnosis["difference"], diagnosis["sentences"]) == (
        "count",
        ["The node count is 5, not 4 (1 too few)."],
    )
    assert diagnosis["candidates"][0]["mistake"] == "root-uncounted"


def test_wrong_usage_has_exit_status_2(why: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("nonsense\n")
    bad = why("bad.txt", WAR)
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "bad.txt, line 1: found 'nonsense'" in bad.stderr
    missing = why(WAR, "nowhere.txt")
    assert (missing.returncode, missing.stderr) == (2, "outply: nowhere.txt: no such file or directory\n")
    both = why("-", "-")
    assert both.returncode == 2
    assert "INPUT and ANSWER cannot both be standard input" in both.stderr
    rules = why(STAR, EXAMPLES / "starcircle-1.out", "--rules", "blitz")
    assert (rules.returncode, rules.stderr) == (
        2,
        f"outply: {STAR}: Star/Circle has no blitz rules; drop --rules\n",
    )


def test_visits_of_a_competition_are_refused(why: RunCommand) -> None:
    question = WAR.read_text().replace("MINIMAX\nO\n2", "COMPETITION\nO\n2.5")
    done = why("-", EXAMPLES / "warfare-1.out", given=question)
    assert (done.returncode, done.stdout.split("\n")[0]) == (0, "Right")
    assert why("-", EXAMPLES / "warfare-1.out", "--type", "visits", given=question).returncode == 2


def test_control_characters_are_escaped(why: RunCommand) -> None:
    done = why(WAR, "-", given="\x1b[31mB3\n")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout


def test_every_kind_of_difference_has_a_heading() -> None:
    assert set(HEADINGS) == set(Difference)


@pytest.mark.parametrize("question", [STAR, EXAMPLES / "warfare-3.in"])
def test_text_printed_by_tree_is_accepted_as_a_list_of_visits(
    question: Path, why: RunCommand, tmp_path: Path
) -> None:
    tree = run_cli("tree", question, "--text").stdout
    done = why(question, "-", given=tree)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Right\n  All ")
    lines = tree.splitlines()
    del lines[5]
    done = why(question, "-", given="\n".join(lines))
    assert done.returncode == 1
    assert "(line 6)" in done.stdout


@pytest.mark.parametrize("options", [["--limit", "30"], ["--below", "C3 Raid"]])
def test_part_of_a_tree_is_not_accepted_as_the_whole_tree(options: list[str], why: RunCommand) -> None:
    question = EXAMPLES / "warfare-3.in"
    tree = run_cli("tree", question, "--text", *options).stdout
    done = why(question, "-", given=tree)
    assert done.returncode == 1
    assert "The tree is incomplete" in done.stdout


def test_terminal_shows_progress_of_the_simulation(why: RunCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = count()
    monkeypatch.setattr("outply.cli.progress.stderr_is_terminal", lambda: True)
    monkeypatch.setattr("outply.cli.why.command.status_line", partial(status_line, lambda: next(seconds)))
    done = why(WAR, "-", given="C3 Stake\nX..\n...\n..O")
    assert "simulating mistakes: " in done.stderr
    assert done.stderr.endswith(CLEAR_LINE)
    assert "Wrong move" in done.stdout


# Many answers, and programs.


@pytest.fixture
def cases(tmp_path: Path) -> Path:
    """Return a folder with three of the assignment's questions and the right answers."""
    folder = tmp_path / "cases"
    folder.mkdir()
    for number in (1, 2, 3):
        for suffix in (".in", ".out"):
            name = f"warfare-{number}{suffix}"
            (folder / name).write_bytes((EXAMPLES / name).read_bytes())
    return folder


def test_exit_status_is_0_if_all_answers_in_a_folder_are_right(why: RunCommand, cases: Path) -> None:
    done = why(cases, cases)
    assert (done.returncode, done.stdout) == (0, "3 of 3 answers right, 0 wrong.\n")


def test_missing_answers_are_counted_and_not_right(why: RunCommand, cases: Path) -> None:
    (cases / "warfare-2.out").unlink()
    done = why(cases, cases)
    assert (done.returncode, done.stdout) == (1, "2 of 3 answers right, 0 wrong, 1 missing.\n")


def test_answers_without_a_board_are_malformed(why: RunCommand, cases: Path) -> None:
    for path in cases.glob("*.out"):
        path.write_text(path.read_text().split("\n")[0])
    done = why(cases, cases)
    assert done.returncode == 1
    assert "0 of 3 answers right, 3 wrong.\n" in done.stdout
    assert "3 wrong answers are malformed" in done.stdout
    assert "A program that" not in done.stdout
    one = why(WAR, cases / "warfare-1.out")
    assert one.returncode == 1
    assert one.stdout.startswith("Incomplete answer\n  The output has no board of ")
    assert "mistake" not in one.stdout


def test_crash_is_shown_with_the_end_of_standard_error_and_without_a_mistake(why: RunCommand, cases: Path) -> None:
    done = why(cases, "--", "sh", "-c", "for i in 1 2 3 4 5 6 7; do echo error $i >&2; done; exit 3")
    assert done.returncode == 1
    assert done.stdout.count("error 7") == 1
    assert "error 2\n" not in done.stdout
    assert "A program that" not in done.stdout


def test_answers_in_subfolders_are_matched_to_their_questions(
    why: RunCommand, cases: Path, tmp_path: Path
) -> None:
    for number in (1, 2, 3):
        (tmp_path / f"q/{number}").mkdir(parents=True)
        (cases / f"warfare-{number}.in").rename(tmp_path / f"q/{number}/input.txt")
        (cases / f"warfare-{number}.out").rename(tmp_path / f"q/{number}/output.txt")
    (tmp_path / "q/1/output.txt").write_text("A1 Stake")
    done = why("q", "q")
    assert done.returncode == 1
    assert "2 of 3 answers right, 1 wrong.\n  Wrong: 1/input.txt\n" in done.stdout


def test_json_diagnosis_of_many_answers_has_level_and_candidates(why: RunCommand, cases: Path) -> None:
    (cases / "warfare-2.in").write_text("2\nMINIMAX\nX\n1\n1 9\n1 1\nX.\n..\n")
    (cases / "warfare-2.out").write_text("B1 Raid\nXX\n..")
    done = why(cases, cases, "--json", "-")
    diagnosis = json.loads(done.stdout)
    assert (diagnosis["right"], diagnosis["wrong"], diagnosis["level"]) == (2, 1, "one of several")
    assert {"mistake", "explains", "contradicted", "chance", "statement"} <= set(diagnosis["candidates"][0])


def test_why_runs_a_command_on_the_cases(why: RunCommand, cases: Path) -> None:
    done = why(cases, "--", "cp", cases / "warfare-3.out", "output.txt")
    assert done.returncode == 1
    assert "1 of 3 answers right, 2 wrong." in done.stdout
    assert "outply why --experiment" in done.stdout


def test_experiment_prints_each_round(why: RunCommand, cases: Path) -> None:
    done = why("--experiment", "--max-questions", "3", cases, "--", "cp", cases / "warfare-3.out", "output.txt")
    assert done.returncode == 1
    assert "The experiment " in done.stdout
    assert "The smallest question that the program answers wrongly:" in done.stdout


def test_arguments_after_two_dashes_are_passed_to_the_command_unchanged(
    why: RunCommand, cases: Path, tmp_path: Path
) -> None:
    script = tmp_path / "show.sh"
    script.write_text(f'echo "$@" > {tmp_path}/arguments; cp {cases}/warfare-1.out output.txt')
    assert why(cases / "warfare-1.in", "--", "sh", script, "--json", "-", "--", "-x").returncode == 0
    assert (tmp_path / "arguments").read_text() == "--json - -- -x\n"


def test_further_mistakes_are_described_by_their_titles(why: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "answer.txt").write_text("B3 Stake\n..XX.\n..XOX\n.X.O.\n..OO.\n.....")
    done = why(EXAMPLES / "warfare-3.in", "answer.txt")
    assert "\n- Also a program that raises alpha at MIN" in done.stdout


def test_questions_option_writes_questions_that_distinguish_the_mistakes(why: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "input.txt").write_text("2\nMINIMAX\nX\n1\n1 9\n1 1\nX.\n..\n")
    (tmp_path / "output.txt").write_text("B1 Raid\nXX\n..")
    done = why("input.txt", "output.txt", "--questions", "more", "--max-questions", "2")
    assert "wrote 2 questions to more;" in done.stdout
    assert sorted(path.name for path in (tmp_path / "more").iterdir()) == ["question-01.in", "question-02.in"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cases"], "expected INPUT and ANSWER, or a folder of cases and -- COMMAND"),
        (["cases", "output.txt"], "cases is a folder, but output.txt is not"),
        (["cases", "nowhere"], "nowhere does not exist"),
        (["cases", "--"], "no command after --"),
        (["--", "true"], "expected a folder of cases, or --game warfare"),
        (["--experiment", "cases", "cases"], "--experiment requires a program: add -- COMMAND"),
        (["cases", "--", "no-such-program"], "program not found: no-such-program"),
        (["nowhere", "--", "true"], "folder nowhere does not exist"),
        (["cases", "empty"], "empty contains no answer to a case, such as empty/warfare-1.out"),
    ],
)
def test_invalid_combination_of_arguments_is_explained(
    why: RunCommand, cases: Path, tmp_path: Path, arguments: list[str], message: str
) -> None:
    (tmp_path / "output.txt").write_text("A1 Stake")
    (tmp_path / "empty").mkdir()
    done = why(*arguments)
    assert done.returncode == 2
    assert message in done.stderr


def test_swapped_input_and_answer_get_a_hint(why: RunCommand) -> None:
    done = why(EXAMPLES / "warfare-1.out", WAR)
    assert done.returncode == 2
    assert f"INPUT and ANSWER seem to be swapped; try: outply why {WAR} " in done.stderr


def test_swapped_folders_get_a_hint(why: RunCommand, tmp_path: Path) -> None:
    cases, answers = tmp_path / "cases", tmp_path / "answers"
    cases.mkdir()
    answers.mkdir()
    (cases / "input1.txt").write_bytes(WAR.read_bytes())
    (answers / "output1.txt").write_text("A1 Stake")
    done = why(answers, cases)
    assert done.returncode == 2
    assert f"swapped; try: outply why {cases} {answers}" in " ".join(done.stderr.split())


def test_time_limit_ends_the_simulation_of_mistakes(why: RunCommand, tmp_path: Path) -> None:
    (tmp_path / "output.txt").write_text("B1 Stake\nXO.\n...\n...")
    done = why(EXAMPLES / "warfare-1.in", "output.txt", "--time-limit", "0")
    assert done.returncode == 1
    assert "Not simulated, because the diagnosis was stopped: " in " ".join(done.stdout.split())


def test_diagnosis_without_time_names_no_mistake(why: RunCommand, tmp_path: Path) -> None:
    for number in (1, 2):
        (tmp_path / f"input{number}.txt").write_bytes(WAR.read_bytes())
        (tmp_path / f"output{number}.txt").write_text("A1 Stake\nX..\n...\n...")
    done = why(tmp_path, tmp_path, "--time-limit", "0")
    assert done.returncode == 1
    assert "The diagnosis was stopped before a wrong answer was compared." in done.stdout
    assert "None of the" not in done.stdout


def test_move_values_are_shown_in_full_on_a_narrow_terminal(
    why: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    done = why(EXAMPLES / "warfare-3.in", "-", given="B3 Stake")
    assert "\n  -46  B3 Stake  answered\n" in done.stdout
    assert "…" not in done.stdout


def test_list_items_are_indented_on_a_narrow_terminal() -> None:
    text = StringIO()
    print_text(Console(file=text, width=20), "- A program that looks only one move ahead.")
    assert text.getvalue() == "- A program that\n  looks only one\n  move ahead.\n"


def test_why_prints_no_trailing_blanks(why: RunCommand) -> None:
    done = why(EXAMPLES / "warfare-3.in", "-", given="B3 Stake")
    assert not any(line.endswith(" ") for line in done.stdout.split("\n"))


def test_interrupted_experiment_prints_the_diagnosis_so_far(
    at_terminal: Callable[..., Terminal], cases: Path
) -> None:
    terminal = at_terminal("why", "--game", "starcircle", "--", "cp", "cases/warfare-1.out", "output.txt")
    terminal.wait_for("Round 1")
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.finish() in (1, 130)  # 1 if the experiment had just ended
    assert "0 of " in terminal.shown
