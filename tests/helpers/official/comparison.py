"""Counts where published code and ours agree, and writes the page ``build/official.md``."""

import math
import platform
import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from helpers.official.clone import Clone

_HEAD = """# The official modes beside the published code

`--scoring official`, the imports and the exports reproduce what the published scripts of four
suites do. `make test-official OFFICIAL=folder` runs these scripts, unmodified, beside scinet on the
same inputs: seeded random files with repeated items, short and empty lists, ties, missing rows and
odd replies, and the published data where the clone has them. The folder holds clones named
`prescience`, `sciimpact`, `sciencemeter` and `scipaths`; a suite without a clone is skipped. What
cannot be had offline is replaced around the scripts: downloads, paid models and GPUs.

A run fails on a difference that is not listed here, on a listed one that no longer occurs, and on
a script of a clone that the second table of its suite does not name. It rewrites this page.
"""
_SHOWN = 3000


def same(item: Any, other: Any, within: float = 0.0) -> bool:
    """Whether two values agree to the last digit, or within a distance; NaN agrees with NaN."""
    if isinstance(item, Mapping) and isinstance(other, Mapping):
        return item.keys() == other.keys() and all(same(item[k], other[k], within) for k in item)
    if isinstance(item, list | tuple) and isinstance(other, list | tuple):
        pairs = zip(item, other, strict=False)
        return len(item) == len(other) and all(same(a, b, within) for a, b in pairs)
    if isinstance(item, bool) != isinstance(other, bool):
        return False
    if isinstance(item, int | float) and isinstance(other, int | float):
        if math.isnan(item) or math.isnan(other):
            return math.isnan(item) and math.isnan(other)
        return item == other or abs(item - other) <= within
    return bool(item == other)


@dataclass
class Comparison:
    """Cases of one kind.

    Attributes:
        expected: Differences that are meant, by name: why they are there.
        within: The largest distance of numbers that counts as equal.
    """

    what: str
    expected: Mapping[str, str]
    within: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    unexplained: list[tuple[int, str]] = field(default_factory=list)

    def case(self, example: Any, published: Any, ours: Any, *, expected: str | None = None) -> None:
        """Compare one case.

        Args:
            example: The input, shown when nothing explains a difference.
            expected: The name of the difference that this input may show.
        """
        self.counts["cases"] += 1
        if same(published, ours, self.within):
            self.counts["equal"] += 1
        elif expected is not None:
            self.counts[f"expected {expected}"] += 1
        else:
            shown = f"input     {example!r}\npublished {published!r}\nscinet    {ours!r}"
            self.unexplained.append((len(shown), shown))

    def check(self) -> None:
        """Fail on a difference that nothing explains, and on an explanation that nothing needs."""
        if self.unexplained:
            smallest = min(self.unexplained)[1][:_SHOWN]
            raise AssertionError(
                f"{len(self.unexplained)} of {self.counts['cases']} differ: {self.what}\n{smallest}"
            )
        idle = [name for name in self.expected if not self.counts[f"expected {name}"]]
        assert not idle, f"expected differences that did not occur: {', '.join(idle)}"
        assert self.counts["cases"], f"nothing was compared: {self.what}"

    def row(self) -> str:
        meant = "; ".join(
            f"{self.counts[f'expected {name}']:,} {name}: {why}"
            for name, why in self.expected.items()
        )
        near = f" (within {self.within:g})" if self.within else ""
        cases, equal = self.counts["cases"], self.counts["equal"]
        return f"| {self.what} | {cases:,} | {equal:,}{near} | {meant or '-'} |"


class Suite:
    def __init__(self, name: str, repository: str, commit: str) -> None:
        self.name = name
        self.repository = repository
        self.commit = commit
        self.scripts: list[tuple[str, list[str]]] = []
        self._done: list[Comparison] = []

    @contextmanager
    def comparing(
        self, what: str, *, expected: Mapping[str, str] | None = None, within: float = 0.0
    ) -> Iterator[Comparison]:
        compared = Comparison(what, expected or {}, within)
        yield compared
        compared.check()
        self._done.append(compared)

    def section(self) -> str:
        rows = "\n".join(item.row() for item in self._done)
        return (
            f"## {self.name}\n\n"
            f"`{self.repository}` at commit `{self.commit[:7]}`, Python "
            f"{platform.python_version()}.\n\n"
            "| compared | cases | equal | expected differences |\n|---|---|---|---|\n"
            f"{rows}\n{self._scripts()}"
        )

    def _scripts(self) -> str:
        rows = "\n".join(
            f"| {', '.join(f'`{item}`' for item in sorted(listed))} | {fate} |"
            for fate, listed in self.scripts
        )
        return f"\n| scripts | |\n|---|---|\n{rows}\n" if rows else ""


Published: TypeAlias = tuple[Clone, Suite]
"""The published code of a suite, and its comparisons."""
OpenPublished: TypeAlias = Callable[[str], Published]


def write(suites: Sequence[Suite], page: Path) -> None:
    """Replace the sections of the suites that were run; others stay."""
    old = page.read_text("utf-8") if page.exists() else ""
    sections = {part.split("\n")[0]: part for part in re.split(r"^## ", old, flags=re.M)[1:]}
    sections |= {suite.name: suite.section().removeprefix("## ") for suite in suites}
    body = "\n".join(f"## {sections[name].strip()}\n" for name in sorted(sections))
    git = ["git", "-C", str(Path(__file__).parent), "log", "-1", "--format=%h"]
    commit = subprocess.check_output(git, text=True).strip()
    made = f"Made on {date.today().isoformat()} with scinet at commit `{commit}`."  # noqa: DTZ011
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(f"{_HEAD}\n{made}\n\n{body}", "utf-8")
