"""The audit finds leaks of every sort, and tells how far it could have."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.audited_tasks import SMALL_SYSTEMS
from helpers.networks.scoring import draft_of
from helpers.networks.two_sides import as_snapshot, two_communities

from scinet.errors import DataError, NotFoundError
from scinet.eval.answer import Answer
from scinet.eval.suites import named
from scinet.eval.suites.prescience.prior_work import PriorWork
from scinet.eval.task import Query, Split, Task, TaskDraft, write
from scinet.eval.task_type import Material
from scinet.experiments.leak_audit.audit import audit, up_to
from scinet.experiments.leak_audit.findings import Finding, add_up, try_all
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


def test_what_moved_is_counted() -> None:
    found = tried(lambda world: [1, *(2 * [world.snapshot.num_authors])])
    assert (found.compared, found.moved) == (3, 2)
    cut = tried(lambda world: [1, world.snapshot.until(DAY).num_papers])
    assert (cut.compared, cut.moved) == (2, 0)


def test_findings_of_several_days_are_added_up() -> None:
    still = Finding("tools", "ask", DAY, 3, equal=True, difference=None, is_seen=True, moved=0)
    moved = Finding("tools", "ask", END, 4, equal=False, difference="x", is_seen=False, moved=2)
    other = replace(still, of="path")
    both = replace(moved, compared=7, is_seen=True)
    assert add_up([still, other, moved]) == [both, other]
    assert add_up([moved, other, still]) == [both, other]


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    options = {"since": "2008-01-01", "known": "title"}
    options |= {"validation_years": "1", "train_years": "1"}
    draft = draft_of("prescience/prior-work", WORLD.snapshot.until(END), options)
    return write(draft, tmp_path_factory.mktemp("leaks") / "task")


def moved(system: System, task: Task) -> set[str]:
    found = audit([system], named(task.id), task, WORLD, queries=4)
    parts = {"arrays", "task files", "queries", "answers"}
    assert {one.part for one in found} - {"training"} == parts
    return {one.part for one in found if one.equal is False}


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
    place: str = "deep/mean.npy"

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
        file = training.folder / self.place
        file.parent.mkdir(exist_ok=True)
        np.save(file, np.mean(counts))
        return {}

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """The most cited papers, with what was learned added to their counts."""
        assert context.learned is not None
        scores = context.snapshot.citations + np.load(context.learned / self.place)
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


def test_what_compared_nothing_is_not_called_equal() -> None:
    found = tried(lambda _: {})
    assert (found.compared, found.equal, found.is_seen) == (0, None, None)
    assert found.difference == "not compared: nothing to compare as of that day"


def test_of_things_in_both_worlds_the_others_are_left_out() -> None:
    def cited(world: World) -> dict[str, int]:
        counts = world.snapshot.citations.tolist()
        return dict(zip(world.snapshot.paper_id, counts, strict=True))

    def titled(world: World) -> dict[str, str]:
        past = world.snapshot.until(END)
        return dict(zip(past.paper_id[:PAST], past.title[:PAST], strict=True))

    probes = [Probe("feature", "ours", look, of_both=True) for look in (cited, titled)]
    found = try_all(probes, WORLD, DAY, ASKED, seed=0)
    assert [one.equal for one in found] == [False, True]
    assert found[1].compared == PAST


def test_an_error_in_the_other_world_alone_is_a_difference() -> None:
    def strict(world: World) -> list[int]:
        if world is not WORLD:
            raise DataError("too many papers")
        return [1]

    found = tried(strict)
    assert (found.equal, found.is_seen) == (False, True)
    assert "too many papers" in str(found.difference)


@pytest.mark.parametrize("split", ["val", "train"])
def test_an_earlier_split_is_audited_as_of_its_own_end(task: Task, split: str) -> None:
    systems = [make("bm25"), Learning()]
    found = audit(systems, named(task.id), task, WORLD, split=split, queries=4)
    files = {one.as_of: one.compared for one in found if one.part == "task files"}
    # Queries, truth and what existed, of this split and those before it.
    by_end = {date(2007, 1, 1): 3, date(2008, 1, 1): 6}
    assert files == {end: number for end, number in by_end.items() if end <= task.before[split]}
    assert [one for one in found if one.equal is False] == []
    (untried,) = [one for one in found if one.of == "learning" and one.part == "answers"]
    said = f"not compared: it learns from split {split!r}; see training"
    assert (untried.equal, untried.difference) == (None, said)
    assert {one.of for one in found if one.part == "answers" and one.equal} == {"bm25"}
    assert [one.equal for one in found if one.part == "training"] == [True]


class Late(PriorWork):
    """Tells of papers to learn from how often they were cited before the test was over."""

    def build(self, material: Material, options: Any) -> TaskDraft:
        """The same, with these counts."""
        draft = super().build(material, options)
        papers, counts = material.snapshot.paper_id, material.snapshot.citations
        cited = dict(zip(papers, counts.tolist(), strict=True))
        train = draft.splits["train"]
        truth = [{**row, "cited": cited[row["paper_id"]]} for row in train.truth]
        return replace(draft, splits={**draft.splits, "train": replace(train, truth=truth)})


def test_truth_to_learn_from_that_became_known_later_is_caught(task: Task) -> None:
    found = audit([], Late(), task, WORLD, queries=4)
    caught = {one.as_of: one.difference for one in found if one.equal is False}
    assert set(caught) == {date(2007, 1, 1), date(2008, 1, 1)}
    assert all("cited" in str(text) for text in caught.values())


def asking_only(task: Task, folder: Path, split: str, kept: Sequence[Query]) -> Task:
    """The same with fewer questions in a split."""
    splits = {}
    for name, end in task.before.items():
        queries, truth = kept if name == split else task.queries(name), task.truth(name)
        splits[name] = Split(end, queries, [truth[query.query_id] for query in queries])
    names = {one.name for one in fields(TaskDraft)} - {"splits"}
    same = {name: getattr(task, name) for name in names}
    return write(TaskDraft(**same, splits=splits), folder)


def test_training_takes_more_days_where_one_has_few_questions(tmp_path: Path) -> None:
    options = {"since": "2007-01-01", "validation_years": "1", "train_years": "4"}
    draft = draft_of("prescience/impact", WORLD.snapshot.until(END), options)
    task = write(draft, tmp_path / "task")
    # A tree that sees a share of the rows sees none of one.
    system = make("impact-boosted", {**SMALL_SYSTEMS["impact-boosted"], "rows": "0.5"})
    one_a_day = {query.before: query for query in reversed(task.queries("train"))}
    kept = sorted(one_a_day.values(), key=lambda query: query.before)
    thin = asking_only(task, tmp_path / "thin", "train", kept)
    both = [audit([system], named(task.id), thin, WORLD, days=1, queries=n) for n in (8, 1)]
    enough, too_few = (found[-1] for found in both)
    assert (enough.part, enough.equal, enough.is_seen) == ("training", True, True)
    assert (too_few.part, too_few.equal) == ("training", None)
    assert str(too_few.difference).startswith("not compared: LightGBM cannot learn")
    assert {one.equal for one in both[1][:-1]} == {True}


def test_a_day_comes_with_those_before_it_that_have_enough_questions() -> None:
    days = Counter({date(2001, 1, 1): 9, date(2002, 1, 1): 1, date(2003, 1, 1): 2})
    days[date(2004, 1, 1)] = 5
    assert up_to(date(2003, 1, 1), days, 2) == {date(2003, 1, 1)}
    assert up_to(date(2003, 1, 1), days, 4) == set(days) - {date(2004, 1, 1)}
    assert up_to(date(2003, 1, 1), days, 99) == set(days) - {date(2004, 1, 1)}


def test_a_split_without_a_question_is_refused(task: Task, tmp_path: Path) -> None:
    empty = asking_only(task, tmp_path / "task", "val", [])
    with pytest.raises(DataError, match="nothing is asked in split 'val'"):
        audit([make("bm25")], named(task.id), empty, WORLD, split="val", days=1)


def test_a_system_that_asks_a_language_model_is_refused(task: Task) -> None:
    with pytest.raises(DataError, match=r"llm asks a language model, and .* cannot be audited"):
        audit([make("llm")], named(task.id), task, WORLD)
