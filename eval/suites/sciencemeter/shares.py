"""Shares of an update: success, distortion and loss of each goal, over domains and in each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from scinet.eval.significance import interval_of, value_of
from scinet.eval.suites.sciencemeter import metrics
from scinet.eval.suites.sciencemeter.metrics import SETS, Label, Row
from scinet.eval.task import Row as TruthRow
from scinet.eval.task_type import Floats

Labels: TypeAlias = Mapping[str, Label]
"""What the answer to each query counts as, without those that have none."""


Share: TypeAlias = Mapping[str, Any]
"""One share of rows, by :data:`FIELDS`.

``reading`` is ``strict``, ``official``, or ``corrected``: official, but for the misspelt value.
``metric`` is such as ``preservation`` or ``acquisition loss``; ``needs_new_unknown`` whether the
new paper must have been unknown before, too; ``claims`` are ``all``, or ``support`` or ``refute``
alone; ``domain`` is None for the mean over all. The ``value`` is NaN without rows, official 0;
``low`` and ``high`` end its 95 % interval, NaN in official scoring; ``rows`` are those in the
denominator, and ``papers`` those that they are about.
"""
FIELDS: Final = (
    "reading", "metric", "needs_new_unknown", "claims", "domain", "value", "low", "high", "rows",
    "papers",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Joined:
    """A row with what it is grouped by.

    Attributes:
        claims: ``support`` or ``refute``; ``all`` where a paper has one row.
        domain: Empty when it is not told.
        papers: By set.
    """

    row: Row
    claims: str
    domain: str
    papers: Mapping[str, str]


def joined(truth: Mapping[str, TruthRow], before: Labels, after: Labels) -> list[Joined]:
    """Rows by triplet and claim, in the order of the task."""
    grouped: dict[tuple[str, str], dict[str, str]] = {}
    for query_id, row in truth.items():
        key = (row["triplet"], row.get("stance", "all"))
        grouped.setdefault(key, {})[row["set"]] = query_id
    return [_row(ids, claims, truth, before, after) for (_, claims), ids in grouped.items()]


def zipped(truth: Mapping[str, TruthRow], before: Labels, after: Labels) -> list[Joined]:
    """Rows by place: of each domain the n-th of each set, as the published scorer pairs them."""
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
        _row(dict(zip(SETS, ids, strict=True)), "all", truth, before, after)
        for sets in lists.values()
        for ids in zip(*(sets[name] for name in SETS), strict=False)
    ]


def _row(
    ids: Mapping[str, str],
    claims: str,
    truth: Mapping[str, TruthRow],
    before: Labels,
    after: Labels,
) -> Joined:
    """The row of the queries of three sets."""
    had = {name: before[one] for name, one in ids.items() if one in before}
    has: dict[str, Label] = {name: after.get(one, "unknown") for name, one in ids.items()}
    papers = {name: str(truth[one]["paper_id"]) for name, one in ids.items()}
    domain = truth[next(iter(ids.values()))]["domain"]
    return Joined(Row(had, has), claims, domain or "", papers)


def published(rows: Sequence[Joined], reading: metrics.Reading) -> list[Share]:
    """Shares as the published scorer gives them."""
    nothing = float("nan")
    domains = sorted({one.domain for one in rows})
    found = {
        domain: metrics.published([one.row for one in rows if one.domain == domain])
        for domain in domains
    }
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        inside = [one for one in rows if domain is None or one.domain == domain]
        for metric in next(iter(found.values()), metrics.published([])):
            goal = metric.partition(" ")[0]
            kept = denominator(inside, goal, needs_new_unknown=True)
            listed = [found[name][metric] for name in domains if domain in {None, name}]
            value = float(np.mean(listed)) if listed else 0.0
            papers = len({one.papers[metrics.GOALS[goal]] for one in kept})
            about = (reading, metric, True, "all", domain, value, nothing, nothing)
            shares.append(dict(zip(FIELDS, (*about, len(kept), papers), strict=True)))
    return shares


def strict(rows: Sequence[Joined], weights: str, seed: int) -> list[Share]:
    """Both readings of the denominator, all claims and each kind apart, and each domain."""
    stances = sorted({one.claims for one in rows} - {"all"}, reverse=True)
    shares: list[Share] = []
    for needs_new_unknown in (True, False):
        every = {"needs_new_unknown": needs_new_unknown}
        shares += told(rows, weights, seed, **every)
        for claims in stances:
            kept = [one for one in rows if claims == one.claims]
            shares += _of(kept, None, claims, weights, seed, **every)
    return shares


def told(
    rows: Sequence[Joined], weights: str, seed: int, *, needs_new_unknown: bool = True
) -> list[Share]:
    """One reading of the denominator, of all claims: over all domains, then each."""
    domains = sorted({one.domain for one in rows})
    shares: list[Share] = []
    for domain in (None, *(domains if len(domains) > 1 else ())):
        kept = [one for one in rows if domain in {None, one.domain}]
        shares += _of(kept, domain, "all", weights, seed, needs_new_unknown=needs_new_unknown)
    return shares


def _of(
    rows: Sequence[Joined],
    domain: str | None,
    claims: str,
    weights: str,
    seed: int,
    *,
    needs_new_unknown: bool,
) -> list[Share]:
    shares: list[Share] = []
    for goal in metrics.GOALS:
        # Acquisition has one reading only.
        if goal == "acquisition" and not needs_new_unknown:
            continue
        kept = denominator(rows, goal, needs_new_unknown=needs_new_unknown)
        statistic = DomainMean(rows, weights)
        for metric, wanted in metrics.ends(goal).items():
            made = columns(kept, goal, wanted, statistic)
            value, ends = value_of(statistic, made), interval_of(statistic, made, seed)
            about = ("strict", metric, needs_new_unknown, claims, domain, value, *ends)
            sizes = len(kept), len(made["rows"])
            shares.append(dict(zip(FIELDS, (*about, *sizes), strict=True)))
    return shares


def denominator(rows: Sequence[Joined], goal: str, *, needs_new_unknown: bool) -> list[Joined]:
    """The rows that a goal counts."""
    return [
        one for one in rows if metrics.counts(one.row, goal, needs_new_unknown=needs_new_unknown)
    ]


class DomainMean:
    """The mean over domains of hits by rows, from columns of papers."""

    def __init__(self, rows: Sequence[Joined], weights: str) -> None:
        sizes = Counter(one.domain for one in rows)
        self.codes = {domain: code for code, domain in enumerate(sorted(sizes))}
        self._weight = {
            code: float(sizes[domain]) if weights == "triplets" else 1.0
            for domain, code in self.codes.items()
        }

    def __call__(self, columns: Mapping[str, Floats]) -> Floats:
        """The mean of each sample of papers, columns of shape ``(..., papers)``."""
        total = weight = np.zeros(columns["rows"].shape[:-1])
        for code, size in self._weight.items():
            inside = columns["domain"] == code
            rows = np.where(inside, columns["rows"], 0.0).sum(axis=-1)
            hits = np.where(inside, columns["hits"], 0.0).sum(axis=-1)
            share = np.divide(hits, rows, out=np.zeros_like(hits), where=rows > 0)
            total = total + size * share
            weight = weight + np.where(rows > 0, size, 0.0)
        return np.divide(total, weight, out=np.full_like(total, np.nan), where=weight > 0)


def columns(
    kept: Sequence[Joined], goal: str, wanted: Label, statistic: DomainMean
) -> dict[str, Floats]:
    """Hits and rows of each paper of each domain."""
    name = metrics.GOALS[goal]
    hits: Counter[tuple[str, str]] = Counter()
    size: Counter[tuple[str, str]] = Counter()
    for one in kept:
        key = (one.domain, one.papers[name])
        size[key] += 1
        hits[key] += one.row.after.get(name) == wanted
    return {
        "hits": np.array([hits[key] for key in size], dtype=float),
        "rows": np.array(list(size.values()), dtype=float),
        "domain": np.array([statistic.codes[domain] for domain, _ in size], dtype=float),
    }
