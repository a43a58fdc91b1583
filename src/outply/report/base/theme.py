"""What pages and figures of a report look like, where they are to look alike."""

from __future__ import annotations

from outply.games.svg import COLOURS, INK

MUTED = "#635d54"
"""For what stands beside the matter: captions, axes, labels."""

RULE = "#d9d3c7"
"""For thin lines between things."""

FONTS = "Helvetica,Arial,Liberation Sans,sans-serif"
"""For tables, captions and figures: no wider than the font in which Matplotlib measures texts."""

VARIABLES = {"first": COLOURS[0], "second": COLOURS[1], "ink": INK, "muted": MUTED, "rule": RULE, "sans": FONTS}
"""All this by the names that style sheets know it by."""
