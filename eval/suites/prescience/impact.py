"""Impact prediction: the number of citations of a paper, as of the day before it appears.

There is one query for each paper of a period. The truth is the number of citing papers dated before
the paper's day + 30 days for each month, as PreScience counts; only papers whose window is over
have a query. So the periods of training and validation end where the windows of their last papers
end: before the first day of the test.
"""

import math
from calendar import monthrange
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, ClassVar, Final, Literal

import numpy as np
from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import NumberAnswer
from scinet.eval.metrics import impact
from scinet.eval.suites.prescience import targets
from scinet.eval.task import Query, Row, Split, Task, TaskDraft
from scinet.eval.task_type import BuildContext, ScoredQuery, Scoring, ScoringContext, SingleTask
from scinet.graph.indicators.citations import counts_within_days
from scinet.graph.schema.dates import date_of, day_of
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int32, Int64
from scinet.validation import OPTIONS, Positive

MONTH_DAYS: Final = 30
# Largest age in days of a paper relative to the day that its window is counted from.
_MAX_DATE_SPAN: Final = {"day": 0, "month": 30, "year": 365}


@checked(frozen=True, slots=True, config=OPTIONS)
class ImpactOptions(targets.TargetOptions):
    """Options of the task.

    Attributes:
        months: Length of the window after publication in months of 30 days.
        dated: Required date precision: ``day``, ``month`` or ``year``.
    """

    months: Positive = 12
    dated: Literal["day", "month", "year"] = "month"


class ImpactTask(SingleTask[float]):
    """Number of citations for each paper of a period."""

    suite = "prescience"
    name = "impact"
    options = ImpactOptions
    answers = NumberAnswer
    needs_graph = False
    headline = "Spearman"
    columns = (impact.PREDICTED, impact.CITATIONS, impact.GROUP)
    statistics: ClassVar = impact.STATISTICS

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """Build a split for each period, with the citations known at its end."""

        def ask(period: targets.Period) -> tuple[Split, Mapping[str, int]]:
            return _build_split(context.snapshot, period, options, context.seed)

        return targets.build_periods(
            self, context, options, make_periods(context.before, options), ask
        )

    def score(
        self, examples: Sequence[ScoredQuery[float]], context: ScoringContext
    ) -> list[dict[str, float]]:
        """Compute errors per paper; a missing answer predicts 0, officially it is skipped."""
        likes: dict[tuple[str, int], int] = {}
        rows: list[dict[str, float]] = []
        for example in examples:
            citations = float(example.truth["citations"])
            venue, year = example.truth["venue_id"], example.truth["year"]
            group = -1 if venue is None else likes.setdefault((venue, year), len(likes))
            predicted = example.answer
            if predicted is None:
                predicted = 0.0 if context.scoring == "strict" else math.nan
            rows.append(
                {
                    **impact.absolute_errors(predicted, citations),
                    impact.PREDICTED: predicted,
                    impact.CITATIONS: citations,
                    impact.GROUP: float(group),
                }
            )
        return rows

    def ideal(self, query: Query, truth: Row, scoring: Scoring) -> float:
        """Return the true number."""
        return float(truth["citations"])

    def notes(self, task: Task, scoring: Scoring, *, split: str) -> dict[str, float]:
        """Compute mean citations, certain and uncertain by date, and count compared pairs."""
        rows = list(task.truth(split).values())
        cited: dict[tuple[str, int], Counter[int]] = defaultdict(Counter)
        for row in rows:
            if row["venue_id"] is not None and row["citations"] > 0:
                cited[row["venue_id"], row["year"]][row["citations"]] += 1
        pairs = sum(
            (counted.total() ** 2 - sum(n * n for n in counted.values())) // 2
            for counted in cited.values()
        )
        means = {
            name: float(np.mean([row[name] for row in rows]))
            for name in ("citations", "citations_perhaps_in_time")
        }
        return {**means, "pairs": float(pairs)}


