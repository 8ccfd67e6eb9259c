"""A large map in groups: papers by community and span of years, and who cites whom."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

LANES: Final = 8  # communities with groups of their own, the largest; of all others they are shared
SPANS: Final = 7
OTHERS: Final = "others"


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups as rows, and what they are made of.

    Attributes:
        members: Rows of the papers of each group by its id, the most cited first.
        alone: Rows of the papers that are in none.
        citations: A citing and a cited group or paper, and how many citations; the most first.
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
    """Put the papers of a map into groups.

    Args:
        rows: As of ``Graph.map``.
        citations: A citing and a cited paper each.
        alone: Papers that stay papers of their own, as those do that the map is around.
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
    """Spans of whole years with about as many papers each: the first and last year, by year.

    A year goes where the middle of its papers lies, counted from the earliest.
    """
    total, before = sum(papers.values()), 0
    of: dict[int, list[int]] = {}
    for year in sorted(papers):
        # In halves of a paper, so that no float decides.
        of.setdefault((2 * before + papers[year]) * most // (2 * total), []).append(year)
        before += papers[year]
    return {year: (years[0], years[-1]) for years in of.values() for year in years}
