"""Loading of files: the function behind ``scinet load`` and ``Graph.load``."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scinet.errors import DataError
from scinet.graph.db import indexes
from scinet.graph.load import external_texts, journal
from scinet.graph.load.author_map import refuse_other_map, reload_hint
from scinet.graph.load.bulk import Importer, fill_graph, write_files
from scinet.graph.load.changes import Changes
from scinet.graph.load.failure import unreadable_error
from scinet.graph.load.matches import write_matches
from scinet.graph.load.plan import LoadPlan, PlanPart, plan_load
from scinet.graph.load.removal import (
    finish_half_removed,
    refuse_half_removed,
    remove_runs,
    replaced_runs,
)
from scinet.graph.load.report import LoadReport, sum_reports
from scinet.graph.load.run import Load
from scinet.graph.schema.identifiers import check_source
from scinet.graph.sources.counts import CountTable
from scinet.graph.sources.filled_dates import OPTION as FILLED_DATES
from scinet.graph.sources.filled_dates import FilledDates

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_UNKNOWN: Final = ("keep", "drop")


def load(
    database: "Database",
    paths: str | Path | Sequence[str | Path],
    *,
    source: str | None = None,
    kind: str | None = None,
    unknown: str | None = None,
    table: CountTable | None = None,
    authors: Path | None = None,
    filled_dates: FilledDates = "known",
    replace: bool = False,
    changes: Path | None = None,
    max_rejected: float = 0.01,
    rejects: Path | None = None,
    matches: Path | None = None,
    text: str | None = None,
    text_folder: Path | None = None,
    default_text_folder: Path | None = None,
    batch_size: int | None = None,
    bulk: bool | None = None,
    importer: Importer | None = None,
    import_files: Path | None = None,
    progress: Callable[[int, int, str], None] | None = None,
    after_batch: Callable[[int], None] | None = None,
) -> LoadReport:
    """Load files of any known format.

    The content is recognised; files of several kinds are loaded in the order of their dependencies,
    papers first. Repeating a load adds only records that lacked their papers before, and an
    interrupted load resumes. Of two records of one paper with different contents the one with the
    smaller hash wins.

    Raises:
        DataError: If a file has an unsupported format or cannot be read to its end, more than the
            tolerated share of the records is bad, or an option does not apply to these files.
            Good records are stored then, except when a format or an option is refused.
    """
    _check_arguments(source, unknown, text, max_rejected, batch_size)
    listed: Iterable[str | Path] = [paths] if isinstance(paths, str | Path) else paths
    layout = table or CountTable({})
    with plan_load(
        listed, kind=kind, source=source, table=layout, authors=authors, filled_dates=filled_dates
    ) as plan:
        if not plan.parts:
            raise unreadable_error(plan.faults)
        plan.check(unknown, table, max_rejected, rejects, changes, matches)

        def texts() -> Path | None:
            is_for_another = import_files is not None
            return external_texts.choose_text_folder(
                database, text, text_folder, default_text_folder, is_for_another=is_for_another
            )

        def settled() -> Path | None:
            refuse_half_removed(database)
            refuse_other_map(database, plan.parts)
            _refuse_other_dates(database, plan.parts)
            return texts()

        texts()
        if matches is not None:
            write_matches(matches, plan, progress)
        if plan.parts[0].kind.has_papers and not database.rows("load/anything"):
            indexes.ensure_constraints(database)  # the load makes the indexes at its end
        else:
            indexes.ensure_schema(database)
        listed_changes = None
        if changes is not None:
            listed_changes = Changes.of(changes, plan.parts)
            listed_changes.begin(database)
        if replace:
            _remove_earlier(database, plan, unknown or "keep")
        whole = sum(part.size for part in plan.parts)
        reports: list[LoadReport] = []
        mapped: Counter[str] = Counter()
        done = 0
        command = journal.command_of([(p.kind.name, p.source, p.files) for p in plan.parts])
        for part in plan.parts:

            def report(read: int, doing: str = "", before: int = done) -> None:
                if progress is not None:
                    progress(before + read, whole, doing)

            part_load = Load(
                database,
                part,
                keeps_unknown=unknown != "drop",
                max_rejected=max_rejected,
                rejects=rejects,
                adds_rejects=bool(reports) and rejects is not None,
                is_last=part is plan.parts[-1],
                command=command,
                settled=settled,
                batch_size=batch_size,
                progress=report,
                after_batch=after_batch,
            )
            if import_files is not None:
                report_of_files = write_files(part_load, import_files)
                if plan.authors is None:
                    return report_of_files
                return plan.authors.told(report_of_files, part_load.mapped, rejects)
            if part is plan.parts[0] and bulk is not False:
                fill_graph(part_load, importer, is_wanted=bulk)
            reports.append(part_load.run(plan.faults))
            mapped.update(part_load.mapped)
            done += part.size
        journal.mark_reported(database, command)
        report_of_all = sum_reports(reports, plan.skipped)
        if plan.authors is not None:
            report_of_all = plan.authors.told(report_of_all, mapped, rejects)
        if listed_changes is not None:
            report_of_all.details["changes"] = listed_changes.finish(database)
    return report_of_all


def _remove_earlier(database: "Database", plan: LoadPlan, unknown: str) -> None:
    if plan.faults:
        raise unreadable_error(plan.faults)
    if any(part.source is None for part in plan.parts):
        raise DataError(
            "--replace without a source (it replaces all that was loaded under one)",
            hint="Name the source with --source, or remove the load: `scinet remove RUN`.",
        )
    finish_half_removed(database)
    if runs := replaced_runs(database, plan.parts, unknown):
        remove_runs(database, runs)


def _refuse_other_dates(database: "Database", parts: Sequence[PlanPart]) -> None:
    papers = [part for part in parts if part.kind.has_papers]
    for row in database.rows("admin/loads") if papers else ():
        had = json.loads(row["options"] or "{}").get(FILLED_DATES)
        for part in papers:
            is_same = (row["kind"], row["source"]) == (part.kind.name, part.source)
            if is_same and had != part.options.get(FILLED_DATES):
                hint = reload_hint(part.source, row["run"])
                earlier = "as stated" if had is None else "as years and months"
                raise DataError(
                    f"first days of a year or month were read {earlier} in {part.kind.holds} "
                    f"loaded before (load {row['run']})",
                    hint=f"{hint}, or read them so again with --filled-dates {had or 'none'}.",
                )


def _check_arguments(
    source: str | None,
    unknown: str | None,
    text: str | None,
    max_rejected: float,
    batch_size: int | None,
) -> None:
    if source:
        check_source(source)
    if unknown not in {None, *_UNKNOWN}:
        raise ValueError(f"unknown is keep or drop, not {unknown!r}")
    if text not in {None, *external_texts.CHOICES}:
        raise ValueError(f"text is inside or external, not {text!r}")
    if not 0 <= max_rejected <= 1:
        raise ValueError(f"max_rejected is a share from 0 to 1, not {max_rejected}")
    if batch_size is not None and batch_size < 1:
        raise ValueError(f"batch_size is at least 1, not {batch_size}")
