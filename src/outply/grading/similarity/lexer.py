"""Split Python, Java and C++ source code into tokens; names and literals are replaced by placeholders.

Regular expressions suffice, because the tokens are only compared; broken code and Python 2 can be read as well.
"""

from __future__ import annotations

import keyword
import re
from array import array
from zlib import crc32

LANGUAGES = {
    ".py": "Python",
    ".java": "Java",
    **dict.fromkeys((".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp"), "C++"),
}
"""Languages by suffix of the file name."""

NAME, NUMBER, STRING = "name", "number", "string"

_TAIL = r"""
    | (?P<name> [^\W\d]\w* )
    | (?P<number> \d[\w.']* )
    | (?P<operator> [-+*/%&|^=!<>]= | \*\* | // | << | >> | -> | && | \|\| | \+\+ | -- | :: | [^\s\w] )
"""
_QUOTED = r""" "(?:\\.|[^"\\\n])*"? | '(?:\\.|[^'\\\n])*'? """
_TRIPLE_QUOTED = r""" ""\"(?:\\.|[^\\])*?(?:""\"|\Z) | '''(?:\\.|[^\\])*?(?:'''|\Z) """
_FLAGS = re.VERBOSE | re.MULTILINE | re.DOTALL

_PYTHON = re.compile(
    rf"""
    (?P<skipped> \#[^\n]* | \\\n | ^[ \t]*(?:import|from)\b[^\n]* )
    | (?P<string> (?:[rRbBuUfF]{{1,3}})?(?: {_TRIPLE_QUOTED} | {_QUOTED} ) )
    {_TAIL}
    """,
    _FLAGS,
)
_C_LIKE = re.compile(
    rf"""
    (?P<skipped> //[^\n]* | /\*.*?(?:\*/|\Z) | ^[ \t]*\#(?:\\\n|[^\n])* | ^[ \t]*(?:import|package|using)\b[^;]*; )
    | (?P<string> {_QUOTED} )
    {_TAIL}
    """,
    _FLAGS,
)
_TOKENS = {"Python": _PYTHON, "Java": _C_LIKE, "C++": _C_LIKE}

_C_LIKE_KEYWORDS = frozenset(
    re.findall(
        r"\w+",
        "bool boolean break byte case catch char class const continue default delete do double else enum "
        "extends false final finally float for goto if implements int interface long new null nullptr private "
        "protected public return short signed sizeof static struct super switch template this throw throws "
        "true try typedef unsigned virtual void while",
    )
)
_KEYWORDS = {
    "Python": frozenset((*keyword.kwlist, "print")),
    "Java": _C_LIKE_KEYWORDS,
    "C++": _C_LIKE_KEYWORDS,
}

_DROPPED = frozenset(";{},")
"""Operators that are left out, because they depend on the style more than on the program."""


class Tokens:
    """The tokens of a source file: their codes, and where they start and end in the text.

    Equal tokens have equal codes. All names except keywords have the same code; so have all numbers, and all
    strings. Codes of different languages differ.
    """

    __slots__ = ("codes", "ends", "starts")

    def __init__(self, text: str, language: str) -> None:
        self.codes, self.starts, self.ends = array("q"), array("q"), array("q")
        keywords = _KEYWORDS[language]
        codes = {kind: _code(language, kind) for kind in (NAME, NUMBER, STRING)}
        for match in _TOKENS[language].finditer(text):
            kind = match.lastgroup
            token = match.group()
            if kind == "skipped" or token in _DROPPED:
                continue
            key = kind if kind in (NUMBER, STRING) or (kind == NAME and token not in keywords) else f" {token}"
            assert key is not None
            if (code := codes.get(key)) is None:
                code = codes[key] = _code(language, key)
            self.codes.append(code)
            self.starts.append(match.start())
            self.ends.append(match.end())

    def __len__(self) -> int:
        return len(self.codes)


def _code(language: str, token: str) -> int:
    return crc32(f"{language} {token}".encode(errors="replace"))
