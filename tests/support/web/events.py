"""Server-sent events."""

import json
import re
from typing import Any


def events(text: str) -> list[tuple[str, Any]]:
    """Parse the events of a stream into (name, data) pairs."""
    pairs = re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)
    return [(name, json.loads(data)) for name, data in pairs]
