"""PreScience's sets of features: columns by hand, and no look at the future."""

import pickle
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.two_sides import as_snapshot, two_communities, with_future

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites import named
from scinet.eval.task import Query
from scinet.eval.task_type import Material
from scinet.models.history import Past
from scinet.models.impact.learned import SETS
from scinet.models.impact.linear import ImpactRidge
from scinet.models.impact.published_features import Texts, bibliometrics, published
from scinet.models.registry import make
from scinet.models.text import dense

DAY = date(2006, 6, 1)
PAPERS: list[Paper] = [
    ("p1", "2000-01", []),
    ("p2", "2001-01", ["p1"]),
    ("p3", "2005-06", ["p1", "p2"]),
    ("p4", "2006-03", ["p2", "p3"]),
]
TEAMS = {"p1": ["ann"], "p2": ["ann", "bob"], "p3": ["cyd", "bob"], "p4": ["dan"]}
VECTORS = {"p1": [1.0, 0.0], "p2": [3.0, 2.0], "p3": [0.0, 4.0], "asked": [7.0, 8.0]}


def asked(**inputs: Any) -> Query:
    about = {
        "paper_id": "prescience:asked",
        "months": 12,
        "author_ids": ["ann", "cyd"],
        "author_places": [1, 3],
        "team_size": 4,
        "reference_ids": ["p2", "p4"],
        "title": "trees",
        "abstract": None,
    }
    return Query("q", "", {**about, **inputs}, DAY, 1)


def past() -> Past:
    return Past(snapshot_of(PAPERS, TEAMS).until(DAY))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    pairs = {n: dict.fromkeys(("key", "query"), np.array([v])) for n, v in VECTORS.items()}
    (made := tmp_path / "vectors.pkl").write_bytes(pickle.dumps({"metadata": {}, "data": pairs}))
    return made


def columns(which: str, query: Query, file: Path | None) -> Mapping[str, float]:
    names, values = published(which, [query], past(), Texts(file, None))
    assert len(set(names)) == len(names) == values.shape[1]
    return dict(zip(names, map(float, values[0]), strict=True))


def test_numbers_of_the_team_and_its_references() -> None:
    # By then p1 and p2 have two citations each, p3 has one: ann has an h-index of 2, cyd of 1.
    found = bibliometrics(past(), asked().inputs)
    ann, nobody, cyd = (2.0, 2.0, 2.0), (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
    byline = {"first": ann, "second": nobody, "second_last": cyd, "last": nobody}
    for place, numbers in byline.items():
        names = (f"author_{place}_{name}" for name in ("h_index", "num_papers", "avg_citations"))
        assert tuple(found[name] for name in names) == numbers
    means = [found[f"author_mean_{n}"] for n in ("h_index", "num_papers", "avg_citations")]
    assert means == [0.75, 0.75, 0.75]
    assert (found["author_max_h_index"], found["author_max_num_papers"]) == (2.0, 2.0)
    assert (found["author_count"], found["author_first_time_count"]) == (4.0, 2.0)
    assert (found["ref_mean_citations"], found["ref_max_citations"]) == (1.0, 2.0)
    assert len(found) == 21
    nobody_known: dict[str, Any] = {"author_ids": [], "author_places": [], "reference_ids": []}
    alone = bibliometrics(past(), asked(**nobody_known, team_size=1).inputs)
    assert sum(alone.values()) == 2.0  # one author, who is new
    assert set(bibliometrics(past(), asked(**nobody_known, team_size=0).inputs).values()) == {0.0}


def test_texts_by_a_file(file: Path) -> None:
    assert columns("target-text", asked(), file) == {"target_0": 7.0, "target_1": 8.0}
    found = columns("context-text", asked(), file)
    ann, cyd = (2.0, 1.0), (0.0, 4.0)
    # Only who has vectors counts; of p4, which is cited too, there is none.
    expected = {"first": ann, "second": cyd, "second_last": ann, "last": cyd, "mean": (1.0, 2.5)}
    for place, vector in expected.items():
        assert tuple(found[f"author_{place}_text_{n}"] for n in (0, 1)) == vector
    assert [found[f"reference_text_{n}"] for n in (0, 1)] == [3.0, 2.0]
    assert found["key_references"] == 2.0
    alone = columns("context-text", asked(author_ids=["dan"], reference_ids=[]), file)
    assert set(alone.values()) == {0.0}
    one = columns("context-text", asked(author_ids=["cyd"]), file)
    assert all(one[f"author_{place}_text_1"] == 4.0 for place in expected)
    unnamed = {name: value for name, value in asked().inputs.items() if name != "paper_id"}
    with pytest.raises(DataError, match="do not name their papers"):
        columns("target-text", Query("q", "", unnamed, DAY, 1), file)


def test_texts_by_the_static_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)
    target = columns("target-text", asked(), None)
    assert list(target.values()) == embed_words(["trees"])[0].tolist()
    context = columns("context-text", asked(author_ids=["dan"]), None)
    own = embed_words(["Title of p4"])[0].tolist()
    assert [context[f"author_last_text_{n}"] for n in range(len(own))] == pytest.approx(own)


@pytest.mark.parametrize("which", SETS[1:])
def test_the_future_moves_no_column(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)
    plain = two_communities(1)
    task_type, end = named("prescience/impact"), date(2010, 1, 1)
    options = task_type.read_options({"since": "2008-01-01", "months": "6"})
    split = task_type.build(Material(as_snapshot(plain).until(end), end, 0), options).splits["test"]
    day = split.queries[len(split.queries) // 2].before
    queries: Sequence[Query] = [query for query in split.queries if query.before == day]
    seen = []
    for snapshot in (as_snapshot(plain), with_future(plain, day)):
        names, values = published(which, queries, Past(snapshot.until(day)), Texts(None, None))
        seen.append((names, values.tobytes()))
    assert seen[0] == seen[1]


def test_sets_are_named_with_a_plus() -> None:
    given = {"features": "bibliometrics+target-text", "vectors": "a/grit.pkl"}
    assert make("impact-ridge", given).settings["model"] == "grit.pkl"
    assert "model" not in make("impact-boosted").settings
    for wrong in ("text", "graph+graph", ""):
        with pytest.raises(DataError, match=r"graph, target-text, context-text, bibliometrics"):
            make("impact-boosted", {"features": wrong})


def test_a_file_of_other_papers_is_refused(file: Path, tmp_path: Path) -> None:
    system = ImpactRidge(features="target-text", vectors=str(file))
    with pytest.raises(DataError, match=r"no paper of the graph has a vector in .*vectors\.pkl"):
        system._columns(as_snapshot(two_communities(1)), DAY, None)
    gone = ImpactRidge(features="bibliometrics+context-text", vectors=str(tmp_path / "gone.pkl"))
    with pytest.raises(NotFoundError, match="no file"):
        gone._columns(past().snapshot, DAY, None)
