"""Shares of an update: success, distortion and loss of each goal, over domains and in each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.eval.significance import compute_statistic, statistic_interval
from scinet.eval.suites.sciencemeter import metrics
from scinet.eval.suites.sciencemeter.metrics import SETS, ClaimRow, Label
from scinet.eval.task import Row as TruthRow
from scinet.eval.task_type import Floats

Labels: TypeAlias = Mapping[str, Label]
"""Label of the answer to each query, without unlabelled ones."""


Share: TypeAlias = Mapping[str, Any]
"""One share of rows, with the keys :data:`FIELDS`.

``reading`` is ``strict``, ``official``, or ``corrected``: official without the misspelt value.
``metric`` is such as ``preservation`` or ``acquisition loss``; ``needs_new_unknown`` whether the
new paper must have been unknown before, too; ``claims`` are ``all``, ``support`` or ``refute``;
``domain`` is None for the mean over all. The ``value`` is NaN without rows, official 0; ``low`` and
``high`` end its 95 % interval, NaN in official scoring; ``rows`` is the size of the denominator,
and ``papers`` the number of its papers.
"""
FIELDS: Final = (
    "reading", "metric", "needs_new_unknown", "claims", "domain", "value", "low", "high", "rows",
    "papers",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GroupedRow:
    """Row with its groups.

    Attributes:
        claims: ``support`` or ``refute``; ``all`` where a paper has one row.
        domain: Empty when unknown.
        papers: By set.
    """

    row: ClaimRow
    claims: str
    domain: str
    papers: Mapping[str, str]


def join_labels(truth: Mapping[str, TruthRow], before: Labels, after: Labels) -> list[GroupedRow]:
    """Join labels to rows by triplet and claim, in the order of the task."""
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for query_id, row in truth.items():
        key = (row["triplet"], row.get("stance", "all"))
        grouped.setdefault(key, {})[row["set"]] = query_id
    return [_make_row(ids, claims, truth, before, after) for (_, claims), ids in grouped.items()]


def zip_labels(truth: Mapping[str, TruthRow], before: Labels, after: Labels) -> list[GroupedRow]:
    """Pair labels by position, the n-th of each set in a domain, as the published scorer does."""
    lists: dict[str, dict[str, list[str]]] = {}
    stances = ("support", "refute", "all")
    ordered = sorted(
        truth.items(),
        key=lambda item: (item[1]["triplet"], stances.index(item[1].get("stance", "all"))),
    )
    for query_id, row in ordered:
        sets = lists.setdefault(row["domain"] or "", {name: [] for name in SETS})
        if query_id in before and query_id in after:
            sets[row["set"]].append(query_id)
    return [
        _make_row(dict(zip(SETS, ids, strict=True)), "all", truth, before, after)
        for sets in lists.values()
        for ids in zip(*(sets[name] for name in SETS), strict=False)
    ]


def _make_row(
    ids: Mapping[str, str],
    claims: str,
    truth: Mapping[str, TruthRow],
    before: Labels,
    after: Labels,
) -> GroupedRow:
    had = {name: before[query_id] for name, query_id in ids.items() if query_id in before}
    has: dict[str, Label] = {name: after.get(query_id, "unknown") for name, query_id in ids.items()}
    papers = {name: str(truth[query_id]["paper_id"]) for name, query_id in ids.items()}
    domain = truth[next(iter(ids.values()))]["domain"]
    return GroupedRow(ClaimRow(had, has), claims, domain or "", papers)


def published_shares(rows: Sequence[GroupedRow], reading: metrics.Reading) -> list[Share]:
    """Compute shares as the published scorer does."""
    nothing = float("nan")
    domains = sorted({row.domain for row in rows})
    by_domain = {
        domain: metrics.published_shares([row.row for row in rows if row.domain == domain])
        for domain in domains
    }
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        inside = [row for row in rows if domain is None or row.domain == domain]
        for metric in next(iter(by_domain.values()), metrics.published_shares([])):
            goal = metric.partition(" ")[0]
            counted = denominator_rows(inside, goal, needs_new_unknown=True)
            listed = [by_domain[name][metric] for name in domains if domain in {None, name}]
            value = float(np.mean(listed)) if listed else 0.0
            papers = len({row.papers[metrics.GOALS[goal]] for row in counted})
            values = (reading, metric, True, "all", domain, value, nothing, nothing)
            shares.append(dict(zip(FIELDS, (*values, len(counted), papers), strict=True)))
    return shares


def strict_shares(rows: Sequence[GroupedRow], weights: str, seed: int) -> list[Share]:
    """Compute both readings of the denominator, all claims and each kind, and each domain."""
    stances = sorted({row.claims for row in rows} - {"all"}, reverse=True)
    shares: list[Share] = []
    for needs_new_unknown in (True, False):
        every = {"needs_new_unknown": needs_new_unknown}
        shares += domain_shares(rows, weights, seed, **every)
        for claims in stances:
            selected = [row for row in rows if claims == row.claims]
            shares += _goal_shares(selected, None, claims, weights, seed, **every)
    return shares


def domain_shares(
    rows: Sequence[GroupedRow], weights: str, seed: int, *, needs_new_unknown: bool = True
) -> list[Share]:
    """Compute one reading of the denominator, of all claims: over all domains, then each."""
    domains = sorted({row.domain for row in rows})
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        selected = [row for row in rows if domain in {None, row.domain}]
        shares += _goal_shares(
            selected, domain, "all", weights, seed, needs_new_unknown=needs_new_unknown
        )
    return shares


def _goal_shares(
    rows: Sequence[GroupedRow],
    domain: str | None,
    claims: str,
    weights: str,
    seed: int,
    *,
    needs_new_unknown: bool,
) -> list[Share]:
    shares: list[Share] = []
    for goal in metrics.GOALS:
        # Acquisition has only one reading.
        if goal == "acquisition" and not needs_new_unknown:
            continue
        counted = denominator_rows(rows, goal, needs_new_unknown=needs_new_unknown)
        statistic = DomainMean(rows, weights)
        for metric, wanted in metrics.goal_labels(goal).items():
            metric_columns = make_columns(counted, goal, wanted, statistic)
            value, ends = (
                compute_statistic(statistic, metric_columns),
                statistic_interval(statistic, metric_columns, seed),
            )
            values = ("strict", metric, needs_new_unknown, claims, domain, value, *ends)
            sizes = len(counted), len(metric_columns["rows"])
            shares.append(dict(zip(FIELDS, (*values, *sizes), strict=True)))
    return shares


def denominator_rows(
    rows: Sequence[GroupedRow], goal: str, *, needs_new_unknown: bool
) -> list[GroupedRow]:
    """Return the rows in a goal's denominator."""
    return [
        row
        for row in rows
        if metrics.is_counted(row.row, goal, needs_new_unknown=needs_new_unknown)
    ]


