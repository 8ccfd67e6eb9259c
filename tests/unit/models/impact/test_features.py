"""Features of impact, published ones and those of the graph: columns by hand, and no future."""

import pickle
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities, with_future

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import get_content
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.eval.task_type import BuildContext
from scinet.models.base.run import answer_queries
from scinet.models.base.training import train
from scinet.models.history import History
from scinet.models.impact.features import compute_features
from scinet.models.impact.learned import SETS, ImpactBoosted
from scinet.models.impact.linear import ImpactRidge
from scinet.models.impact.published_features import Texts, bibliometric_features, published_features
from scinet.models.registry import make_system
from scinet.models.text import dense
from scinet.models.text.tfidf import TitleSpace

KIND = get_task_type("prescience/impact")
END = date(2010, 1, 1)
TINY = ImpactBoosted(trees=20, leaves=4, min_leaf=5, bags=1, subjects=2, learning_rate=0.2)
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


def past() -> History:
    return History(snapshot_of(PAPERS, TEAMS).until(DAY))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    pairs = {n: dict.fromkeys(("key", "query"), np.array([v])) for n, v in VECTORS.items()}
    (made := tmp_path / "vectors.pkl").write_bytes(pickle.dumps({"metadata": {}, "data": pairs}))
    return made


def columns(which: str, query: Query, file: Path | None) -> Mapping[str, float]:
    names, values = published_features(which, [query], past(), Texts(file, None))
    assert len(set(names)) == len(names) == values.shape[1]
    return dict(zip(names, map(float, values[0]), strict=True))


def test_numbers_of_the_team_and_its_references() -> None:
    # By then p1 and p2 have two citations each, p3 has one: ann has an h-index of 2, cyd of 1.
    found = bibliometric_features(past(), asked().inputs)
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
    alone = bibliometric_features(past(), asked(**nobody_known, team_size=1).inputs)
    assert sum(alone.values()) == 2.0  # one author, who is new
    assert set(
        bibliometric_features(past(), asked(**nobody_known, team_size=0).inputs).values()
    ) == {0.0}


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


@pytest.mark.parametrize("which", SETS)
def test_the_future_moves_no_column(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)
    plain = two_communities(1)
    whole = as_snapshot(plain)
    options = KIND.read_options({"since": "2008-01-01", "months": "6"})
    split = KIND.build(BuildContext(whole.until(END), END, 0), options).splits["test"]
    day = split.queries[len(split.queries) // 2].before
    queries: Sequence[Query] = [query for query in split.queries if query.before == day]
    planted = with_future(plain, day)
    assert planted.num_papers > whole.num_papers
    seen = []
    for snapshot in (whole, planted):
        past = snapshot.until(day)
        if which == "graph":
            subjects = TitleSpace.of(snapshot.until(date(2005, 1, 1)).title, 3)
            names, values = compute_features(queries, past, subjects)
        else:
            names, values = published_features(which, queries, History(past), Texts(None, None))
        seen.append((names, values.tobytes()))
    assert seen[0] == seen[1]
    assert len(set(names)) == len(names)


def test_sets_are_named_with_a_plus() -> None:
    given = {"features": "bibliometrics+target-text", "vectors": "a/grit.pkl"}
    assert make_system("impact-ridge", given).settings["model"] == "grit.pkl"
    assert "model" not in make_system("impact-boosted").settings
    for wrong in ("text", "graph+graph", ""):
        with pytest.raises(DataError, match=r"graph, target-text, context-text, bibliometrics"):
            make_system("impact-boosted", {"features": wrong})


def test_a_file_of_other_papers_is_refused(file: Path, tmp_path: Path) -> None:
    system = ImpactRidge(features="target-text", vectors=str(file))
    with pytest.raises(DataError, match=r"no paper of the graph has a vector in .*vectors\.pkl"):
        system._columns(as_snapshot(two_communities(1)), DAY, None)
    gone = ImpactRidge(features="bibliometrics+context-text", vectors=str(tmp_path / "gone.pkl"))
    with pytest.raises(NotFoundError, match="no file"):
        gone._columns(past().snapshot, DAY, None)


def test_columns_of_the_graph_by_hand() -> None:
    venues = {"p1": "v", "p2": "v", "p3": "w", "p4": "v"}
    snapshot = snapshot_of(PAPERS, TEAMS, venues).until(DAY)
    given = {"author_places": [1, 2], "team_size": 3, "reference_ids": ["p2", "p3"]}
    query = asked(**given, venue_id="v", title="Title of p4")
    names, values = compute_features([query], snapshot, TitleSpace.of(snapshot.title, 2))
    found = dict(zip(names, map(float, values[0]), strict=True))
    # p2 cites p1 a year and a month of days later: not within 360 days; nor is any other citation.
    assert found["author_mean_max"] == found["usual"] == 0.0
    # Of ann p1 has 2 citations and p2 has 2; of cyd p3 has one, of the last year.
    assert found["author_total_max"] == pytest.approx(np.log1p(4))
    assert found["author_total_first"] == pytest.approx(np.log1p(4))
    assert found["author_h_max"] == 2.0
    assert np.isnan(found["author_h_last"])  # the last of three is new
    assert found["team_new_share"] == pytest.approx(1 / 3)
    assert found["team_joint_share"] == 0.0
    assert found["venue_papers"] == pytest.approx(np.log1p(3))
    assert found["references"] == 2.0
    assert found["references_own"] == 1.0  # p2 is ann's, p3 is cyd's
    # In the last year p2 was cited by p3 and p4, p3 by p4; in the year before by nobody.
    assert found["reference_lately_max"] == pytest.approx(np.log1p(2))
    assert found["reference_growth"] == pytest.approx((np.log1p(2) + np.log1p(1)) / 2)
    assert found["coupled_fresh"] == pytest.approx(np.log1p(2))
    assert found["coupled_twice"] == pytest.approx(np.log1p(1))
    assert not {"citations", "abstract"} & set(names)


def test_it_repeats_and_answers_every_paper(tmp_path: Path) -> None:
    whole = as_snapshot(two_communities(1))
    years = {"train_years": "4", "validation_years": "1"}
    task = build_task(KIND, whole, END, tmp_path / "task", **years)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        about = train(TINY, KIND, task, snapshot=whole, folder=folder)
    assert (folders[0] / "trees.json").read_bytes() == (folders[1] / "trees.json").read_bytes()
    assert about["figures"]["rows"]["train"] > about["figures"]["rows"]["val"] > 0
    queries = task.queries()
    found = list(answer_queries(TINY, queries, KIND, snapshot=whole, learned=folders[0]))
    numbers = np.array([get_content(answer) for answer in found], dtype=float)
    assert len(numbers) == len(queries)
    assert (numbers >= 0).all()
    assert numbers.std() > 0
    (folders[0] / "subjects_before.txt").write_text("no day")
    with pytest.raises(DataError, match="no day"):
        list(answer_queries(TINY, queries, KIND, snapshot=whole, learned=folders[0]))
