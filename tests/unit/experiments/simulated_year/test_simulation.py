"""Simulated years of small networks: what they see, how they go on, and what gold gives back."""

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.networks.build import Paper, snapshot_of
from helpers.networks.simulations import GOLD, MODELS, SINCE
from helpers.networks.simulations import without_database as _graph
from helpers.networks.two_sides import two_communities, with_fields
from helpers.servers.endpoint import Endpoint, Messages

from scinet.errors import DataError
from scinet.eval.task import Query
from scinet.experiments import pipeline
from scinet.experiments.simulated_year.calibration import Calibration
from scinet.experiments.simulated_year.components import PARTS, Component
from scinet.experiments.simulated_year.day import Rules
from scinet.experiments.simulated_year.folder import Simulation
from scinet.experiments.simulated_year.gold import Gold
from scinet.experiments.simulated_year.run import SimulationPlan, run_simulation
from scinet.experiments.simulated_year.simulate import ReferencePeriod
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.experiments.simulated_year.year import YearSize
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base.ranking import Floats, Ranker
from scinet.models.base.system import Context
from scinet.models.registry import make_system


@pytest.fixture(scope="module")
def whole() -> Snapshot:
    return with_fields(two_communities(0))


def _run(whole: Snapshot, out: Path, systems: tuple[str, ...] = MODELS, **more: object) -> Path:
    options: dict[str, object] = {"days": 60, "arrivals": "empirical", **more}
    plan = SimulationPlan(SINCE, systems=systems, **options)  # type: ignore[arg-type]
    run_simulation(plan, _graph(whole), out=out)
    return out


