"""The published baselines worked out by hand, where they differ from the systems above all."""

import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from helpers.files.prescience_rows import TEST, as_lines, rows

from scinet.errors import DataError, NotFoundError
from scinet.eval.official_files import get_official
from scinet.eval.suites import get_task_type
from scinet.eval.suites.official import ImportRequest
from scinet.eval.task import Task, write_task
from scinet.experiments.published import write_baseline_predictions
from scinet.models.prescience import clusters, frequency, fusion
from scinet.models.prescience.baselines import make_predictions
from scinet.models.prescience.frequency import CorpusRows, Instance


def corpus(*papers: tuple[str, str, str, str]) -> CorpusRows:
    """Papers as id, day, authors and key references, one letter each."""
    results = {
        name: {
            "corpus_id": name,
            "date": day,
            "authors": [{"author_id": author} for author in team],
            "key_references": [{"corpus_id": author} for author in cited],
        }
        for name, day, team, cited in papers
    }
    authors = dict.fromkeys(author for _, _, team, _ in papers for author in team)
    return CorpusRows(
        results,
        {author: [name for name, _, team, _ in papers if author in team] for author in authors},
    )


def test_the_latest_papers_that_cite_count() -> None:
    papers = [("r", "2020", "", ""), ("s", "2020", "", ""), ("1", "2021", "a", "r")]
    papers += [(str(n), f"2022-0{n}", "a", "") for n in range(2, 9)]
    known = corpus(*papers, ("t", "2023", "ab", "s"))
    asked = [Instance("t", "2023", ("a", "b"), ("s",))]
    # Seven later papers cite nothing: among the latest five with key references is the first.
    [(ids, scores)] = frequency.rank_references(known, asked, 1, 5)
    assert (ids, scores) == (["r"], [1])
    # The rest is a random sample of what was there, with nothing.
    [(ids, scores)] = frequency.rank_references(known, asked, 100, 5)
    assert (ids[0], set(ids), scores[1:]) == ("r", set(known.papers) - {"t"}, [0] * 9)


def test_co_authors_by_joint_papers_once_and_iterated() -> None:
    known = corpus(
        ("1", "2020", "ab", ""),
        ("2", "2021", "ac", ""),
        ("3", "2021", "bd", ""),
        ("4", "2022", "bd", ""),
        ("5", "2022", "be", ""),
        ("6", "2024", "z", ""),
    )
    asked = [Instance("t", "2023", ("a",), ("x", "y"))]
    [(ids, scores)] = frequency.rank_collaborators(known, asked, 3, 10, iterated=False)
    assert (ids[:2], scores) == (["b", "c"], [1, 1, 0])  # ties as they came
    assert ids[2] in {"d", "e", "z"}  # anybody of the list, who may come later
    # b joins: d has two papers with b, c one with a.
    [(ids, scores)] = frequency.rank_collaborators(known, asked, 4, 10, iterated=True)
    assert (ids, scores) == (["b", "d", "c", "e"], [1, 2, 1, 1])


VECTORS = {"1": [1.0, 0.0], "2": [0.0, 2.0], "3": [3.0, 3.0], "4": [0.0, 1.0], "5": [-1.0, 0.0]}
SPACE = fusion.VectorSpace({name: np.array(v, dtype=np.float32) for name, v in VECTORS.items()})


def test_an_author_is_stale_until_the_next_paper() -> None:
    known = corpus(
        ("1", "2020", "a", ""),
        ("2", "2020", "b", ""),
        ("t", "2021", "a", ""),  # the first that is asked about
        ("4", "2022", "c", ""),
        ("5", "2023", "c", ""),
        ("u", "2024", "a", ""),
    )
    space = fusion.VectorSpace(SPACE.vectors | {"t": SPACE.vectors["1"], "u": SPACE.vectors["1"]})
    asked = [Instance("t", "2021", ("a",), ()), Instance("u", "2024", ("a",), ())]
    first, second = fusion.rank_collaborators(known, asked, 2, 10, space, way="fusion")
    assert first[0] == ["b", "c"]
    assert first[1][1] == math.inf  # c had nothing yet: padding
    # c wrote 4 and 5, but the vector was made when 5 came, of 4 alone: as near as b.
    assert second == (["b", "c"], [0.0, 0.0])


def test_places_are_summed_over_the_lists_that_have_an_item() -> None:
    # x is first in one list and absent from the other, y second in both.
    assert fusion._sum_places([["x", "y"], ["z", "y"]], [1, 1]) == (["x", "z", "y"], [0, 0, 2])
    assert fusion._sum_places([["x", "y"], ["z", "y"]], [1, 3])[1] == [0, 0, 4]


def test_papers_near_to_what_a_team_wrote_or_cited() -> None:
    known = corpus(
        ("1", "2020", "a", ""),
        ("2", "2020", "b", "1"),
        ("3", "2020", "a", "1"),
        ("4", "2020", "b", ""),
        ("t", "2021", "ab", "5"),
    )
    asked = [Instance("t", "2021", ("a", "b"), ("5",))]
    space = fusion.VectorSpace(SPACE.vectors | {"t": SPACE.vectors["1"]})

    def found(way: str, *, is_l2: bool = False) -> tuple[list[str], list[float]]:
        chosen = fusion.VectorSpace(space.vectors, is_l2)
        [ranked] = fusion.rank_references(known, asked, 3, 10, chosen, way=way)
        return ranked

    # a: (4, 3)/5 since 3 is longer than 1, b: (0, 1); together (0.8, 1.6)/|…|, 3 the nearest.
    ids, scores = found("papers")
    assert ids == ["3", "2", "4"]
    assert scores == pytest.approx([3 / math.sqrt(10), 2 / math.sqrt(5), 2 / math.sqrt(5)])
    # Both cite 1: the lists of both begin with 1, then 3.
    assert found("references")[0][:2] == ["1", "3"]
    assert found("ranks")[1][:2] == [0, 2]
    # By distance from 1: 0, then 2 for 4, before 5 for 2.
    assert found("references", is_l2=True) == (["1", "4", "2"], [0, 2, 4])


