"""What a year is like, worked out by hand."""

import re
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.simulations import LADDER, without_database
from helpers.networks.two_sides import as_snapshot, two_communities, with_fields
from helpers.servers.endpoint import Endpoint, Messages

from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year.lacer import Judge
from scinet.experiments.simulated_year.measures import compare_measures, describe_year
from scinet.experiments.simulated_year.months import measure_by_month, split_months
from scinet.experiments.simulated_year.narrowness import (
    compute_changes,
    find_narrowest,
    mean_narrowing,
)
from scinet.experiments.simulated_year.titles import sample_papers
from scinet.experiments.simulated_year.topics import Topics, compare_topics, learn_topics
from scinet.experiments.simulated_year.year import Year, YearSize
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.text.tfidf import TitleWords
from scinet.models.text.topics import TopicWords

PAPERS = [
    ("a", "2000-01-01", []),
    ("b", "2001-01-01", ["a"]),
    ("c", "2010-03-01", ["a", "b"]),
    ("d", "2010-06-01", ["b", "c"]),
    ("e", "2010-09-01", ["a"]),
]
AUTHORS = {"a": ["x", "y"], "b": ["x"], "c": ["x", "z"], "d": ["x", "y"], "e": ["w"]}


_GROUPS = ("tree", "vowel", "signal", "parser")
_WEIGHTS = dict.fromkeys(_GROUPS, 1.0)
_NAMES = [f"p{number:02d}" for number in range(44)]


def year_of(
    snapshot: Snapshot,
    first: int = 2,
    words: TitleWords = TitleWords({}),  # noqa: B008 - a value
    topics: TopicWords | None = None,
) -> Year:
    """Papers from ``first`` on, without citations that were foreseen."""
    return Year(snapshot, first, words, np.zeros(0), topics)


def test_a_year_is_described() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS).until(date(2011, 1, 1))
    words = TitleWords.of(snapshot.title[:2])
    description = describe_year(Year(snapshot, 2, words, np.array([1.0, np.nan, 3.0])))
    means = {name: float(values.mean()) for name, values in description.items() if len(values)}
    assert means["papers"] == 3
    assert means["authors per paper"] == pytest.approx(5 / 3)
    assert means["newcomers in bylines"] == pytest.approx(2 / 5)  # z and w
    assert means["new pairs of co-authors"] == pytest.approx(1 / 2)  # x and z, not x and y
    # x has two of five places, the other three have one.
    assert means["effective number of authors"] == pytest.approx(5 / 2**0.4)
    assert means["references per paper"] == pytest.approx(5 / 3)
    assert means["self-citations"] == pytest.approx(4 / 5)  # all but that of e
    assert means["a reference cites another"] == pytest.approx(2 / 3)
    assert means["pairs of references that cite each other"] == 1  # one of one, of c and of d
    # In the year x writes with z and y, these with x, w alone.
    assert description["collaborators of an author"].tolist() == [0, 2, 1, 1]
    assert means["Gini of citations"] == pytest.approx(2 / 15)  # 1, 2 and 2
    assert means["cited within the period"] == pytest.approx(1 / 3)
    assert description["days to the first citation"].tolist() == [92]
    assert description["citations within 360 days"].tolist() == [1, 3]


def test_days_without_papers_have_nothing_to_describe() -> None:
    titles = dict.fromkeys("abcde", "grammar of speech")
    snapshot = snapshot_of(PAPERS, AUTHORS, titles=titles).until(date(2011, 1, 1))
    words = TitleWords({"grammar": 1.0, "speech": 1.0})
    description = describe_year(year_of(snapshot, snapshot.num_papers, words))
    assert {name: values.tolist() for name, values in description.items() if len(values)} == {
        "papers": [0]
    }


def test_runs_are_compared_with_reality() -> None:
    first, second = ({"m": np.array(values)} for values in ([0.0, 2.0], [2.0, 4.0]))
    [row] = compare_measures(
        [first, second], {"m": np.array([0.0, 2.0])}, {"m": np.array([5.0, 6.0])}
    )
    assert (row["simulated"], row["real"], row["year_before"]) == (2.0, 1.0, 5.5)
    # Means of 1 and 3: Student's t of one degree of freedom is 12.706.
    assert (row["low"], row["high"]) == pytest.approx((2 - 12.706, 2 + 12.706), abs=1e-3)
    assert (row["distance"], row["distance_year_before"]) == (0.25, 1.0)  # 0 and 1/2
    [alone] = compare_measures([first], None, None)
    assert [alone[name] for name in ("low", "real", "distance")] == [None, None, None]


def test_effective_numbers_are_of_as_many_papers_as_there_are_elsewhere() -> None:
    snapshot = snapshot_of(PAPERS, AUTHORS).until(date(2011, 1, 1))
    value = describe_year(year_of(snapshot), YearSize(1, 1, 1))
    # Of c, d or e: two authors, or one.
    assert value["effective number of authors"][0] in (pytest.approx(2), pytest.approx(1))
    assert value["papers"].tolist() == [3]