class DomainMean:
    """Mean over domains of hits by rows, from columns of papers."""

    def __init__(self, rows: Sequence[GroupedRow], weights: str) -> None:
        sizes = Counter(row.domain for row in rows)
        self.codes = {domain: code for code, domain in enumerate(sorted(sizes))}
        self._weight = {
            code: float(sizes[domain]) if weights == "triplets" else 1.0
            for domain, code in self.codes.items()
        }

    def __call__(self, columns: Mapping[str, Floats]) -> Floats:
        """Compute the mean of each sample of papers, columns of shape ``(..., papers)``."""
        total = weight = np.zeros(columns["rows"].shape[:-1])
        for code, size in self._weight.items():
            inside = columns["domain"] == code
            rows = np.where(inside, columns["rows"], 0.0).sum(axis=-1)
            hits = np.where(inside, columns["hits"], 0.0).sum(axis=-1)
            share = np.divide(hits, rows, out=np.zeros_like(hits), where=rows > 0)
            total = total + size * share
            weight = weight + np.where(rows > 0, size, 0.0)
        return np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)


def make_columns(
    rows: Sequence[GroupedRow], goal: str, wanted: Label, statistic: DomainMean
) -> dict[str, Floats]:
    """Count hits and rows of each paper of each domain."""
    name = metrics.GOALS[goal]
    hits: Counter[tuple[str, str]] = Counter()
    size: Counter[tuple[str, str]] = Counter()
    for row in rows:
        key = (row.domain, row.papers[name])
        size[key] += 1
        hits[key] += row.row.after.get(name) == wanted
    return {
        "hits": np.array([hits[key] for key in size], dtype=float),
        "rows": np.array(list(size.values()), dtype=float),
        "domain": np.array([statistic.codes[domain] for domain, _ in size], dtype=float),
    }