def test_authors_near_to_the_mean_of_papers_at_their_own_lengths() -> None:
    known = corpus(*((n, "2020", a, "") for n, a in (("1", "a"), ("3", "a"), ("2", "b"))),
                   ("t", "2021", "ac", ""))  # fmt: skip
    asked = [Instance("t", "2021", ("a",), ("c",))]
    [(ids, scores)] = fusion.rank_collaborators(known, asked, 5, 10, SPACE, way="pooling")
    # (1, 0) and (3, 3) have the mean (2, 1.5), at 0.6 of (0, 1); c has no paper and is padding.
    assert ids == ["b", "c"]
    assert scores == pytest.approx([0.6, 0.0])
    # Both of length 1 before: in the middle between 0 and 45 degrees. Padding is infinite.
    [(ids, scores)] = fusion.rank_collaborators(known, asked, 5, 10, SPACE, way="fusion")
    assert scores == pytest.approx([math.sin(math.pi / 8), math.inf])
    # A distance is not asked for, even where vectors are compared by it.
    far = fusion.VectorSpace(SPACE.vectors, is_l2=True)
    [(_, scores)] = fusion.rank_collaborators(known, asked, 5, 10, far, way="pooling")
    assert scores == pytest.approx([0.6, 0.0])


def test_the_nearest_cluster_counts() -> None:
    vectors = {"1": [2.0, 0.0], "2": [-2.0, 0.0], "3": [0.0, 1.0], "4": [0.0, -1.0]}
    # Their mean is 0 and the directions are the axes: what is turned keeps its angles.
    space = fusion.VectorSpace({name: np.array(v, dtype=np.float32) for name, v in vectors.items()})
    known = corpus(
        ("1", "2020", "a", ""),
        ("2", "2020", "c", ""),
        ("3", "2020", "abd", ""),
        ("4", "2020", "d", ""),
        ("t", "2021", "ab", ""),
    )
    asked = [Instance("t", "2021", ("a",), ("b",))]
    [(ids, scores)] = clusters.rank_collaborators(known, asked, 5, 10, space)
    # Two papers make two clusters: b and d wrote paper 3 of a, c is opposite to paper 1.
    assert sorted(ids[:2]) == ["b", "d"]
    assert ids[2:] == ["c"]
    assert scores == pytest.approx([1, 1, 0], abs=1e-6)
    asked = [Instance("t", "2021", ("b",), ())]
    [(ids, scores)] = clusters.rank_references(known, asked, 2, 10, space)
    assert ids[0] == "3"
    assert scores == pytest.approx([1, 0], abs=1e-6)
    # Who has not written has nothing to go by.
    assert list(
        clusters.rank_references(known, [Instance("t", "2021", ("z",), ())], 2, 10, space)
    ) == [([], [])]


@pytest.fixture
def task(tmp_path: Path) -> Task:
    task_type = get_task_type("prescience/prior-work")
    request = ImportRequest(task_type.read_options({}), "prescience", None, 0, None)
    file = as_lines(tmp_path / "rows.jsonl", rows(TEST))
    return write_task(
        get_official("prescience").task(task_type, [file], request), tmp_path / "task"
    )


def test_predictions_of_a_task(task: Task, tmp_path: Path) -> None:
    out = tmp_path / "predictions.frequency.json"
    assert write_baseline_predictions(task, "frequency", out=out, k=2)["records"] == 2
    first, second = make_predictions(task, "frequency", k=2)["data"]
    # Before 2024-11 bob wrote 12 and 13, ann 12 and 21, dan 21: 11 is cited five times, 13 twice.
    assert first == {
        "corpus_id": "31",
        "gt_reference_ids": ["13", "21"],
        "predicted_reference_ids": ["11", "13"],
        "predicted_reference_scores": [5, 2],
    }
    assert second["gt_reference_ids"] == ["31", "14"]
    vectors = {"data": {row: {"key": np.eye(1, 4), "query": np.eye(1, 4)} for row in _IDS}}
    (file := tmp_path / "v.pkl").write_bytes(pickle.dumps(vectors))
    near = make_predictions(task, "rank-fusion", k=2, vectors=file)["data"]
    assert len(near[0]["predicted_reference_ids"]) == 2
    with pytest.raises(NotFoundError, match="no published baseline 'x'"):
        make_predictions(task, "x")
    with pytest.raises(DataError, match="needs vectors"):
        make_predictions(task, "rank-fusion")
    (task.folder / "test" / "published.jsonl").unlink()
    with pytest.raises(DataError, match="is of a graph"):
        make_predictions(task, "frequency")


_IDS = ("11", "12", "13", "14", "21", "22", "31", "32", "33")
