"""Colours and fonts of pages and figures, as variables for their style sheets."""

from __future__ import annotations

from outply.games.svg import COLOURS, INK

MUTED = "#635d54"
"""Colour of captions, axes and labels."""

RULE = "#d9d3c7"
"""Colour of thin separating lines."""

FONTS = "Helvetica,Arial,Liberation Sans,sans-serif"
"""Fonts of tables, captions and figures: none is wider than the font with which Matplotlib measures text."""

REPORT_VARIABLES = {
    "first": COLOURS[0],
    "second": COLOURS[1],
    "ink": INK,
    "muted": MUTED,
    "rule": RULE,
    "paper": "#ffffff",
    "link": "#1d4a86",
    "first-tint": "#e9eef6",
    "second-tint": "#eaf5ed",
    "sans": FONTS,
}
"""Custom properties of the report page's style sheet."""
