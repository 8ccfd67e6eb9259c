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
from scinet.eval.suites import get_task_type
from scinet.eval.suites.prescience.prior_work import PriorWorkTask
from scinet.eval.task import Query, Split, Task, TaskDraft, write_task
from scinet.eval.task_type import BuildContext
from scinet.experiments.leak_audit.audit import audit_answers, days_up_to
from scinet.experiments.leak_audit.findings import LeakFinding, run_probes, sum_findings
from scinet.experiments.leak_audit.probes import Probe
from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph.schema.dates import day_of
from scinet.graph.search.text_search import searchable_texts
from scinet.graph.snapshot import Snapshot
from scinet.models.base.system import Context, System, build_paper_list
from scinet.models.base.training import TrainableSystem, TrainingData
from scinet.models.registry import make_system

DAY = date(2008, 9, 1)
END = date(2009, 7, 1)
WORLD = AuditWorld(as_snapshot(two_communities(1)), None)
PAST = WORLD.snapshot.until(DAY).num_papers
SEED = str(WORLD.snapshot.author_id[3])
ASKED = [Query("q", "", {"author_id": SEED, "title": str(WORLD.snapshot.title[5])}, DAY, 10)]


def tried(look: Callable[[AuditWorld], Any]) -> LeakFinding:
    (result,) = run_probes([Probe("feature", "ours", look)], WORLD, DAY, ASKED, seed=0)
    return result


def papers_of(snapshot: Snapshot) -> Any:
    return snapshot.author_papers.row(list(snapshot.author_id).index(SEED))


def words(snapshot: Snapshot) -> dict[str, int]:
    every = " ".join(searchable_texts(snapshot)).split()
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
    def by_first_day(world: AuditWorld) -> Any:
        return np.sort(world.snapshot.day[world.snapshot.first_day < day_of(DAY)])

    assert not tried(by_first_day).equal


def test_a_count_of_what_is_hidden_is_caught() -> None:
    assert not tried(lambda world: dict(world.snapshot.until(DAY).left_out)).equal


def test_what_cannot_move_is_said_not_to_be_seen() -> None:
    result = tried(lambda world: [world.snapshot.paper_id[0]])
    assert (result.equal, result.is_seen) == (True, False)


def test_what_moved_is_counted() -> None:
    result = tried(lambda world: [1, *(2 * [world.snapshot.num_authors])])
    assert (result.compared, result.moved) == (3, 2)
    cut = tried(lambda world: [1, world.snapshot.until(DAY).num_papers])
    assert (cut.compared, cut.moved) == (2, 0)


def test_findings_of_several_days_are_added_up() -> None:
    still = LeakFinding("tools", "ask", DAY, 3, equal=True, difference=None, is_seen=True, moved=0)
    moved = LeakFinding("tools", "ask", END, 4, equal=False, difference="x", is_seen=False, moved=2)
    other = replace(still, of="path")
    both = replace(moved, compared=7, is_seen=True)
    assert sum_findings([still, other, moved]) == [both, other]
    assert sum_findings([moved, other, still]) == [both, other]


@pytest.fixture(scope="module")
def task(tmp_path_factory: pytest.TempPathFactory) -> Task:
    options = {"since": "2008-01-01", "known": "title"}
    options |= {"validation_years": "1", "train_years": "1"}
    draft = draft_of("prescience/prior-work", WORLD.snapshot.until(END), options)
    return write_task(draft, tmp_path_factory.mktemp("leaks") / "task")


def moved(system: System, task: Task) -> set[str]:
    findings = audit_answers([system], get_task_type(task.id), task, WORLD, queries=4)
    parts = {"arrays", "task files", "queries", "answers"}
    assert {item.part for item in findings} - {"training"} == parts
    return {item.part for item in findings if item.equal is False}


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
            yield build_paper_list(query, np.argsort(-counts, kind="stable"), context, counts)


def test_a_cache_that_forgets_the_day_is_caught(task: Task) -> None:
    assert moved(Keeping(), task) == {"answers"}
    assert moved(make_system("popularity"), task) == set()


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
            yield build_paper_list(query, np.argsort(-scores, kind="stable"), context, scores)


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
    assert moved(make_system("bm25"), task) >= {"arrays", "answers", "task files"}


def test_another_graph_is_refused(task: Task) -> None:
    other = AuditWorld(replace(WORLD.snapshot, graph_fingerprint="other"), None)
    with pytest.raises(DataError, match="built from graph test"):
        audit_answers([make_system("bm25")], get_task_type(task.id), task, other)


def test_what_compared_nothing_is_not_called_equal() -> None:
    result = tried(lambda _: {})
    assert (result.compared, result.equal, result.is_seen) == (0, None, None)
    assert result.difference == "not compared: nothing to compare as of that day"


def test_of_things_in_both_worlds_the_others_are_left_out() -> None:
    def cited(world: AuditWorld) -> dict[str, int]:
        counts = world.snapshot.citations.tolist()
        return dict(zip(world.snapshot.paper_id, counts, strict=True))

    def titled(world: AuditWorld) -> dict[str, str]:
        past = world.snapshot.until(END)
        return dict(zip(past.paper_id[:PAST], past.title[:PAST], strict=True))

    probes = [Probe("feature", "ours", look, shared_only=True) for look in (cited, titled)]
    result = run_probes(probes, WORLD, DAY, ASKED, seed=0)
    assert [item.equal for item in result] == [False, True]
    assert result[1].compared == PAST