def _stop(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def _files(folder: Path) -> dict[str, bytes]:
    return {str(f.relative_to(folder)): f.read_bytes() for f in sorted(folder.glob("run-*/*"))}


def test_where_all_is_gold_the_real_year_comes_back(whole: Snapshot, tmp_path: Path) -> None:
    days = 366 + 365
    result = Simulation.read(_run(whole, tmp_path / "s", GOLD, arrivals="gold", days=days))
    real = whole.until(SINCE + timedelta(days=days))
    world = SimulatedWorld(whole.until(SINCE))
    names: dict[str, str | None] = {}
    for number, papers in enumerate(result.days(0)):
        names |= {paper.id: paper.stands_for for paper in papers}
        if papers:
            world.add(papers, SINCE + timedelta(days=number))
    grown = world.on(SINCE + timedelta(days=days))
    assert [names.get(item, item) for item in grown.paper_id] == list(real.paper_id)
    for column in ("day", "first_day", "title", "abstract", "main_field"):
        assert (getattr(grown, column) == getattr(real, column)).all(), column
    assert (grown.cites.indptr == real.cites.indptr).all()
    assert (grown.cites.indices == real.cites.indices).all()
    for paper in range(real.num_papers):
        teams = [s.author_id[s.authored.row(paper)].tolist() for s in (grown, real)]
        assert teams[0] == teams[1]
    plan = SimulationPlan(SINCE, days, GOLD, "gold")
    rows = ReferencePeriod(_graph(whole), SINCE, days).judge(plan, tmp_path / "s").measures
    assert {row["distance"] for row in rows} <= {0.0, None}
    assert all(row["simulated"] == row["real"] for row in rows)
    assert grown.graph_fingerprint != whole.graph_fingerprint


def test_simulations_that_are_compared_are_measured_on_equally_many_papers(
    whole: Snapshot, tmp_path: Path
) -> None:
    out = _run(whole, tmp_path / "s", GOLD, arrivals="gold", days=366)
    fewer = tmp_path / "fewer"
    shutil.copytree(out, fewer)
    for file in sorted((fewer / "run-0").iterdir())[: 366 // 2]:
        file.write_bytes(b"")
    plan = SimulationPlan(SINCE, 366, GOLD, "gold")
    yardstick = ReferencePeriod(_graph(whole), SINCE, 366)
    size = yardstick.size((plan, out), (plan, fewer))
    assert size.papers == len(Simulation.read(fewer).papers()) < 16

    def real(folder: Path, size: YearSize | None) -> list[float]:
        return [row["real"] for row in yardstick.judge(plan, folder, size).measures]

    assert real(out, size) == real(fewer, size) == real(fewer, None) != real(out, None)


def test_counts_of_earlier_years() -> None:
    """Two papers of 2007 by one and by three authors, the later one with two references."""
    papers = [("a", "2006-01-01", []), ("b", "2007-01-01", []), ("c", "2007-01-01", ["a", "b"])]
    past = snapshot_of(papers, {"a": ["x"], "b": ["x"], "c": ["x", "y", "z"]}).until(SINCE)
    counts = Calibration.of(past, 1)
    assert sorted(counts.team_sizes) == [1, 3]
    assert sorted(counts.references) == [0, 1]  # b is not earlier than c
    assert (counts.papers[0], sum(counts.papers), len(counts.papers)) == (2, 2, 365)
    assert counts.new_share == 2 / 4
    smoothed = Calibration.of(past, 1, smoothed=True)
    assert sorted(smoothed.team_sizes) == [1, 1, 3, 3]
    assert sorted(smoothed.references) == [0, 0, 1, 1]
    # Active days of 1 and of 3 papers: mean 2, standard deviation of a sample the root of 2.
    drawn = Calibration((0, 1, 3), (1,), (0,), 0.0)
    rng = np.random.default_rng(0)
    results = [drawn.arrivals(rng, "gaussian") for _ in range(2000)]
    normal = np.random.default_rng(0).normal(2, 2**0.5, 2000)
    assert results == [max(0, round(item)) for item in normal.tolist()]


def test_a_simulation_goes_on_where_it_was_stopped(whole: Snapshot, tmp_path: Path) -> None:
    at_once = _files(_run(whole, tmp_path / "once"))
    stopped = _run(whole, tmp_path / "stopped", days=23)
    (stopped / "run-0" / "2008-01-24.jsonl.partial").write_bytes(b'{"id": "syn')
    (stopped / "run-0" / "2008-01-23.jsonl").unlink()
    (stopped / "run-0" / "2008-01-22.jsonl").rename(stopped / "run-0" / "2008-01-29.jsonl")
    assert _files(_run(whole, stopped)) == at_once
    assert sum(map(len, at_once.values())) > 0


def test_what_was_measured_is_of_all_days_or_not_there(
    whole: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = _run(whole, tmp_path / "s", days=40)
    (out / "run-1").mkdir()  # of an earlier command
    result = Simulation.read(out)
    papers = len(result.papers())
    measured = ("measures.json", "months.json", "topics.json", "ablation.json", "report.html")

    def measure() -> None:
        for name in measured:
            (out / name).write_text("[]")

    measure()
    assert len(Simulation.read(_run(whole, out, days=40)).measures) == 0
    _run(whole, out, days=20)
    assert not [name for name in measured if (out / name).exists()]
    shorter = Simulation.read(out)
    with pytest.raises(DataError, match="the simulation has no measures"):
        _ = shorter.measures
    assert (shorter.runs, len(shorter.days(0))) == (1, 20)
    assert 0 < len(shorter.papers()) == len(shorter.written(0)) < papers
    for read in (shorter.days, shorter.papers, shorter.written):
        with pytest.raises(DataError, match="the simulation has no run 1"):
            read(1)
    measure()
    (out / "run-0" / "2008-01-31.jsonl").unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Rules, "day", _stop)
        with pytest.raises(KeyboardInterrupt):
            _run(whole, out, days=50)
    stopped = Simulation.read(out)
    assert not [name for name in measured if (out / name).exists()]
    assert len(stopped.days(0)) == 30
    with pytest.raises(DataError, match="run 0 was stopped after 30 of 50 days"):
        stopped.written(0)


class _Newest(Ranker):
    """Names the newest papers."""

    name, track, summary = "newest", "graph", "the newest papers"

    def scores(self, queries: Sequence[Query], context: Context) -> Iterator[Floats]:
        for _ in queries:
            yield np.arange(context.snapshot.num_papers, dtype=float)


def test_later_days_see_what_was_simulated(whole: Snapshot) -> None:
    systems = [make_system(MODELS[0]), _Newest(), make_system(MODELS[2]), make_system(MODELS[3])]
    components = {p: Component(p, system) for p, system in zip(PARTS, systems, strict=True)}
    rules = Rules(0, Calibration((2,), (2,), (3,), 0.0), "empirical", components)
    world = SimulatedWorld(whole.until(SINCE))
    days = []
    for number in range(4):
        day = SINCE + timedelta(days=number)
        days.append(rules.day(world.on(day), day)[0])
        world.add(days[-1], day)
    newest = [f"synthetic:0:2008-01-0{day}:0000{place}" for day, place in ((3, 1), (3, 0), (2, 1))]
    assert {paper.references for paper in days[3]} == {tuple(newest)}
    assert all(paper.title and paper.citations is not None for day in days for paper in day)
    past = world.on(SINCE + timedelta(days=4))
    assert past.num_papers == whole.until(SINCE).num_papers + 8
    last = [past.num_papers - 2, past.num_papers - 1]
    assert past.cited_by.row(past.index(newest[0])).tolist() == last


def test_a_part_that_learns_is_trained_on_earlier_years(
    whole: Snapshot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systems = (*MODELS[:3], "impact-boosted")
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "train_system", _stop)
        with pytest.raises(KeyboardInterrupt):
            _run(whole, tmp_path / "s", systems, days=10)
    out = _run(whole, tmp_path / "s", systems, days=10)
    learned = {f: f.read_bytes() for f in (out / "tasks").rglob("*") if f.is_file()}
    with pytest.raises(DataError, match="another simulation"):
        _run(whole, out, systems, days=10, seed=1)
    assert learned == {f: f.read_bytes() for f in (out / "tasks").rglob("*") if f.is_file()}
    assert (out / "models" / "impact" / "model.json").is_file()
    trained = out / "models" / "impact"
    with_it = _run(whole, tmp_path / "t", (*MODELS[:3], str(trained)), days=10)
    assert _files(out) == _files(with_it)
    again = tmp_path / "again"
    shutil.copytree(trained, again)
    about = json.loads((again / "model.json").read_text())
    (again / "model.json").write_text(json.dumps({**about, "task_fingerprint": "another"}))
    with pytest.raises(DataError, match="another simulation"):
        _run(whole, with_it, (*MODELS[:3], str(again)), days=11)
    early = SimulationPlan(date(2005, 1, 1), 2, (*MODELS[:3], str(trained)), "empirical")
    with pytest.raises(DataError, match="and must not from 2005-01-01 on"):
        run_simulation(early, _graph(whole), out=tmp_path / "u")


def test_a_language_model_writes_and_is_asked_once(
    whole: Snapshot, tmp_path: Path, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    """A reply that is not a text drops the paper; what was answered is not asked again."""
    replies = count()

    def write(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001
        written = {"reasoning": "so", "title": f"On {(number := next(replies))}", "abstract": "It."}
        return "no" if number == 1 else json.dumps(written)

    endpoint.answer = write
    plan = SimulationPlan(SINCE, 130, (*MODELS[:2], "contribution-llm", MODELS[3]), "empirical")
    asker = open_asker()
    result, sent = [], []
    for folder in (tmp_path / "one", tmp_path / "again"):
        run_simulation(plan, _graph(whole), out=folder, open_asker=lambda: asker)
        result.append(_files(folder))
        sent.append(len(endpoint.requests))
    assert result[0] == result[1]
    assert sent[0] == sent[1] > 1
    titles = set(Simulation.read(tmp_path / "one").papers().title)
    assert titles <= {f"On {number}" for number in range(sent[0])}
    assert 0 < len(titles) < sent[0]


def test_what_a_model_invents_is_left_out(
    whole: Snapshot, tmp_path: Path, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    """It may name papers by title; authors and papers that do not exist are not taken."""
    past = whole.until(SINCE)
    real = str(past.title[-1])
    later = str(whole.title[-1])

    def name(messages: Messages, body: dict[str, Any]) -> str:  # noqa: ARG001
        schema = body["response_format"]["json_schema"]["schema"]["properties"]
        [(key, part)] = (
            (key, reference) for key, reference in schema.items() if reference["type"] == "array"
        )
        said = [
            {"id": None, "title": reference, "year": None} for reference in ("Nothing", later, real)
        ]
        if "title" not in part["items"]["properties"]:
            said = [{"id": "Nobody", "name": None}]
        return json.dumps({key: said})

    endpoint.answer = name
    systems = ("llm", "llm", *MODELS[2:])
    plan = SimulationPlan(SINCE, 100, systems, "empirical")
    asker = open_asker()
    run_simulation(plan, _graph(whole), out=tmp_path / "s", open_asker=lambda: asker)
    papers = Simulation.read(tmp_path / "s").written(0)
    title = dict(zip(past.paper_id, past.title, strict=True))
    cited = {reference for paper in papers for reference in paper.references}
    assert cited <= title.keys() | {paper.id for paper in papers}
    assert real in {title.get(reference) for reference in cited}


def test_a_byline_has_everybody_once(
    whole: Snapshot, endpoint: Endpoint, open_asker: Callable[..., LLMSession]
) -> None:
    past = whole.until(SINCE)
    named = [str(item) for item in past.author_id[[3, 3, 4, 3]]]
    endpoint.answer = lambda messages, body: _listed(body, named)  # noqa: ARG005
    components = {
        p: Component(p, make_system(item)) for p, item in zip(PARTS[1:], MODELS[1:], strict=True)
    }
    components["collaborators"] = Component("collaborators", make_system("llm"), asker=open_asker())
    rules = Rules(0, Calibration((2,), (4,), (2,), 0.0), "empirical", components)
    for paper in rules.day(SimulatedWorld(past).on(SINCE), SINCE)[0]:
        first, *others = (item["id"] for item in paper.authors)
        assert others == [item for item in dict.fromkeys(named) if item != first]


def _listed(body: dict[str, Any], named: Sequence[str]) -> str:
    schema = body["response_format"]["json_schema"]["schema"]["properties"]
    [key] = (name for name, item in schema.items() if item["type"] == "array")
    return json.dumps({key: [{"id": item, "name": None} for item in named]})


def test_a_byline_that_is_gold_has_the_names_of_that_day() -> None:
    """An author who is called Zoe on a paper, and Ann on a later one of the period."""
    days = {"a": "2007-12-01", "b": "2008-01-02", "c": "2008-01-20"}
    papers: list[Paper] = [(name, day, []) for name, day in days.items()]
    network = snapshot_of(papers, {name: ["x"] for name, _, _ in papers})
    names = np.array(["Ann", "Zoe"], dtype=object)
    codes = np.array([-1, 1, 0], dtype=np.int32)
    network = replace(network, written_name=names, authored_name=codes)
    gold = Gold(network, SINCE, date(2008, 2, 1), lambda day, place: f"{day} {place}")
    assert [gold.team(paper)[0]["name"] for paper in (1, 2)] == ["Zoe", "Ann"]


def test_days_count_as_over_when_few_of_them_lack_papers() -> None:
    papers: list[Paper] = [
        (f"p{number:03d}", (date(2007, 1, 1) + timedelta(days=number)).isoformat(), [])
        for number in range(365)
    ]  # a paper a day up to 2007-12-31
    network = snapshot_of(papers, {name: ["x"] for name, _, _ in papers})

    def is_over(since: date, days: int) -> bool:
        return ReferencePeriod(_graph(network), since, days).is_over

    assert not is_over(date(2007, 12, 28), 30)
    assert [is_over(date(2007, 12, 3), 30), is_over(date(2007, 12, 4), 30)] == [True, True]
    assert not is_over(date(2007, 12, 6), 30)
    assert is_over(date(2007, 2, 1), 365 - 1)  # up to 2008-01-30


def test_what_cannot_be_simulated_is_refused(whole: Snapshot, tmp_path: Path) -> None:
    for systems, why in (
        (("gold", *MODELS[1:]), "papers have to arrive as they did"),
        (("bm25", *MODELS[1:]), "collaborators needs authors"),
        ((*MODELS[:2], "contribution-llm", MODELS[3]), "contribution-llm needs a language model"),
    ):
        with pytest.raises(DataError, match=why):
            _run(whole, tmp_path / "s", systems)
    assert not (tmp_path / "s").exists()
    out = _run(whole, tmp_path / "s", days=2)
    with pytest.raises(DataError, match="another simulation"):
        _run(whole, out, days=2, seed=1)
    (out / "run-0" / "2008-01-01.jsonl").write_text("{}\n")
    with pytest.raises(DataError, match="no day of a simulation"):
        Simulation.read(out).papers()
