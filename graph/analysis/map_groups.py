"""Groups of a large map: papers by community and years, and citations between groups."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LANES: Final = 8  # largest communities, with groups of their own; all others share groups
SPANS: Final = 7
OTHERS: Final = "others"


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups as rows, with members and citations.

    Attributes:
        members: Rows of the papers of each group by its id, the most cited first.
        alone: Rows of the papers that are in none.
        citations: Citing and cited group or paper, and number of citations; the most first.
    """

    rows: list[dict[str, Any]]
    members: dict[str, list[Mapping[str, Any]]]
    alone: list[Mapping[str, Any]]
    citations: list[tuple[str, str, int]]


def group_map(
    rows: Sequence[Mapping[str, Any]],
    citations: Collection[tuple[str, str]],
    alone: Collection[str] = (),
) -> Groups:
    """Group the papers of a map.

    Args:
        rows: As of ``Graph.map``.
        citations: Pairs of citing and cited paper.
        alone: Papers that stay ungrouped, as do the centres of the map.
    """
    single = [row for row in rows if row["given"] or row["paper_id"] in alone]
    single_ids = {row["paper_id"] for row in single}
    many = [row for row in rows if row["paper_id"] not in single_ids]
    span_of = year_spans(Counter(row["date"].year for row in many))
    of: dict[tuple[int, tuple[int, int]], list[Mapping[str, Any]]] = {}
    for row in sorted(many, key=lambda row: (-row["citations"], row["paper_id"])):
        lane = row["community"] if row["community"] <= LANES else 0
        of.setdefault((lane, span_of[row["date"].year]), []).append(row)
    place = {item: item for item in single_ids}
    groups, members = [], {}
    for lane, span in sorted(of, key=lambda item: (item[0] == 0, item)):
        papers = of[lane, span]
        name = f"{lane}:{span[0]}-{span[1]}"
        members[name] = papers
        place |= {row["paper_id"]: name for row in papers}
        groups.append(
            {
                "group_id": name,
                "community": lane,
                "community_name": papers[0]["community_name"] if lane else OTHERS,
                "since": span[0],
                "until": span[1],
                "papers": len(papers),
                "citations": sum(row["citations"] for row in papers),
                "paper_id": papers[0]["paper_id"],
                "title": papers[0]["title"],
            }
        )
    counts = Counter((place[citing], place[cited]) for citing, cited in citations)
    for row in groups:
        row["inside"] = counts.pop((row["group_id"], row["group_id"]), 0)
    most = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return Groups(groups, members, single, [(*ends, times) for ends, times in most])


def year_spans(papers: Mapping[int, int], most: int = SPANS) -> dict[int, tuple[int, int]]:
    """Return spans of whole years with similar numbers of papers: first and last year, by year.

    A year is assigned by the median position of its papers, counted from the earliest.
    """
    total, before = sum(papers.values()), 0
    of: dict[int, list[int]] = {}
    for year in sorted(papers):
        # In halves of a paper, so that no float decides.
        of.setdefault((2 * before + papers[year]) * most // (2 * total), []).append(year)
        before += papers[year]
    return {year: (years[0], years[-1]) for years in of.values() for year in years}
