"""Settings of a grading: resource limits, strictness and isolation."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

import outply
from outply.grading.submissions.recipe import DEFAULT_OPTIONS, RecipeOptions
from outply.grading.submissions.tools import INSTALLED_TOOLS, Tool
from outply.sandbox.limits import Limits

CASE_CPU_SECONDS = 10.0
CASE_WALL_SECONDS = 30.0
CASE_MEMORY_MIB = 1024
CASE_DISK_MIB = 64
BUILD_TIMEOUT_S = 120.0


def case_limits(
    cpu_seconds: float = CASE_CPU_SECONDS,
    wall_seconds: float = CASE_WALL_SECONDS,
    memory_mib: int = CASE_MEMORY_MIB,
) -> Limits:
    """Return the resource limits for the run of a program on one case."""
    return Limits(
        cpu_seconds=cpu_seconds, wall_seconds=wall_seconds, memory_mib=memory_mib, disk_mib=CASE_DISK_MIB
    )


DEFAULT_LIMITS = case_limits()


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How programs are run and judged.

    `limits` hold for one case. With `strict`, whitespace and line endings matter. `build_timeout_s` is the wall
    time of a build. After `give_up_after` consecutive timeouts the remaining cases of a program are skipped; 0
    means never. `recipe` holds the settings that say how programs are built and run.
    """

    limits: Limits = DEFAULT_LIMITS
    strict: bool = False
    sandboxed: bool = True
    build_timeout_s: float = BUILD_TIMEOUT_S
    give_up_after: int = 0
    recipe: RecipeOptions = DEFAULT_OPTIONS

    def fingerprint(self, tools: Sequence[Tool] = ()) -> str:
        """Return a hash of the Outply version, the `tools` and all settings that can change a verdict."""
        # The give-up policy skips cases, but changes no verdict. Paths matter only of the tools that run.
        recipe = replace(self.recipe, tools=INSTALLED_TOOLS)
        fields = asdict(replace(self, give_up_after=0, recipe=recipe))
        text = json.dumps([outply.__version__, fields, *map(asdict, tools)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:32]
