"""Dry run of a load, without a database: recognised formats, and rejects."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from scinet import machine
from scinet.graph.load import journal
from scinet.graph.load.author_map import count_used_entries
from scinet.graph.load.batch import (
    SeenRecords,
    batch_lines,
    deduplicate,
    read_records,
    settle_papers,
)
from scinet.graph.load.failure import failure_reason, incomplete_error, unreadable_error
from scinet.graph.load.matches import write_matches
from scinet.graph.load.plan import COUNTED, plan_load
from scinet.graph.load.report import LoadReport, RejectsFile, make_report, sum_reports
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.files import ReadProgress
from scinet.graph.sources.filled_dates import FilledDates
from scinet.graph.sources.recognise import Recognised


def dry_run(
    paths: str | Path | Sequence[str | Path],
    *,
    source: str | None = None,
    kind: str | None = None,
    unknown: str | None = None,
    table: CountTable | None = None,
    authors: Path | None = None,
    filled_dates: FilledDates = "known",
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    matches: Path | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> LoadReport:
    """Read files as a load into an empty graph does, and store only lists of rejects and matches.

    Returns:
        The account, with the error with which the load would end. Full text, counts and so on are
        valid whether the graph has their papers or not.
        ``details["formats"]`` says of each file its format, why, and what else it could be;
        ``details["columns"]`` has the columns of tables by field, ``details["first"]`` the first
        record per reason that is rejected or loses a part.

    Raises:
        DataError: If no file can be read, or an option does not apply to these files.
        StorageError: If a list cannot be written.
    """
    reports: list[LoadReport] = []
    mapped: Counter[str] = Counter()
    first: dict[str, str] = {}
    listed: Iterable[str | Path] = [paths] if isinstance(paths, str | Path) else paths
    layout = table or CountTable({})
    with plan_load(
        listed, kind=kind, source=source, table=layout, authors=authors, filled_dates=filled_dates
    ) as plan:
        if not plan.parts:
            raise unreadable_error(plan.faults)
        plan.check(unknown, table, max_rejected, rejects, matches)
        if matches is not None:
            write_matches(matches, plan, progress)
        whole, error = sum(part.size for part in plan.parts), None
        for part in plan.parts:
            begun = time.monotonic()
            reading = ReadProgress(faults=plan.faults, accepted=Counter(part.accepted))
            total: Counter[str] = Counter()
            options = (
                {"unknown": unknown or "keep", **part.options}
                if part.kind.has_papers
                else part.options
            )
            run = journal.run_id(part.kind.name, part.source, part.files, options)
            target = RejectsFile(rejects or Path(f"rejects-{run}.jsonl"))
            seen: dict[str, SeenRecords] = {}
            with closing(target):
                if rejects is None or not reports:
                    target.begin()
                for lines in batch_lines(
                    part.kind.lines(part.files, reading), part.kind.batch_size
                ):
                    entries, account = read_records(lines, part.kind.make, part.source, part.people)
                    if part.kind.has_papers:
                        settle_papers(entries, account, seen, run)
                    else:
                        several = part.kind.name in COUNTED
                        for entry in entries if several else deduplicate(entries, account).values():
                            account.merge_notes(entry)
                    total.update(account.counts)
                    target.add(account.rejects)
                    for row in account.rejects:
                        where = f"{row['file']}, line {row['line']}: {row['message']}"
                        first.setdefault(row["reason"], where)
                    if progress is not None:
                        progress(min(reading.done, whole), whole, "")
            total.update({f"accepted.{name}": n for name, n in reading.accepted.items()})
            mapped.update(count_used_entries(total))
            report = make_report(
                part.kind.name,
                part.source,
                total,
                begun=begun,
                peak_mib=machine.peak_memory_mib(),
                rejects=target.written,
            )
            reports.append(report)
            if (why := failure_reason(reading.faults, total, max_rejected)) is not None:
                error = incomplete_error(why, reading.faults, total, target.path)
                break
        report = replace(sum_reports(reports, plan.skipped), error=error)
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
