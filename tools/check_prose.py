"""Check the language of the repository: words that are almost always wrong, and commit subjects.

    python3 run.py python tools/check_prose.py

CONTRIBUTING.md has the rules. A justified use of a word is allowed by the comment `prose: ok` on its line.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = {".py", ".hpp", ".cpp", ".js", ".css", ".html", ".md", ".toml", ".sh", ".txt", ".c", ".java", ".ipynb"}
NOT_PROSE = (
    "src/outply/assets/",
    "docs/images/",
    "tests/games/transcripts/",
    "tests/student_programs/",
    "LICENSE",
)
ALLOWED = "prose: ok"

RULES = {
    r"\b(some|no|every|any)body\b|\bwhoever\b": "name the role (the student, the client) or use the passive",
    r"\bstrangers?\b": "untrusted program, untrusted text",
    r"\bwalls\b": "sandbox, isolation",
    r"\btold\b|\bhears?\b": "code returns, raises, calls, writes",
    r", too\b(?=[.;:,)\"']|$)": "also, or nothing",
    r"\bthat there (is|are) not\b|(?<!there )\b(is|are) no (file|folder|number|name)s?\b": "say what it is",
    r"; the sentence says\b": "Raises X if ... on a line of its own",
}
PATTERN = re.compile("|".join(f"(?P<rule{number}>{rule})" for number, rule in enumerate(RULES)), re.IGNORECASE)

FIRST_CHECKED = "8d239d814d41246f40de774bd161cc5cd747204e"
MAX_SUBJECT = 72
SCOPE = re.compile(r"^[a-z0-9/_.,+ -]+: ")
NOT_VERBS = {"a", "an", "the", "it", "its", "this", "that", "these", "those", "what", "who", "when", "where"}
NOT_VERBS |= {"why", "of", "one", "each", "every", "no", "some", "all", "more", "new", "there", "tests", "docs"}
VERBS_IN_S = {"pass", "address", "compress", "process", "access", "express", "discuss", "bypass", "focus", "miss"}
VERBS_IN_ED_OR_ING = {"embed", "feed", "need", "speed", "bring", "string", "seed", "shed", "spring"}


def find_words(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, word and advice for every banned word."""
    for number, line in enumerate(text.splitlines(), start=1):
        if ALLOWED in line:
            continue
        for match in PATTERN.finditer(line):
            assert match.lastgroup is not None
            yield number, match.group(), list(RULES.values())[int(match.lastgroup.removeprefix("rule"))]


def check_subject(subject: str) -> str | None:
    """Return the problem with a commit subject, or None."""
    if len(subject) > MAX_SUBJECT:
        return f"has {len(subject)} characters; at most {MAX_SUBJECT} are allowed"
    verb = SCOPE.sub("", subject).partition(" ")[0].lower().rstrip(":,")
    third_person = verb.endswith("s") and not verb.endswith("ss") and verb not in VERBS_IN_S
    participle = verb.endswith(("ed", "ing")) and verb not in VERBS_IN_ED_OR_ING
    if verb in NOT_VERBS or third_person or participle:
        return f"should start with an imperative verb, not {verb!r}"
    return None


def _git(*arguments: str) -> str:
    result = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout if result.returncode == 0 else ""


def _prose_files() -> Iterator[str]:
    for name in _git("ls-files").splitlines():
        path = ROOT / name
        if not name.startswith((*NOT_PROSE, "tools/")) and path.suffix in SUFFIXES and path.is_file():
            yield name


def check_files() -> list[str]:
    """Return a message for every banned word."""
    return [
        f"{name}:{line}: {word!r}: {advice}"
        for name in _prose_files()
        for line, word, advice in find_words((ROOT / name).read_text(encoding="utf-8"))
    ]


def check_commits() -> list[str]:
    """Return a message for every commit after FIRST_CHECKED with a bad subject; none in a shallow clone."""
    subjects = _git("log", "--no-merges", "--format=%h %s", f"{FIRST_CHECKED}..HEAD").splitlines()
    checked = ((line, check_subject(line.partition(" ")[2])) for line in subjects)
    return [f"commit {line}: {problem}" for line, problem in checked if problem]


def main() -> int:
    messages = check_files() + check_commits()
    print("\n".join(messages) if messages else "no findings")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