def test_an_error_in_the_other_world_alone_is_a_difference() -> None:
    def strict(world: AuditWorld) -> list[int]:
        if world is not WORLD:
            raise DataError("too many papers")
        return [1]

    result = tried(strict)
    assert (result.equal, result.is_seen) == (False, True)
    assert "too many papers" in str(result.difference)


@pytest.mark.parametrize("split", ["val", "train"])
def test_an_earlier_split_is_audited_as_of_its_own_end(task: Task, split: str) -> None:
    systems = [make_system("bm25"), Learning()]
    findings = audit_answers(systems, get_task_type(task.id), task, WORLD, split=split, queries=4)
    files = {item.as_of: item.compared for item in findings if item.part == "task files"}
    # Queries, truth and what existed, of this split and those before it.
    by_end = {date(2007, 1, 1): 3, date(2008, 1, 1): 6}
    assert files == {end: number for end, number in by_end.items() if end <= task.before[split]}
    assert [item for item in findings if item.equal is False] == []
    (untried,) = [item for item in findings if item.of == "learning" and item.part == "answers"]
    said = f"not compared: it learns from split {split!r}; see training"
    assert (untried.equal, untried.difference) == (None, said)
    assert {item.of for item in findings if item.part == "answers" and item.equal} == {"bm25"}
    assert [item.equal for item in findings if item.part == "training"] == [True]


class Late(PriorWorkTask):
    """Tells of papers to learn from how often they were cited before the test was over."""

    def build(self, context: BuildContext, options: Any) -> TaskDraft:
        """The same, with these counts."""
        draft = super().build(context, options)
        papers, counts = context.snapshot.paper_id, context.snapshot.citations
        cited = dict(zip(papers, counts.tolist(), strict=True))
        train = draft.splits["train"]
        truth = [{**row, "cited": cited[row["paper_id"]]} for row in train.truth]
        return replace(draft, splits={**draft.splits, "train": replace(train, truth=truth)})


def test_truth_to_learn_from_that_became_known_later_is_caught(task: Task) -> None:
    findings = audit_answers([], Late(), task, WORLD, queries=4)
    caught = {item.as_of: item.difference for item in findings if item.equal is False}
    assert set(caught) == {date(2007, 1, 1), date(2008, 1, 1)}
    assert all("cited" in str(text) for text in caught.values())


def asking_only(task: Task, folder: Path, split: str, kept: Sequence[Query]) -> Task:
    """The same with fewer questions in a split."""
    splits = {}
    for name, end in task.before.items():
        queries, truth = kept if name == split else task.queries(name), task.truth(name)
        splits[name] = Split(end, queries, [truth[query.query_id] for query in queries])
    names = {field.name for field in fields(TaskDraft)} - {"splits"}
    same = {name: getattr(task, name) for name in names}
    return write_task(TaskDraft(**same, splits=splits), folder)


def test_training_takes_more_days_where_one_has_few_questions(tmp_path: Path) -> None:
    options = {"since": "2007-01-01", "validation_years": "1", "train_years": "4"}
    draft = draft_of("prescience/impact", WORLD.snapshot.until(END), options)
    task = write_task(draft, tmp_path / "task")
    # A tree that sees a share of the rows sees none of one.
    system = make_system("impact-boosted", {**SMALL_SYSTEMS["impact-boosted"], "rows": "0.5"})
    one_a_day = {query.before: query for query in reversed(task.queries("train"))}
    kept = sorted(one_a_day.values(), key=lambda query: query.before)
    thin = asking_only(task, tmp_path / "thin", "train", kept)
    both = [
        audit_answers([system], get_task_type(task.id), thin, WORLD, days=1, queries=n)
        for n in (8, 1)
    ]
    enough, too_few = (result[-1] for result in both)
    assert (enough.part, enough.equal, enough.is_seen) == ("training", True, True)
    assert (too_few.part, too_few.equal) == ("training", None)
    assert str(too_few.difference).startswith("not compared: LightGBM cannot learn")
    assert {item.equal for item in both[1][:-1]} == {True}


def test_a_day_comes_with_those_before_it_that_have_enough_questions() -> None:
    days = Counter({date(2001, 1, 1): 9, date(2002, 1, 1): 1, date(2003, 1, 1): 2})
    days[date(2004, 1, 1)] = 5
    assert days_up_to(date(2003, 1, 1), days, 2) == {date(2003, 1, 1)}
    assert days_up_to(date(2003, 1, 1), days, 4) == set(days) - {date(2004, 1, 1)}
    assert days_up_to(date(2003, 1, 1), days, 99) == set(days) - {date(2004, 1, 1)}


def test_a_split_without_a_question_is_refused(task: Task, tmp_path: Path) -> None:
    empty = asking_only(task, tmp_path / "task", "val", [])
    with pytest.raises(DataError, match="no query in split 'val'"):
        audit_answers(
            [make_system("bm25")], get_task_type(task.id), empty, WORLD, split="val", days=1
        )


def test_a_system_that_asks_a_language_model_is_refused(task: Task) -> None:
    with pytest.raises(DataError, match=r"llm needs a language model, and .* cannot be audited"):
        audit_answers([make_system("llm")], get_task_type(task.id), task, WORLD)
