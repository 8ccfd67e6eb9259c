"""Rows of an update: one claim with its labels for all three papers, before and after."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scinet.eval.suites.sciencemeter.metrics import SETS, Label, Row
from scinet.eval.task import Row as TruthRow

Labels: TypeAlias = Mapping[str, Label]
"""What the answer to each query counts as, without those that have none."""


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
