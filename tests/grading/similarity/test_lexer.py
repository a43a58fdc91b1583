"""Source code as tokens: names, literals, comments and layout do not matter."""

import pytest

from outply.grading.similarity.lexer import Tokens


def codes(text: str, language: str) -> list[int]:
    return list(Tokens(text, language).codes)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("total = total + 1", "s=s+27  # add", "Python"),
        ("def f(a):\n    return a[0]", "def g(b):\n\n\n  return b [ 9 ]", "Python"),
        ("x = 'a'", 'y = """several\nlines"""', "Python"),
        ("import os\nx = 1", "from a import b\ny = 2", "Python"),
        ("print 'a', b", 'print "c", d', "Python"),
        ("if (a) { b(); }", "if (c)\n  d();  // e", "Java"),
        ("package p;\nimport q.*;\nint a = 1;", "int b = 0x1F;", "Java"),
        ('#include <x>\n#define A \\\n  1\nusing namespace std;\nf("a");', "/* b */ g('c');", "C++"),
    ],
)
def test_code_that_differs_in_names_literals_and_layout_has_equal_tokens(
    one: str, other: str, language: str
) -> None:
    assert codes(one, language) == codes(other, language)


@pytest.mark.parametrize(
    ("one", "other"), [("a + b", "a - b"), ("if a: b", "while a: b"), ("a = 1", "a = b"), ("a(b)", "a[b]")]
)
def test_code_with_different_operators_keywords_or_operands_has_different_tokens(one: str, other: str) -> None:
    assert codes(one, "Python") != codes(other, "Python")


def test_tokens_of_different_languages_differ() -> None:
    assert not set(codes("a = b + 1", "Java")) & set(codes("a = b + 1", "C++"))


def test_tokens_have_the_offsets_of_their_text() -> None:
    text = "a = f(  'x#y' )  # comment\n"
    tokens = Tokens(text, "Python")
    words = [text[start:end] for start, end in zip(tokens.starts, tokens.ends, strict=True)]
    assert words == ["a", "=", "f", "(", "'x#y'", ")"]


@pytest.mark.parametrize("text", ["", "'''open", '"open', "/* open", "\x00\ud800é ∑ \\", "r'", "#"])
@pytest.mark.parametrize("language", ["Python", "Java", "C++"])
def test_code_with_syntax_errors_has_tokens(text: str, language: str) -> None:
    assert len(Tokens(text, language)) <= len(text)