def make_periods(before: date, options: ImpactOptions) -> dict[str, targets.Period]:
    """Return the period of each split, in time order.

    The test has all papers from ``since`` on whose windows end by ``before``. ``val`` ends so many
    whole calendar months earlier that its windows end by ``since``, and a year of papers stays one;
    ``train`` precedes it.
    """
    length = timedelta(days=MONTH_DAYS * options.months)
    try:
        last = before - length
        first = (
            date.fromisoformat(options.since) if options.since else targets.years_before(last, 1)
        )
        months = options.months
        while (begin := _months_before(first, months)) + length > first:
            months += 1  # some calendar months have fewer days
        splits = targets.add_earlier_periods(targets.Period(first, last), begin, options)
    except (ValueError, OverflowError) as error:
        raise DataError(
            f"windows of {options.months} months reach back beyond the calendar",
            hint="Give a shorter -o months, or fewer years.",
        ) from error
    if first >= last:
        raise DataError(
            f"no window of {options.months} months that begins on {first} or later ends "
            f"before {before}",
            hint="Give an earlier -o since, a shorter -o months, or a later --before.",
        )
    return splits


def _months_before(day: date, months: int) -> date:
    """Return the same day of an earlier calendar month, or its last one."""
    year, month = divmod(12 * day.year + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _build_split(
    whole: Snapshot, period: targets.Period, options: ImpactOptions, seed: int
) -> tuple[Split, dict[str, int]]:
    """Build the queries of one split, which ends with its last window, with counts of omissions."""
    length = MONTH_DAYS * options.months
    end = period.end + timedelta(days=length)
    snapshot = whole.until(end)
    papers, unsure = targets.find_targets(snapshot.until(period.end), period)
    citations = counts_within_days(snapshot, length)
    perhaps = _count_uncertain(snapshot, length)
    span = snapshot.day[papers] - snapshot.first_day[papers]
    coarse = span > _MAX_DATE_SPAN[options.dated]
    enough = papers[~coarse]
    drawn = targets.draw_targets(enough, snapshot, options, seed)
    team = targets.find_known_authors(snapshot, drawn)
    queries: list[Query] = []
    truth: list[Row] = []
    for paper in drawn:
        query_id = f"q{len(queries) + 1:05d}"
        inputs = _query_inputs(snapshot, int(paper), team[int(paper)], options.months)
        queries.append(make_query(query_id, inputs, targets.query_day(snapshot, paper)))
        truth.append(
            {
                "query_id": query_id,
                "paper_id": str(snapshot.paper_id[paper]),
                "citations": int(citations[paper]),
                "citations_perhaps_in_time": int(perhaps[paper]),
                "venue_id": inputs["venue_id"],
                "year": date_of(int(snapshot.day[paper])).year,
            }
        )
    begun = snapshot.first_day >= day_of(period.first)
    left_out = {
        **unsure,
        "papers_dated_too_coarsely": int(np.count_nonzero(coarse)),
        **targets.count_not_drawn(enough, drawn),
        "papers_whose_window_is_not_over": int(np.count_nonzero(begun)) - len(papers),
        "citations_perhaps_in_time": int(perhaps[drawn].sum()),
    }
    return Split(end, queries, truth), left_out


def make_query(query_id: str, inputs: Mapping[str, Any], day: date) -> Query:
    """Build the query about a paper with the given inputs."""
    title = inputs["title"] or "a paper"
    return Query(query_id, f"citations of {title} within {inputs['months']} months", inputs, day, 1)


def _query_inputs(snapshot: Snapshot, paper: int, team: Int32, months: int) -> dict[str, Any]:
    """Return the properties of a paper on its first day, without citations."""
    byline = [int(author) for author in snapshot.authored.row(paper)]
    venue = int(snapshot.venue[paper])
    references = snapshot.cites.row(paper)
    earlier = references[snapshot.day[references] < snapshot.first_day[paper]]
    return {
        "paper_id": str(snapshot.paper_id[paper]),
        "months": months,
        "author_ids": [str(snapshot.author_id[author]) for author in team],
        "author_places": [byline.index(int(author)) + 1 for author in team],
        "team_size": len(byline),
        "venue_id": None if venue < 0 else str(snapshot.venue_id[venue]),
        "reference_ids": [str(snapshot.paper_id[reference]) for reference in earlier],
        "title": snapshot.title[paper],
        "abstract": snapshot.abstract[paper],
    }


def _count_uncertain(snapshot: Snapshot, days: int) -> Int64:
    """Count citing papers that are in the window only by an early possible day, ``(papers,)``."""
    citing, cited = snapshot.cites.row_numbers(), snapshot.cites.indices
    limit = snapshot.day[cited] + days
    unclear = (snapshot.first_day[citing] < limit) & (snapshot.day[citing] >= limit)
    return np.bincount(cited[unclear], minlength=snapshot.num_papers).astype(np.int64)
