"""The audit finds leaks of every sort, and tells how far it could have."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import numpy as np
import pytest
from helpers.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer
from scinet.eval.suites import named
from scinet.eval.task import Query, Task, write
from scinet.eval.task_type import Material
from scinet.experiments.leak_audit.audit import Finding, audit, try_all
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import World
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.models.base.ranking import texts
from scinet.models.base.system import Context, System, ranked
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.registry import make

DAY = date(2008, 9, 1)
END = date(2009, 7, 1)
WORLD = World(as_snapshot(two_communities(1)), None)
PAST = WORLD.snapshot.until(DAY).num_papers
SEED = str(WORLD.snapshot.author_id[3])
ASKED = [Query("q", "", {"author_id": SEED, "title": str(WORLD.snapshot.title[5])}, DAY, 10)]


def tried(look: Callable[[World], Any]) -> Finding:
    (found,) = try_all([Probe("feature", "ours", look)], WORLD, DAY, ASKED, seed=0)
    return found


def papers_of(snapshot: Snapshot) -> Any:
    return snapshot.author_papers.row(list(snapshot.author_id).index(SEED))


def words(snapshot: Snapshot) -> dict[str, int]:
    every = " ".join(texts(snapshot)).split()
    return {word: every.count(word) for word in ("parser", "grammar", "speech")}


def degrees(snapshot: Snapshot) -> Any:
    return snapshot.citations[:PAST]


def team_sizes(snapshot: Snapshot) -> Any:
    return snapshot.authored.lengths()


@pytest.mark.parametrize("feature", [papers_of, words, degrees])
def test_a_feature_of_the_whole_graph_is_caught(feature: Callable[[Snapshot], Any]) -> None:
    whole = tried(lambda world: feature(world.snapshot))
    assert not whole.equal
    assert whole.difference is not None
    assert whole.difference.startswith("feature")
    cut = tried(lambda world: feature(world.snapshot.until(DAY)))
    assert (cut.equal, cut.difference, cut.is_seen) == (True, None, True)


@pytest.mark.parametrize("feature", [papers_of, words, degrees, team_sizes])
def test_the_day_itself_is_caught(feature: Callable[[Snapshot], Any]) -> None:
    with_it = tried(lambda world: feature(world.snapshot.until(DAY + timedelta(1))))
    assert not with_it.equal


def test_the_first_possible_day_of_a_coarse_date_is_caught() -> None:
    def by_first_day(world: World) -> Any:
        return np.sort(world.snapshot.day[world.snapshot.first_day < day_of(DAY)])

    assert not tried(by_first_day).equal


def test_a_count_of_what_is_hidden_is_caught() -> None:
    assert not tried(lambda world: dict(world.snapshot.until(DAY).left_out)).equal


def test_what_cannot_move_is_said_not_to_be_seen() -> None:
    found = tried(lambda world: [world.snapshot.paper_id[0]])
    assert (found.equal, found.is_seen) == (True, False)


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    task_type = named("prescience/prior-work")
    options = task_type.read_options(
        {"since": "2008-01-01", "known": "title", "validation_years": "1", "train_years": "1"}
    )
    material = Material(WORLD.snapshot.until(END), END, 0)
    return write(task_type.build(material, options), tmp_path_factory.mktemp("leaks") / "task")


def moved(system: System, task: Task) -> set[str]:
    found = audit([system], named(task.id), task, WORLD, queries=4)
    parts = {"arrays", "task files", "queries", "answers"}
    assert {one.part for one in found} - {"training"} == parts
    return {one.part for one in found if not one.equal}


@dataclass(frozen=True)
class Keeping(System):
    """Keeps citation counts in the cache, under a name that forgets the day."""

    name = "keeping"
    version = "1"
    track = "graph"
    summary = ""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The most cited papers."""
        assert context.cache is not None
        file = context.cache / f"{context.snapshot.graph_fingerprint}.npy"
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            np.save(file, context.snapshot.citations)
        counts = np.load(file)[: context.snapshot.num_papers]
        for query in queries:
            yield ranked(query, np.argsort(-counts, kind="stable"), context, counts)


def test_a_cache_that_forgets_the_day_is_caught(task: Task) -> None:
    assert moved(Keeping(), task) == {"answers"}
    assert moved(make("popularity"), task) == set()


@dataclass(frozen=True)
class Learning(TrainableSystem):
    """Learns how often papers are cited, of a graph that is or is not cut."""

    name = "learning"
    version = "1"
    track = "graph"
    summary = ""

    of: str = "the first day"

    def train(self, training: TrainingData) -> dict[str, Any]:
        """Keep the mean of all counts."""
        graph = LATER[-1] if LATER else None
        first = training.task.queries("train")[0].before
        snapshot = {
            "the first day": training.snapshot.until(first),
            "the training": training.snapshot,
            "the graph": graph,
            "the test": training.snapshot.until(first),
        }[self.of]
        assert snapshot is not None
        counts = np.append(snapshot.citations, 0)
        if self.of == "the test":
            counts = np.append(counts, len(training.task.truth("test")))
        np.save(training.folder / "mean.npy", np.mean(counts))
        return {}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The most cited papers, with what was learned added to their counts."""
        assert context.learned is not None
        scores = context.snapshot.citations + np.load(context.learned / "mean.npy")
        for query in queries:
            yield ranked(query, np.argsort(-scores, kind="stable"), context, scores)


LATER: list[Snapshot] = []


def test_a_model_that_learns_from_later_papers_is_caught(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert moved(Learning(), task) == set()
    # Before the test, but not before the questions that it learns from.
    assert moved(Learning(of="the training"), task) == {"training"}
    with pytest.raises(NotFoundError, match="of split 'test'"):
        moved(Learning(of="the test"), task)
    cut = Snapshot.until

    def until(self: Snapshot, before: date) -> Snapshot:
        LATER.append(self)
        return cut(self, before)

    monkeypatch.setattr(Snapshot, "until", until)
    assert moved(Learning(of="the graph"), task) == {"answers", "training"}


def test_a_cut_after_the_day_itself_is_caught(task: Task, monkeypatch: pytest.MonkeyPatch) -> None:
    cut = Snapshot.until

    def until(self: Snapshot, before: date) -> Snapshot:
        if self.before == before:
            return self
        return replace(cut(self, before + timedelta(1)), before=before)

    monkeypatch.setattr(Snapshot, "until", until)
    assert moved(make("bm25"), task) >= {"arrays", "answers", "task files"}


def test_another_graph_is_refused(task: Task) -> None:
    other = World(replace(WORLD.snapshot, graph_fingerprint="other"), None)
    with pytest.raises(DataError, match="built from graph test"):
        audit([make("bm25")], named(task.id), task, other)
