"""Examples in documents are told from the rest, and one that prints something else is found out."""

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

<!-- not run: it never ends -->
```console
$ yes
```

    indented
"""


def test_a_command_is_a_line_after_a_prompt_and_goes_on_after_a_backslash():
    first, _ = blocks(PAGE)
    assert commands(first) == [("printf 'a\\n'", "a"), ("echo one \\\n  two", "one two")]


def test_a_comment_takes_a_block_out():
    assert [block.is_run for block in blocks(PAGE)] == [True, False]


def test_prose_is_what_stands_outside_of_blocks():
    assert prose(PAGE).split() == ["#", "A", "page", "indented"]


def test_an_ellipsis_stands_for_anything_within_and_between_lines(tmp_path):
    expect_printed("a …\n…d", run("printf 'a b\\nc\\nd\\n'", tmp_path), "it")


@pytest.mark.parametrize("printed", ["a", "a b c\n", "b\na"])
def test_other_output_is_a_failure(printed):
    with pytest.raises(AssertionError, match="the command prints"):
        expect_printed("a b", printed, "the command")


def test_what_a_program_complains_about_is_part_of_what_it_prints(tmp_path):
    assert run("ls nothing-here", tmp_path) != ""


@pytest.mark.parametrize("comment", ["2", "1\n# -> 1"])
def test_python_that_prints_something_else_is_a_failure(tmp_path, comment):
    with pytest.raises(AssertionError):
        expect_python(f"```python\nprint(1)  # -> {comment}\n```\n", tmp_path)
