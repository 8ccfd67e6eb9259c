"""The learned order of references: what it is shown, what it learns, and no look at the future."""

from datetime import date
from pathlib import Path

import pytest
from helpers.language.word_vectors import embed_words
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities, with_future

from scinet.eval.ranked_list import get_items
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query, Task
from scinet.graph.snapshot import Snapshot
from scinet.models.base.run import answer_queries
from scinet.models.base.training import train
from scinet.models.prior_work.candidates import describe_candidates
from scinet.models.prior_work.lambdarank import PriorWorkLambdarank
from scinet.models.text import dense

KIND = get_task_type("prescience/prior-work")
END = date(2010, 1, 1)
TINY = PriorWorkLambdarank(trees=20, min_leaf=5, leaves=4, bags=1, learning_rate=0.2)


@pytest.fixture(autouse=True)
def word_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dense, "embed", embed_words)


def built(snapshot: Snapshot, folder: Path, known: str) -> Task:
    given = {"known": known, "train_years": "2", "validation_years": "1"}
    return build_task(KIND, snapshot, END, folder, **given)


@pytest.mark.parametrize("known", ["team", "title"])
def test_the_future_moves_no_feature(known: str, tmp_path: Path) -> None:
    plain = two_communities(1)
    whole = as_snapshot(plain)
    queries = built(whole, tmp_path / "task", known).queries()
    day = queries[len(queries) // 2].before
    asked = [query for query in queries if query.before == day]
    planted = with_future(plain, day)
    assert planted.num_papers > whole.num_papers
    for item, two in zip(
        describe_candidates(whole.until(day), asked, None),
        describe_candidates(planted.until(day), asked, None),
        strict=True,
    ):
        assert item.names == two.names
        assert ("BM25" in item.names) == (known == "title")
        assert len({*item.names}) == len(item.names) == item.features.shape[1]
        assert item.papers.tolist() == two.papers.tolist() == sorted({*item.papers.tolist()})
        assert item.features.tobytes() == two.features.tobytes()


@pytest.mark.filterwarnings("error")
def test_a_team_of_nobody_is_described() -> None:
    past = as_snapshot(two_communities(1)).until(END)
    (item,) = describe_candidates(past, [Query("q", "", {"author_ids": []}, END, 9)], None)
    assert not item.features[:, item.names.index("cosine with the team")].any()


def test_it_learns_whom_a_team_reads(tmp_path: Path) -> None:
    whole = as_snapshot(two_communities(1))
    task = built(whole, tmp_path / "task", "team")
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        about = train(TINY, KIND, task, snapshot=whole, folder=folder, cache=tmp_path)
    assert about["figures"]["lists"]["train"] > about["figures"]["lists"]["val"] > 0
    assert 0 < about["figures"]["validation"][0] <= 1
    assert (folders[0] / "trees.json").read_bytes() == (folders[1] / "trees.json").read_bytes()
    result = answer_queries(TINY, task.queries(), KIND, snapshot=whole, learned=folders[0])
    right = total = 0
    for query, answer in zip(task.queries(), result, strict=True):
        # Numbers of papers and authors tell their side.
        side = int(query.inputs["author_ids"][0][1])
        assert len(get_items(answer)) > 20
        scores = [item.score or 0.0 for item in get_items(answer)]
        assert scores == sorted(scores, reverse=True)
        right += sum(int(str(item.id)[-2:]) % 2 == side for item in get_items(answer)[:20])
        total += 20
    assert right > 0.9 * total