def test_titles_and_venues_are_of_as_many_papers_as_have_some_elsewhere() -> None:
    """Four groups of equal titles: the more of them, the more a title has of its own group."""
    titles = dict.fromkeys(_NAMES, "")
    for number, name in enumerate(_NAMES):
        titles[name] = f"{_GROUPS[number % 4]} of {name}"
    venues = {name: f"v{number % 8}" for number, name in enumerate(_NAMES)}
    days: list[Paper] = [(name, "2000-01-01", []) for name in _NAMES]
    known = set(_NAMES[:12])
    whole, part = (
        year_of(snapshot_of(days, venues=those, titles=called), 0, TitleWords(_WEIGHTS))
        for those, called in (
            (venues, titles),
            ({n: venues[n] for n in known}, {n: titles[n] if n in known else "" for n in _NAMES}),
        )
    )
    nothing = year_of(part.snapshot, 44, part.words)
    size = YearSize.common([YearSize.of(whole), YearSize.of(part), YearSize.of(nothing)])
    assert (size.papers, size.titled, size.placed) == (44, 12, 12)
    group = np.arange(44) % 4
    chosen = sample_papers(np.arange(44), 12)
    unlike = [
        1 - np.mean(sorted(group[chosen[chosen != item]] == group[item])[-10:]) for item in chosen
    ]
    description = describe_year(whole, size)
    assert description["difference of titles from each other"].tolist() == pytest.approx(unlike)
    # Of twelve known ones, three are of each group: each has two of its own among ten others.
    assert describe_year(part, size)["difference of titles from each other"].tolist() == [0.8] * 12
    share = np.array([n for n in np.bincount(chosen % 8) if n]) / 12
    assert description["effective number of venues"][0] == pytest.approx(
        np.exp(-share @ np.log(share))
    )


def test_a_run_without_a_value_leaves_the_others_theirs() -> None:
    nothing, none = {"m": np.zeros(0)}, {"m": np.zeros(0)}
    first, second = ({"m": np.array(values)} for values in ([0.0, 2.0], [2.0, 4.0]))
    real = {"m": np.array([0.0, 2.0])}
    assert compare_measures([first, nothing, second], real, none) == compare_measures(
        [first, second], real, none
    )
    [row] = compare_measures([nothing, none], real, None)
    assert (row["simulated"], row["distance"], row["real"]) == (None, None, 1.0)


def test_papers_are_described_by_month() -> None:
    year = year_of(snapshot_of(PAPERS, AUTHORS).until(date(2010, 7, 1)))
    when = split_months(date(2010, 2, 15), date(2010, 7, 1))
    assert [first.month for first, _ in when] == [2, 3, 4, 5, 6]
    dated = [*PAPERS[:2], ("c", "2010", []), ("d", "2010-06", ["a"])]
    real = year_of(snapshot_of(dated, {name: AUTHORS[name] for name in "abcd"}))
    rows = measure_by_month([(year, when)] * 2, (real, when), None, fewest=1)
    results = {(row["measure"], row["month"]): row for row in rows}
    assert [results["papers", f"2010-0{n}"]["simulated"] for n in (2, 3, 6)] == [0, 1, 1]
    # A paper that is dated to a year alone is in no month.
    assert [results["papers", f"2010-0{n}"]["real"] for n in (2, 3, 6)] == [0, 0, 1]
    authors = "effective number of authors"
    assert results[authors, "2010-03"]["simulated"] == pytest.approx(2)  # x and z
    # Up to June reality has one paper, of x and y: one of the two simulated ones is compared.
    assert results[authors, "2010-06"]["real"] == pytest.approx(2)
    assert results[authors, "2010-06"]["simulated"] == pytest.approx(2)
    closed = results["a reference cites another", "2010-06"]
    assert (closed["simulated"], closed["low"], closed["real"]) == (1, 1, 0)
    assert results["papers", "2010-06"]["year_before"] is None
    assert results["difference of titles", "2010-06"]["simulated"] is None


def test_narrow_is_what_changes_by_more_than_usual() -> None:
    rows = [
        dict(zip(("measure", "real", "year_before", "one", "all"), row, strict=True))
        for row in (
            ("Gini of citations", 0.5, 0.45, 0.6, 0.5),
            ("effective number of authors", 10, 8, 9, 10),
            ("effective number of venues", 4, 4, 3, 2),
            ("self-citations", 1, 1, 0, 1),
        )
    ]
    result = compute_changes(rows, "one", "all")
    assert [item.share for item in result] == pytest.approx([0.2, 0.1, -0.5])
    assert [item.usual for item in result] == pytest.approx([0.1, 0.2, 0])
    assert [item.is_narrower for item in result] == [True, False, False]
    assert [item.is_broader for item in result] == [False, False, True]
    assert mean_narrowing(result) == pytest.approx((0.2 - 0.5) / 3)
    assert find_narrowest({"a": result, "b": result[:2], "c": result[1:]}) == "b"
    assert find_narrowest({"c": result[1:]}) is None
    runs = {"simulated": 0.6, "low": 0.45, "high": 0.75, "real": 0.5, "year_before": 0.5}
    [item] = compute_changes([{"measure": "Gini of citations", **runs}], "simulated", "real")
    assert item.share == pytest.approx(0.2)
    assert (item.is_chance, item.is_narrower) == (True, False)


