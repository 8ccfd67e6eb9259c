"""The best of all paths between papers, by looking at each of them."""

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeAlias

from helpers.networks.build import Paper
from hypothesis import strategies as st

from scinet.graph.paths import BestPath
from scinet.graph.paths.objective import ENDPOINTS, OBJECTIVES
from scinet.graph.schema.dates import parse_date
from scinet.graph.snapshot import Snapshot

Asked: TypeAlias = dict[str, Any]
asked_for = st.fixed_dictionaries(
    {
        "max_hops": st.sampled_from(["shortest+2", None, 0, 1, 2, 3]),
        "shortest_only": st.booleans(),
        "objective": st.sampled_from(OBJECTIVES),
        "endpoints": st.sampled_from(ENDPOINTS),
        "weights_before": st.sampled_from([None, date(2001, 3, 1)]),
    }
)


def check_best(
    result: BestPath,
    paths: list[list[str]],
    papers: list[Paper],
    whole: Snapshot,
    snapshot: Snapshot,
    asked: Asked,
) -> None:
    """Compare what was found as of a day with the best of these paths."""
    known = snapshot if asked["weights_before"] is None else whole.until(asked["weights_before"])
    citers = [cited for item, _, cited in papers if item in set(known.paper_id)]
    weight = {paper: sum(paper in cited for cited in citers) for paper in known.paper_id}
    shortest = min((len(path) - 1 for path in paths), default=0)
    bound = shortest + 2 if asked["max_hops"] == "shortest+2" else asked["max_hops"]
    paths = [path for path in paths if bound is None or len(path) - 1 <= bound]
    if asked["shortest_only"]:
        paths = [path for path in paths if len(path) - 1 == shortest]

    def counting(path: list[str]) -> list[int]:
        inside = path if asked["endpoints"] == "include" else path[1:-1]
        return [weight.get(paper, 0) for paper in inside]

    def value(path: list[str]) -> Fraction | None:
        counts = counting(path)
        if asked["objective"] == "sum":
            return Fraction(sum(counts))
        return Fraction(sum(counts), len(counts)) if counts else None

    def order(path: list[str]) -> tuple[bool, Fraction, int, list[str]]:
        worth = value(path)
        return worth is None, -(worth or Fraction(0)), len(path), path[::-1]

    best = min(paths, key=order, default=[])
    worth = value(best) if best else None
    assert result.papers == best
    assert result.citations == [weight.get(paper, 0) for paper in best]
    assert result.total == (sum(counting(best)) if best else None)
    assert result.value == (None if worth is None else float(worth))
    assert result.hops == (len(best) - 1 if best else None)
    assert result.optimal_paths == sum(value(path) == worth for path in paths)


def unordered(papers: list[Paper], sources: Sequence[str], targets: Sequence[str]) -> int:
    """Citations between the first of the sources and the last of the targets against time."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    first, last = min(dates[paper] for paper in sources), max(dates[paper] for paper in targets)
    return sum(
        first <= dates[paper] <= dates[cited] <= last
        for paper, _, references in papers
        for cited in references
    )


def every_path(
    papers: list[Paper], sources: Sequence[str], targets: Sequence[str]
) -> list[list[str]]:
    """All paths of one step at least, by following references from each target."""
    dates = {paper: parse_date(when)[0] for paper, when, _ in papers}
    references = {paper: cited for paper, _, cited in papers}

    def down(paper: str) -> list[list[str]]:
        steps = [c for c in references[paper] if c in dates and dates[c] < dates[paper]]
        longer = [[*path, paper] for cited in steps for path in down(cited)]
        return [*longer, *([[paper]] if paper in sources else [])]

    return [path for target in targets for path in down(target) if len(path) > 1]
