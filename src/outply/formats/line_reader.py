"""A reader of text files, line by line, whose errors name the line."""

from __future__ import annotations

MAX_BYTES = 1 << 20
MAX_SECONDS = 1e9
FIRST_LINE = "N (1 to 26) for Warfare, or Star or Circle"


class FormatError(ValueError):
    """A text is malformed. The message states the source, the line (if known) and the problem.

    If the problem concerns several lines, `line` is the first and `last_line` the last of them.
    """

    def __init__(self, source: str, line: int | None, problem: str, *, last_line: int | None = None) -> None:
        where = source if line is None else f"{source}, line {line}"
        if line is not None and last_line is not None and last_line > line:
            where = f"{source}, lines {line} to {last_line}"
        super().__init__(f"{where}: {problem}")
        self.source = source
        self.line = line
        self.problem = problem


class LineReader:
    """The lines of a text file, consumed one after the other.

    Differences between editors and systems are ignored: CRLF, trailing spaces, blank lines at the end, a missing
    line feed at the end, a byte-order mark.
    """

    def __init__(self, data: bytes, source: str, expected: str = FIRST_LINE) -> None:
        self.source = source
        self.number = 0  # of the last line read, from 1
        if len(data) > MAX_BYTES:
            size = f"{MAX_BYTES // 1024:,} KiB"
            raise FormatError(source, None, f"found more than {size}, expected a text of a few lines")
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            if data.startswith((b"\xff\xfe", b"\xfe\xff")):
                raise FormatError(source, 1, "found UTF-16, expected UTF-8 text; save it as UTF-8") from None
            byte = data[error.start]
            line = data.count(b"\n", 0, error.start) + 1
            raise FormatError(source, line, f"found the byte 0x{byte:02X}, expected UTF-8 text") from None
        self._lines = [line.rstrip(" \t\r") for line in text.rstrip(" \t\r\n").split("\n")]
        if self._lines == [""]:
            raise FormatError(source, 1, f"found an empty file, expected {expected}")

    @property
    def at_end(self) -> bool:
        """Whether all lines have been read."""
        return self.number == len(self._lines)

    def peek(self, ahead: int = 0) -> str:
        """Return the next line, or the line `ahead` lines later, without consuming it; empty beyond the end."""
        return self._lines[self.number + ahead] if self.number + ahead < len(self._lines) else ""

    def read_line(self, expected: str) -> str:
        """Return the next line.

        Raises FormatError at the end of the file; the message says that `expected` is missing.
        """
        if self.at_end:
            raise FormatError(self.source, self.number, f"the file ends here, expected {expected}")
        self.number += 1
        return self._lines[self.number - 1]

    def read_choice(self, name: str, options: tuple[str, ...]) -> str:
        """Return the next line, which must be one of `options`.

        Raises FormatError otherwise; the message calls the line `name`.
        """
        expected = (
            f"{name}: {', '.join(options[:-1])} or {options[-1]}" if options[1:] else f"{name}: {options[0]}"
        )
        line = self.read_line(expected)
        if line not in options:
            raise self.error(quote(line), expected)
        return line

    def read_integer(self, name: str, lowest: int, highest: int | None = None) -> int:
        """Return the number in the next line, which must be a whole number from `lowest` to `highest`.

        Raises FormatError otherwise; the message calls the number `name`.
        """
        limits = f"{lowest} or more" if highest is None else f"{lowest} to {highest:,}"
        expected = f"{name}: a whole number, {limits}"
        line = self.read_line(expected)
        number = parse_digits(line)
        if number is None or number < lowest or (highest is not None and number > highest):
            raise self.error(quote(line), expected)
        return number

    def read_block(self, expected: str) -> list[str]:
        """Return the lines up to a blank line or the end, at least one.

        Raises FormatError at the end of the file; the message says that `expected` is missing.
        """
        lines = [self.read_line(expected)]
        while self.peek():
            lines.append(self.read_line(expected))
        return lines

    def block_error(self, size: int, problem: str) -> FormatError:
        """Return, but do not raise, a FormatError about the last `size` lines read."""
        return FormatError(self.source, self.number - size + 1, problem, last_line=self.number)

    def expect_end(self) -> None:
        """Raise FormatError unless all lines have been read."""
        if not self.at_end:
            line = self.read_line("the end")
            raise self.error(quote(line), "the end of the file")

    def error(self, found: str, expected: str) -> FormatError:
        """Return, but do not raise, a FormatError about the last line read: found `found`, expected `expected`."""
        return FormatError(self.source, self.number, f"found {found}, expected {expected}")


def read_seconds(lines: LineReader) -> float:
    """Read the line with the CPU seconds that a player has left for the game.

    Raises FormatError if the line is not a decimal number.
    """
    expected = "the CPU seconds left, such as 200 or 12.345"
    line = lines.read_line(expected)
    whole, point, fraction = line.partition(".")
    if parse_digits(whole) is None or (point and parse_digits(fraction) is None):
        raise lines.error(quote(line), expected)
    return min(float(line), MAX_SECONDS)


def parse_digits(text: str) -> int | None:
    """Return the number that a text of ASCII digits represents, or None for any other text.

    Only the first ten digits count: a number of ten digits already exceeds every limit.
    """
    if not (text.isascii() and text.isdigit()):
        return None
    return int(text.lstrip("0")[:10] or "0")


def quote(text: str) -> str:
    """Return the text in quotes for an error message, cut to 40 characters; `a blank line` if it is empty."""
    return repr(text if len(text) <= 40 else text[:37] + "...") if text else "a blank line"
