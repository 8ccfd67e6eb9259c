"""Candidates for pairs: artefacts with a count, a dating paper, and matching groups.

Splits are made of candidates before any pair is, so that no artefact is in two splits. By time, a
paper belongs to the split in which its count was complete: at the end of the horizon, or without
one on the paper's own day, with dated documents counted until the split's end. So training data was
known before the test began.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scinet.errors import DataError
from scinet.eval.suites.prescience.targets import Period, TargetOptions, make_periods, years_before
from scinet.eval.suites.sciimpact.options import PairwiseOptions
from scinet.eval.task_type import BuildContext
from scinet.graph.db.connection import Row
from scinet.graph.indicators import citations
from scinet.graph.schema.dates import add_years, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64

_DOCUMENTS: Final = {
    "citing_patents": ("patent",),
    "news": ("news",),
    "media": ("news", "blog"),
    "policy": ("policy",),
}
"""Kinds of dated documents to count in place of a loaded count, by kind of count."""


@dataclass(frozen=True, slots=True)
class ArtifactCandidates:
    """Artefacts that have a count; one entry each.

    Attributes:
        artifact: Id of the paper, or of its release, shape ``(n,)``.
        name: Name of the release, None for papers, shape ``(n,)``.
        paper: Position of the paper in the snapshot, shape ``(n,)``.
        count: Compared count, shape ``(n,)``.
    """

    artifact: NDArray[Any]
    name: NDArray[Any]
    paper: Int64
    count: Int64

    def of(self, selected: NDArray[Any]) -> "ArtifactCandidates":
        """Return the selected ones."""
        return ArtifactCandidates(
            self.artifact[selected], self.name[selected], self.paper[selected], self.count[selected]
        )


def split_periods(before: date, options: PairwiseOptions, horizon: int) -> dict[str, Period]:
    """Return the days on which the counts of each split become complete, in time order.

    Random splits have one period for all, from the first paper on.
    """
    since = options.since
    if options.folds:
        return {"all": Period(date.fromisoformat(since) if since else date.min, before)}
    first = since or years_before(before, 1 + horizon).isoformat()
    times = TargetOptions(
        since=first,
        validation_years=options.validation_years,
        train_years=options.train_years,
    )
    return make_periods(before, times)


def find_complete(
    snapshot: Snapshot, period: Period, horizon: int, *, is_test: bool
) -> tuple[NDArray[np.bool_], int]:
    """Find the papers whose count became complete in a period.

    Args:
        snapshot: Cut at the end of the period.
        period: For the test, the days of publication; its counts are complete before its end.
        horizon: Years after publication in which citations count, 0 for no limit.

    Returns:
        Shape ``(papers,)``, and the number published in the period with an incomplete count.
    """
    opened = day_of(period.first)
    end = day_of(period.end)
    last = add_years(snapshot.day, horizon) if horizon else snapshot.day
    begin = snapshot.first_day if is_test or not horizon else last
    inside = begin >= opened
    complete = last < end
    return inside & complete, int(np.count_nonzero(inside & ~complete))


def citation_candidates(snapshot: Snapshot, horizon: int) -> ArtifactCandidates:
    """Return papers with their citations, only dated citations after the paper."""
    counted = (
        citations.citation_counts(snapshot, window_years=horizon)
        if horizon
        else snapshot.ordered_by.lengths().astype(np.int64)
    )
    papers = np.arange(snapshot.num_papers, dtype=np.int64)
    nameless = np.full(snapshot.num_papers, None, dtype=object)
    return ArtifactCandidates(snapshot.paper_id, nameless, papers, counted)


def count_candidates(
    context: BuildContext, snapshot: Snapshot, kind: str, name: str = ""
) -> tuple[ArtifactCandidates, dict[str, int]]:
    """Return papers with a loaded count; for awards of a certain name, also those without one.

    Where the graph has dated patents or news, those before the end of the snapshot are counted
    instead, which may be none.
    """
    end = snapshot.before or context.before
    rows = _document_counts(context, kind, end)
    if rows is None and not (
        rows := context.graph.rows("task/counts", kind=kind, name=name or None)
    ):
        named = f" with {name!r} in its name" if name else ""
        raise DataError(
            f"the graph has no count of kind {kind!r}{named}",
            hint="Load it with `scinet load`.",
        )
    located, places = _locate_rows(snapshot, rows)
    count = np.full(snapshot.num_papers, 0 if kind == "award" else -1, dtype=np.int64)
    count[places] = [row["count"] for row in located]
    papers = np.flatnonzero(count >= 0)
    candidates = ArtifactCandidates(
        snapshot.paper_id[papers],
        np.full(len(papers), None, dtype=object),
        papers,
        np.minimum(count[papers], 1) if kind == "award" else count[papers],
    )
    return candidates, _count_reading_days(located, len(rows), end)


def artifact_candidates(
    context: BuildContext, snapshot: Snapshot, kind: str
) -> tuple[ArtifactCandidates, dict[str, int]]:
    """Return repositories, data sets or models with a loaded count."""
    rows = context.graph.rows("task/artifact_counts", kind=kind)
    if not rows:
        raise DataError(
            f"the graph has no {kind} with a count",
            hint="Load counts with `scinet load`.",
        )
    located, places = _locate_rows(snapshot, rows)
    candidates = ArtifactCandidates(
        np.array([row["artifact_id"] for row in located], dtype=object),
        np.array([row["name"] for row in located], dtype=object),
        places,
        np.array([row["count"] for row in located], dtype=np.int64),
    )
    return candidates, _count_reading_days(located, len(rows), context.before)


def group_candidates(
    snapshot: Snapshot, papers: Int64, matched: tuple[str, ...], field: Int32
) -> tuple[list[Int64], dict[str, int]]:
    """Group the positions in ``papers`` that agree in every matched property.

    Args:
        matched: ``field``, ``year``, ``venue`` and ``author``; the last puts a paper into a group
            per author.
        field: Code of the field of each paper of the snapshot, -1 without one.

    Returns:
        The groups, in a fixed order, and the number of papers without a matched property.
    """
    year = snapshot.day.astype("datetime64[D]").astype("datetime64[Y]").astype(np.int64)
    codes: Mapping[str, NDArray[Any]] = {"field": field, "year": year, "venue": snapshot.venue}
    rows = np.arange(len(papers), dtype=np.int64)
    lost: dict[str, int] = {}
    for name in ("field", "venue"):
        if name in matched:
            stated = codes[name][papers[rows]] >= 0
            lost[f"without_{name}"] = int(np.count_nonzero(~stated))
            rows = rows[stated]
    keys = [codes[name][papers] for name in matched if name != "author"]
    if "author" in matched:
        teams = [snapshot.authored.row(int(paper)) for paper in papers[rows]]
        lost["without_author"] = sum(len(team) == 0 for team in teams)
        rows = np.repeat(rows, [len(team) for team in teams])
        authors = np.concatenate([*teams, np.zeros(0, np.int32)])
        table = np.stack([authors.astype(np.int64), *(key[rows] for key in keys)])
    else:
        table = np.stack([np.zeros(len(rows), np.int64), *(key[rows] for key in keys)])
    order = np.lexsort((rows, *table[::-1]))
    ordered = table[:, order]
    starts = np.flatnonzero(np.any(ordered[:, 1:] != ordered[:, :-1], axis=0)) + 1
    return [part for part in np.split(rows[order], starts) if len(part)], lost


def _document_counts(context: BuildContext, kind: str, end: date) -> list[Row] | None:
    """Return papers with the number of documents that mention them before a day.

    None where no document of the kind is dated before the task's cutoff: the count is then the same
    in each split.
    """
    kinds = _DOCUMENTS.get(kind)
    if kinds is None:
        return None
    rows = context.graph.rows("task/document_counts", kinds=kinds, before=context.before)
    if rows and end != context.before:
        return context.graph.rows("task/document_counts", kinds=kinds, before=end)
    return rows or None


def _locate_rows(snapshot: Snapshot, rows: list[Row]) -> tuple[list[Row], Int64]:
    """Return the rows of papers of the snapshot, with the positions of these papers."""
    place = {str(paper): number for number, paper in enumerate(snapshot.paper_id)}
    located = [row for row in rows if row["paper_id"] in place]
    return located, np.array([place[row["paper_id"]] for row in located], dtype=np.int64)


def _count_reading_days(located: list[Row], total: int, before: date) -> dict[str, int]:
    """Count rows by reading day: counts are truth, which may be known later than the test."""
    days = [row["read_on"] for row in located]
    return {
        "counts_of_later_or_undated_papers": total - len(located),
        "counts_read_on_no_known_day": sum(day is None for day in days),
        "counts_read_after_the_end": sum(
            day is not None and date(day.year, day.month, day.day) >= before for day in days
        ),
    }
