"""Limits on the searches of one request."""

from __future__ import annotations

from dataclasses import dataclass

from outply.web.requests import MAX_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchLimits:
    """Limits on the searches of one request, which an application gets when it is created.

    A search ends after `max_seconds` of CPU time, at most the `MAX_SECONDS` of the OpenAPI description. A response
    contains at most `max_tree_visits` visits of a search tree; the page requests deeper visits when a node is
    unfolded. A stream reports progress once in `progress_interval_s`.
    """

    max_seconds: float = MAX_SECONDS
    max_tree_visits: int = 200_000
    progress_interval_s: float = 0.1


DEFAULT_LIMITS = SearchLimits()
