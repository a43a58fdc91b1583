"""A text file as lines, and the error that says where it is wrong."""

from __future__ import annotations

MAX_BYTES = 1 << 20
FIRST_LINE = "N (1 to 26) for Warfare, or Star or Circle"


class FormatError(ValueError):
    """A file does not say what it should: which file, where, what was found and what was expected."""

    def __init__(self, source: str, line: int | None, problem: str) -> None:
        where = source if line is None else f"{source}, line {line}"
        super().__init__(f"{where}: {problem}")
        self.source = source
        self.line = line
        self.problem = problem


class Lines:
    """The lines of a file, taken one after the other.

    What editors and systems do to a text file makes no difference: CRLF, trailing spaces, blank lines at the
    end, a missing last line feed, a byte-order mark.
    """

    def __init__(self, data: bytes, source: str, expected: str = FIRST_LINE) -> None:
        self.source = source
        self.number = 0  # of the line taken last, from 1
        if len(data) > MAX_BYTES:
            size = f"{MAX_BYTES // 1024:,} KiB"
            raise FormatError(source, None, f"found more than {size}, expected a text of a few lines")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            byte = data[error.start]
            line = data.count(b"\n", 0, error.start) + 1
            raise FormatError(source, line, f"found the byte 0x{byte:02X}, expected UTF-8 text") from None
        self._lines = [line.rstrip(" \t\r") for line in text.rstrip(" \t\r\n").split("\n")]
        if self._lines == [""]:
            raise FormatError(source, 1, f"found an empty file, expected {expected}")

    @property
    def at_end(self) -> bool:
        """Whether all lines are taken."""
        return self.number == len(self._lines)

    def peek(self, ahead: int = 0) -> str:
        """Return the line after the one taken last, or so many further; empty beyond the end."""
        return self._lines[self.number + ahead] if self.number + ahead < len(self._lines) else ""

    def take(self, expected: str) -> str:
        """Return the next line; `expected` says what it should be, for the error if there is none."""
        if self.at_end:
            raise FormatError(self.source, self.number, f"the file ends here, expected {expected}")
        self.number += 1
        return self._lines[self.number - 1]

    def choice(self, name: str, options: tuple[str, ...]) -> str:
        """Return the next line, which is one of the options."""
        expected = f"{name}: {', '.join(options[:-1])} or {options[-1]}"
        found = self.take(expected)
        if found not in options:
            raise self.error(shown(found), expected)
        return found

    def whole_number(self, name: str, lowest: int, highest: int | None = None) -> int:
        """Return the next line, which is a number within these limits."""
        limits = f"{lowest} or more" if highest is None else f"{lowest} to {highest:,}"
        expected = f"{name}: a whole number, {limits}"
        found = self.take(expected)
        number = digits(found)
        if number is None or number < lowest or (highest is not None and number > highest):
            raise self.error(shown(found), expected)
        return number

    def end(self) -> None:
        """Take it that there are no lines left."""
        if not self.at_end:
            found = self.take("the end")
            raise self.error(shown(found), "the end of the file")

    def error(self, found: str, expected: str) -> FormatError:
        """Return the error for the line taken last."""
        return FormatError(self.source, self.number, f"found {found}, expected {expected}")


def digits(text: str) -> int | None:
    """Return the number that a text of ASCII digits stands for, or None for any other text.

    Numbers of more than nine digits are as good as endless everywhere, and are cut short.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text.lstrip("0")[:10] or "0")


def shown(text: str) -> str:
    """Return a text as an error shows it: quoted, not too long."""
    return repr(text if len(text) <= 40 else text[:37] + "...") if text else "a blank line"


def counted(number: int, noun: str) -> str:
    """Return `1 value` or `3 values`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
