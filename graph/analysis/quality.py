"""Quality checks of a network: one finding per check, with a share and examples.

Most checks are statements; repairs during loads are read from their reports; cycles are found on
arrays.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

import numpy as np
from scipy.sparse.csgraph import connected_components

from scinet.graph import snapshot
from scinet.graph.db.connection import Database
from scinet.graph.db.text_references import OPTION, folder_of
from scinet.graph.indicators.stale_values import marks
from scinet.graph.load.kinds import PAPER_KINDS
from scinet.graph.schema.dates import DAYS_PER_YEAR, PRECISIONS
from scinet.graph.snapshot import Snapshot

_STATEMENTS: Final = (
    "unknown_works",
    "undated_papers",
    "papers_without_title",
    "papers_without_references",
    "papers_without_authors",
    "isolated_papers",
    "forward_citations",
    "same_day_citations",
    "artifacts_without_count",
    "counts_without_day",
    "documents_without_day",
)
_CHANCE: Final = 1e-6
_AUTHORS: Final = ("namesakes", "author_spellings")


@dataclass(frozen=True, slots=True)
class QualityFinding:
    """Result of one check; None as the count when the graph cannot show it."""

    check: str
    count: int | None
    share: float | None
    examples: list[Any]

    def as_dict(self) -> dict[str, Any]:
        """Return the public keys, ready for JSON."""
        return asdict(self)


def findings(
    database: Database,
    *,
    before: date | None = None,
    examples: int = 5,
    cache: Path | None = None,
) -> Iterator[QualityFinding]:
    """Run every check, in a fixed order.

    Args:
        before: Also count the papers that may have appeared before this day, but are not visible as
            of it.
    """
    arrays = snapshot.read_snapshot(
        database, cache=cache
    )  # first, so that an empty graph is reported at once
    yield from (_run_check(database, name, examples) for name in _STATEMENTS)
    for precision in PRECISIONS:
        [row] = database.rows("quality/date_precision", precision=precision, examples=examples)
        yield _finding(f"dates_by_{precision}", row)
    if before is not None:
        [row] = database.rows("quality/undecided_papers", before=before, examples=examples)
        yield _finding("undecided_papers", row)
    yield _check_filled_dates(database, examples)
    yield from (_run_check(database, name, examples) for name in _AUTHORS)
    yield from _check_accounts(database)
    yield _check_stale(database, examples)
    yield _check_texts(database)
    yield check_cycles(arrays, examples=examples)


def check_cycles(arrays: Snapshot, *, examples: int = 5) -> QualityFinding:
    """Find papers in strongly connected components of more than one paper.

    Returns:
        ``count`` is the number of such papers, ``share`` theirs of all dated papers, ``examples``
        the sizes of components, largest first, with their numbers and one paper each.
    """
    cites = arrays.cites
    size = len(arrays.paper_id)
    matrix = cites.to_scipy(size, dtype=np.int8)
    _, label = connected_components(matrix, directed=True, connection="strong")
    sizes = np.bincount(label, minlength=1) if size else np.zeros(1, dtype=np.int64)
    by_size = Counter(int(n) for n in sizes if n > 1)
    shown = [
        {
            "size": n,
            "components": by_size[n],
            "paper_id": str(arrays.paper_id[int(np.flatnonzero(sizes[label] == n)[0])]),
        }
        for n in sorted(by_size, reverse=True)[:examples]
    ]
    inside = sum(n * times for n, times in by_size.items())
    return QualityFinding("papers_in_cycles", inside, inside / size if size else None, shown)


def _run_check(database: Database, name: str, examples: int) -> QualityFinding:
    [row] = database.rows(f"quality/{name}", examples=examples)
    return _finding(name, row)


def _finding(check: str, row: dict[str, Any]) -> QualityFinding:
    share = row["count"] / row["total"] if row["total"] else None
    return QualityFinding(check, row["count"], share, row["examples"])


def _check_filled_dates(database: Database, examples: int) -> QualityFinding:
    """Find source-years with more days on the first of a year or month than chance explains.

    Of stated days, one in 365.25 is expected to be 1 January, and eleven the first of another
    month. A source-year is reported if its number has a chance of less than one in a million.

    Returns:
        ``count`` are the papers with such a day in those years, ``share`` theirs of all papers
        whose day is stated, ``examples`` the years, those with most of them first.
    """
    from scipy.stats import binom

    rows = database.rows("quality/first_days")
    flagged: list[tuple[int, dict[str, Any]]] = []
    for row in rows:
        excess = 0
        for name, share in (("first_of_year", 1), ("first_of_month", 11)):
            chance = binom.sf(row[name] - 1, row["papers"], share / DAYS_PER_YEAR)
            excess += row[name] if chance < _CHANCE else 0
        if excess:
            flagged.append(
                (excess, {**row, "expected": round(12 * row["papers"] / DAYS_PER_YEAR, 1)})
            )
    flagged.sort(key=lambda item: (-item[0], item[1]["source"], item[1]["year"]))
    count, total = sum(excess for excess, _ in flagged), sum(row["papers"] for row in rows)
    shown = [example for _, example in flagged[:examples]]
    return QualityFinding("filled_dates", count, count / total if total else None, shown)


def _check_stale(database: Database, examples: int) -> QualityFinding:
    stored = marks(database)
    names = [mark["name"] for mark in stored if mark["stale"]]
    share = len(names) / len(stored) if stored else None
    return QualityFinding("stale_indicators", len(names), share, names[:examples])


def _check_texts(database: Database) -> QualityFinding:
    """Count loads with texts outside the graph, with their folder."""
    loads = [json.loads(row["options"] or "{}") for row in database.rows("admin/loads")]
    count, folder = sum(OPTION in options for options in loads), folder_of(database)
    shown = [] if folder is None else [str(folder)]
    return QualityFinding(
        "loads_with_texts_outside", count, count / len(loads) if loads else None, shown
    )


def _check_accounts(database: Database) -> Iterator[QualityFinding]:
    """Count what loads dropped from lists in records; the graph itself does not show it."""
    accounts = [
        json.loads(row["counts"]).get("details", {}).get("parts", {})
        for row in database.rows("admin/loads")
        if row["kind"] in PAPER_KINDS and row["counts"]
    ]
    for check, part, path in (
        ("self_citations", "references", ("rejected", "cites_itself")),
        ("repeated_references", "references", ("repeated",)),
        ("repeated_authorships", "authorships", ("repeated",)),
    ):
        parts = [account[part] for account in accounts if part in account]
        count = sum(_value_at(each, path) for each in parts)
        total = sum(_value_at(each, ("read",)) for each in parts)
        yield QualityFinding(check, count if parts else None, count / total if total else None, [])


def _value_at(account: Any, path: tuple[str, ...]) -> int:
    for name in path:
        account = account.get(name, 0) if isinstance(account, dict) else 0
    return account if isinstance(account, int) else 0
