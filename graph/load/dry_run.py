"""Dry run of a load, without a database: recognised formats, and rejects."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from scinet import machine
from scinet.graph.load.author_map import count_used_entries
from scinet.graph.load.batch import batch_lines, read_records
from scinet.graph.load.failure import unreadable_error
from scinet.graph.load.matches import write_matches
from scinet.graph.load.plan import plan_load
from scinet.graph.load.report import LoadReport, make_report, sum_reports
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.files import ReadProgress
from scinet.graph.sources.filled_dates import FilledDates
from scinet.graph.sources.recognise import Recognised


def dry_run(
    paths: str | Path | Sequence[str | Path],
    *,
    source: str | None = None,
    kind: str | None = None,
    table: CountTable | None = None,
    authors: Path | None = None,
    filled_dates: FilledDates = "known",
    matches: Path | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> LoadReport:
    """Read files as a load does, and store nothing but the list of matches, if requested.

    Returns:
        The account; ``loaded`` are the valid records, whether the graph has them or not.
        ``details["formats"]`` says of each file its format, why, and what else it could be;
        ``details["columns"]`` has the columns of tables by field, ``details["first"]`` the first
        record per reason that is rejected or loses a part.

    Raises:
        DataError: If a file cannot be read to its end.
        StorageError: If the list of matches cannot be written.
    """
    reports: list[LoadReport] = []
    mapped: Counter[str] = Counter()
    first: dict[str, str] = {}
    listed: Iterable[str | Path] = [paths] if isinstance(paths, str | Path) else paths
    layout = table or CountTable({})
    with plan_load(
        listed, kind=kind, source=source, table=layout, authors=authors, filled_dates=filled_dates
    ) as plan:
        if matches is not None and plan.parts:
            write_matches(matches, plan, progress)
        whole = sum(part.size for part in plan.parts)
        for part in plan.parts:
            begun = time.monotonic()
            reading = ReadProgress(faults=plan.faults, accepted=Counter(part.accepted))
            total: Counter[str] = Counter()
            for lines in batch_lines(part.kind.lines(part.files, reading), part.kind.batch_size):
                entries, account = read_records(lines, part.kind.make, part.source, part.people)
                for entry in entries:
                    account.merge_notes(entry)
                total.update(account.counts)
                for row in account.rejects:
                    where = f"{row['file']}, line {row['line']}: {row['message']}"
                    first.setdefault(row["reason"], where)
                if progress is not None:
                    progress(min(reading.done, whole), whole, "")
            total.update({f"accepted.{name}": n for name, n in reading.accepted.items()})
            mapped.update(count_used_entries(total))
            kind, peak = part.kind.name, machine.peak_memory_mib()
            reports.append(make_report(kind, part.source, total, begun=begun, peak_mib=peak))
        if plan.faults or not reports:
            raise unreadable_error(plan.faults)
        report = sum_reports(reports, plan.skipped)
        if plan.authors is not None:
            report = plan.authors.told(report, mapped, None)
        formats = {
            n: _describe(known) for n, known in plan.recognised.items() if known[0].format.kind
        }
        details = {"formats": formats, "columns": plan.columns, "first": first, **report.details}
        return replace(report, details=details)


def _describe(known: Sequence[Recognised]) -> str:
    """Say in which format a file is, why, and in which others it could be."""
    first, *rest = known
    others = [f"{item.format.name} (--as {item.format.kind})" for item in rest if item.format.kind]
    could = f"; it could be {' or '.join(others)}" if others else ""
    return f"{first.format.name}: {first.why}{could}"
