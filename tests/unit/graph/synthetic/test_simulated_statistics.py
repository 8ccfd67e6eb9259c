"""Every statistic against a plain version."""

import itertools
import math
from collections import Counter
from datetime import timedelta
from statistics import median

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Csr
from scinet.graph.synthetic import simulate
from scinet.graph.synthetic.statistics import statistics

Rows = list[list[int]]


def naive(days: list[int], references: Rows, teams: Rows) -> dict[str, float]:
    edges = [(paper, cited) for paper, row in enumerate(references) for cited in row]
    received = [sum(cited == paper for _, cited in edges) for paper in range(len(days))]

    def mean(values: list[bool] | list[float]) -> float:
        return sum(values) / len(values) if values else math.nan

    def until(day: int) -> int:
        when = date_of(day)
        day_of_month = 28 if (when.month, when.day) == (2, 29) else when.day
        # No year with a 29 February is five years after another.
        later = when.replace(day=1, year=when.year + 5) + timedelta(days=day_of_month - 1)
        return day + (later - when).days

    total = sum(received)
    top = sorted(received, reverse=True)[: max(len(days) // 100, 1)]
    apart = sum(abs(first - second) for first in received for second in received)
    tail = [count for count in received if count >= 10]
    ages = [(days[a] - days[b]) / 365.25 for a, b in edges]
    graph = nx.Graph((first, second) for first, second in edges if first != second)
    local = nx.clustering(graph)
    seen: set[tuple[int, int]] = set()
    repeated = []
    for team in teams:
        for pair in itertools.combinations(sorted(team), 2):
            repeated.append(pair in seen)
            seen.add(pair)
    authorships = sum(map(len, teams))
    spread = {
        "references": [len(row) for row in references],
        "team_size": [len(team) for team in teams],
        "papers_per_author": list(Counter(itertools.chain(*teams)).values()),
    }
    return {
        "mean_references": len(edges) / len(days),
        "share_without_references": mean([not row for row in references]),
        "max_citations": max(received),
        "share_uncited": mean([count == 0 for count in received]),
        "share_to_top_percent": sum(top) / total if total else math.nan,
        "gini_citations": apart / (2 * len(days) * total) if total else math.nan,
        "tail_exponent": (
            1 + len(tail) / sum(math.log(count / 9.5) for count in tail) if tail else math.nan
        ),
        "mean_age_years": mean(ages),
        "median_age_years": median(ages) if ages else math.nan,
        "share_same_year": mean([date_of(days[a]).year == date_of(days[b]).year for a, b in edges]),
        "share_within_5_years": mean(
            [days[first] <= until(days[second]) for first, second in edges]
        ),
        "share_unordered": mean([days[first] <= days[second] for first, second in edges]),
        "clustering": mean([local[node] for node in graph if graph.degree(node) > 1]),
        "share_closed": mean([bool({*references[a]} & {*references[b]}) for a, b in edges]),
        "mean_team_size": authorships / len(days),
        "share_alone": mean([len(team) == 1 for team in teams]),
        "papers_per_author": authorships / len({author for team in teams for author in team}),
        "share_self_citations": mean([bool({*teams[a]} & {*teams[b]}) for a, b in edges]),
        "share_repeated_collaborations": mean(repeated),
        **{
            f"{end}_{name}": sorted(counts)[math.ceil(tenths * len(counts) / 10) - 1]
            for name, counts in spread.items()
            for end, tenths in (("median", 5), ("p90", 9))
        },
    }


def csr(rows: Rows) -> Csr:
    indptr = np.concatenate(([0], np.cumsum([len(row) for row in rows]))).astype(np.int64)
    return Csr(indptr, np.array(list(itertools.chain(*rows)), dtype=np.int32))


def test_a_simulated_network_agrees_with_the_plain_version() -> None:
    network = simulate(500, 7)
    references = [network.references.row(paper).tolist() for paper in range(500)]
    teams = [network.authored.row(paper).tolist() for paper in range(500)]
    statistics_row = statistics(network.day, network.references, network.authored)
    assert statistics_row == pytest.approx(naive(network.day.tolist(), references, teams))


@st.composite
def networks(draw: st.DrawFn) -> tuple[list[int], Rows, Rows]:
    size = draw(st.integers(1, 12))
    # Few days, five years apart around a leap day, so that ties and edges of windows occur.
    days = sorted(
        draw(st.lists(st.sampled_from([11016, 12842, 12843, 14668]), min_size=size, max_size=size))
    )
    some = st.lists(st.integers(0, size - 1), unique=True, max_size=5).map(sorted)
    team = st.lists(st.integers(0, 5), unique=True, min_size=1, max_size=4)
    rows = [draw(some) for _ in range(size)]
    return days, rows, [draw(team) for _ in range(size)]


@settings(max_examples=200)
@given(case=networks())
def test_any_network_agrees_with_the_plain_version(case: tuple[list[int], Rows, Rows]) -> None:
    days, references, teams = case
    statistics_row = statistics(np.array(days, dtype=np.int32), csr(references), csr(teams))
    assert statistics_row == pytest.approx(naive(days, references, teams), nan_ok=True)