def test_topics_are_guessed_by_words_and_compared() -> None:
    texts = ["a parser of grammar", "noise of speech"] * 20 + ["of"]
    words = TopicWords.of(texts, np.array([0, 1] * 20 + [-1]), ("language", "speech"))
    assert words is not None
    assert (words.tested, words.accuracy) == (4, 1.0)
    assert words.predict_topics(["speech", "grammar"]).tolist() == [1, 0]
    titles = dict.fromkeys("ab", "noise") | {"c": "grammar", "d": "speech", "e": "grammar parser"}
    past = snapshot_of(PAPERS, AUTHORS, titles=titles)
    year = year_of(past, topics=words)
    assert describe_year(year)["effective number of topics"][0] == pytest.approx(3 / 2 ** (2 / 3))
    other = year_of(past.until(date(2010, 3, 2)), topics=words)
    result = compare_topics(Topics("subfield", words, (20, 20)), [year], other, other, 3)
    assert [row["simulated"] for row in result["rows"]] == pytest.approx([2 / 3, 1 / 3])
    assert [row["real"] for row in result["rows"]] == [1, 0]
    # Of 2/3, 1/3 and 1, 0 the mean is 5/6, 1/6.
    item = 2 / 3 * np.log2(4 / 5) + 1 / 3 * np.log2(2)
    assert result["divergence"] == pytest.approx((item + np.log2(6 / 5)) / 2)
    assert result["divergence_year_before"] == 0
    assert TopicWords.of(["a parser"] * 40, np.zeros(40, dtype=int), ("language",)) is None


def test_topics_are_fields_that_hold_half_of_the_papers() -> None:
    result = learn_topics(without_database(), with_fields(two_communities(0, 2000, 2003)))
    assert result is not None
    assert (result.kind, set(result.words.names)) == ("subfield", {"language", "speech"})
    assert result.words.accuracy == 1.0


def test_topics_are_communities_where_no_fields_are_stated(database: Database) -> None:
    past = as_snapshot(two_communities(0, 2000, 2003))
    result = learn_topics(GraphAccess(lambda: database), past)
    assert result is not None
    assert result.kind == "community"
    assert result.words.predict_topics(["syntax tree", "vowel noise"]).tolist() in ([0, 1], [1, 0])


def test_a_judge_rates_the_nearest_papers(
    endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    def rate(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001
        return f"Reasoning: so.\nScore: {7 if 'noise' in messages[-1]['content'] else 4}"

    endpoint.answer = rate
    titles = {f"p{n:02d}": "tree of grammar" for n in range(24)}
    papers: list[Paper] = [
        (name, f"2000-{1 + n // 12:02d}-{1 + n % 12:02d}", []) for n, name in enumerate(titles)
    ]
    past = snapshot_of(papers, titles=titles | {"p23": "noise of grammar"})
    year = year_of(past, 22, TitleWords({"grammar": 1.0, "tree": 1.0}))
    result = Judge((LADDER,), open_asker()).measures(year, YearSize.of(year))
    # Two papers of the period are too few to compare with each other; the second one is of noise.
    assert [values.tolist() for values in result.values()] == [[], [6, 3], [6, 3]]
    assert len(endpoint.requests) == 2  # equal pairs are asked about once


def test_a_paper_is_rated_against_the_nearest_of_all_of_its_period(
    endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    """Four groups of eleven: the ten nearest papers are those of the own group."""
    asked: list[tuple[str, str]] = []
    title = re.compile("(tree|vowel|signal|parser) of p[0-9]{2}")

    def rate(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001
        result = list(title.finditer(messages[-1]["content"]))
        asked.append((result[-2][0], result[-1][0]))
        return f"Score: {8 if result[-2][1] == result[-1][1] else 1}"

    endpoint.answer = rate
    titles = {name: f"{_GROUPS[n % 4]} of {name}" for n, name in enumerate(_NAMES)}
    past = snapshot_of([(name, "2000-01-01", []) for name in _NAMES], titles=titles)
    year = year_of(past, 0, TitleWords(_WEIGHTS))
    result = Judge((LADDER,), open_asker()).measures(year, YearSize.of(year))
    assert result["difference of papers from each other (LACER)"].tolist() == [2] * 20
    # The paper is the reference, and those near to it are rated against it.
    assert Counter(reference for reference, _ in asked) == dict.fromkeys(
        [titles[f"p{item:02d}"] for item in sample_papers(year.papers, 20)], 10
    )
