"""The test helper that runs the examples in documents."""

from pathlib import Path

import pytest
from support.documents import blocks, commands, expect_printed, expect_python, prose, run

PAGE = """# A page

```console
$ printf 'a\\n'
a
$ echo one \\
  two
one two
```

<!-- not run: endless -->
```console
$ yes
```

    indented
"""


def test_command_starts_after_a_prompt_and_continues_after_a_backslash() -> None:
    first, _ = blocks(PAGE)
    assert commands(first) == [("printf 'a\\n'", "a"), ("echo one \\\n  two", "one two")]


def test_comment_before_a_code_block_excludes_the_block() -> None:
    assert [block.is_run for block in blocks(PAGE)] == [True, False]


def test_prose_does_not_contain_fenced_blocks() -> None:
    assert prose(PAGE).split() == ["#", "A", "page", "indented"]


def test_ellipsis_matches_anything_within_and_between_lines(tmp_path: Path) -> None:
    expect_printed("a …\n…d", run("printf 'a b\\nc\\nd\\n'", tmp_path), "it")


@pytest.mark.parametrize("printed", ["a", "a b c\n", "b\na"])
def test_console_block_with_different_output_fails(printed: str) -> None:
    with pytest.raises(AssertionError, match="the command printed"):
        expect_printed("a b", printed, "the command")


def test_standard_error_is_part_of_the_output(tmp_path: Path) -> None:
    assert run("ls nothing-here", tmp_path) != ""


@pytest.mark.parametrize("comment", ["2", "1\n# -> 1"])
def test_python_block_with_different_output_fails(tmp_path: Path, comment: str) -> None:
    with pytest.raises(AssertionError):
        expect_python(f"```python\nprint(1)  # -> {comment}\n```\n", tmp_path)
