"""Simulate a period, several times: choose and train the parts, then one file for each day.

A day's file appears whole or not at all, and follows from the days before it, so that the same
command goes on where it was stopped.
"""

import json
import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import saving
from scinet.errors import DataError
from scinet.eval.task import Row
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulation.calibration import Arrivals, Calibration
from scinet.experiments.simulation.components import GOLD, PARTS, Component, Part, refuse_unable
from scinet.experiments.simulation.day import Rules, name
from scinet.experiments.simulation.gold import Gold
from scinet.experiments.simulation.papers import SimulatedPaper
from scinet.experiments.simulation.world import World
from scinet.graph.snapshot import Snapshot
from scinet.llm.asker import Asker
from scinet.machine import end_with_parent
from scinet.models.base.training import NAME as TRAINING
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import make, trained_before

HEADER: Final = "simulation.json"
FORMAT: Final = "scinet simulation"
_VERSION: Final = 1
_log = logging.getLogger(__name__)
_TRAINING: Final = {"train_years": 3, "validation_years": 1, "targets": 1000}


@dataclass(frozen=True)
class Plan:
    """One simulation.

    Attributes:
        systems: The system of each part, or ``gold``, in the order of :data:`PARTS`.
        years: How many years before the first day are calibrated on.
        smoothed: Whether counts of these years are smoothed.
        runs: How many times, each with a seed of its own, from ``seed`` on.
    """

    since: date
    days: int
    systems: tuple[str, ...]
    arrivals: Arrivals
    years: int = 1
    smoothed: bool = False
    runs: int = 1
    seed: int = 0

    @property
    def end(self) -> date:
        """The day after the last one."""
        return self.since + timedelta(days=self.days)

    @property
    def parts(self) -> dict[Part, str]:
        """The system of each part."""
        return dict(zip(PARTS, self.systems, strict=True))

    @property
    def has_gold(self) -> bool:
        """Whether the real days are needed."""
        return GOLD in (*self.systems, self.arrivals)


def simulate(
    plan: Plan,
    graph: GraphAccess,
    *,
    out: Path,
    learned: Path | None = None,
    open_asker: Callable[[], Asker] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write what is not there yet of a simulation.

    Of the real network components get what is dated before ``since``; what comes after it is read
    for parts that are gold, and for nothing else. What parts learn lies in ``learned`` or ``out``.
    """
    past = graph.before(plan.since)
    if not past.num_papers:
        raise DataError(f"no paper is dated before {plan.since}", hint="Give a later --from.")
    if plan.has_gold and plan.arrivals != GOLD:
        raise DataError(
            "where a part is gold, papers have to arrive as they did", hint="Give --arrivals gold."
        )
    calibration = Calibration.of(past, plan.years, smoothed=plan.smoothed)
    saving.into(out, {HEADER: FORMAT})
    components = _components(plan, graph, learned or out, open_asker)
    _claim(plan, past, components, out)
    whole = graph.before(None) if plan.has_gold else None
    jobs = [
        _Job(
            plan, past, whole, calibration, components, plan.seed + number, run_folder(out, number)
        )
        for number in range(plan.runs)
    ]
    asks = any(one.asker is not None for one in components.values())
    workers = 1 if asks else min(plan.runs, cpu_count() or 1)
    with ExitStack() as stack:
        grown: Iterator[None] = map(_grow, jobs)
        if workers > 1:
            context = get_context("spawn")
            pool = ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent)
            grown = stack.enter_context(pool).map(_grow, jobs)
        for done, _ in enumerate(grown, start=1):
            if progress is not None:
                progress(done, plan.runs)


def run_folder(out: Path, number: int) -> Path:
    """Where the days of a run lie, a file each."""
    return out / f"run-{number}"


def days_of(folder: Path, since: date) -> list[list[SimulatedPaper]]:
    """The days of a run from the first one up to the first that lacks."""
    found: list[list[SimulatedPaper]] = []
    while (file := _day_file(folder, since + timedelta(days=len(found)))).is_file():
        try:
            rows = [orjson.loads(line) for line in file.read_bytes().splitlines()]
            found.append([SimulatedPaper.of(row) for row in rows])
        except (ValueError, TypeError, KeyError) as error:
            raise DataError(
                f"no day of a simulation ({file})",
                hint="Delete it, and give the same command again.",
            ) from error
    return found


def read_header(out: Path) -> Row:
    """What a folder holds a simulation of."""
    try:
        about: Row = orjson.loads((out / HEADER).read_bytes())
        is_one = (about["format"], about["version"]) == (FORMAT, _VERSION)
    except (OSError, ValueError, KeyError, TypeError):
        is_one = False
    if not is_one:
        raise DataError(
            f"no simulation of this version in {out}", hint="Make one with `scinet simulate`."
        )
    return about


@dataclass(frozen=True)
class _Job:
    """What the process of one run is given; without gold nothing that is dated later."""

    plan: Plan
    past: Snapshot
    whole: Snapshot | None
    calibration: Calibration
    components: Mapping[Part, Component]
    seed: int
    folder: Path


def _grow(job: _Job) -> None:
    """Add the days of a run that are not there."""
    plan, seed = job.plan, job.seed
    gold = None
    if job.whole is not None:
        gold = Gold(job.whole, plan.since, plan.end, lambda day, place: name(seed, day, place))
    rules = Rules(seed, job.calibration, plan.arrivals, job.components, gold)
    world = World(job.past)
    stored = days_of(job.folder, plan.since)[: plan.days]
    for number in range(plan.days):
        day = plan.since + timedelta(days=number)
        if number < len(stored):
            papers = stored[number]
        else:
            papers, lost = rules.day(world.on(day), day)
            if lost:
                _log.warning("%s: %d papers got no text", day, lost)
            lines = [orjson.dumps(asdict(paper)) + b"\n" for paper in papers]
            saving.write(b"".join(lines), _day_file(job.folder, day))
        if papers:
            world.add(papers, day)


def _day_file(folder: Path, day: date) -> Path:
    return folder / f"{day}.jsonl"


def _components(
    plan: Plan, graph: GraphAccess, out: Path, open_asker: Callable[[], Asker] | None
) -> dict[Part, Component]:
    """The system of each part that is not gold; one that learns, and was not trained, is now."""
    before = graph.before(plan.since)
    folders = {
        part: Path(one) for part, one in plan.parts.items() if (Path(one) / TRAINING).is_file()
    }
    systems = {
        part: trained_before(folders[part], before.graph_fingerprint, plan.since)
        if part in folders
        else make(one)
        for part, one in plan.parts.items()
        if one != GOLD
    }
    for part, system in systems.items():
        refuse_unable(part, system)
    asks = [system.name for system in systems.values() if system.asks_model]
    if asks and open_asker is None:
        raise DataError(f"{asks[0]} asks a language model", hint="Name one with --model.")
    asker = open_asker() if asks and open_asker is not None else None
    found: dict[Part, Component] = {}
    for part, system in systems.items():
        learned = folders.get(part)
        if learned is None and isinstance(system, TrainableSystem):
            learned = _trained(part, system, plan, graph, out)
        own = asker if system.asks_model else None
        found[part] = Component(part, system, learned, graph.cache, own)
    return found


def _trained(
    part: Part, system: TrainableSystem, plan: Plan, graph: GraphAccess, out: Path
) -> Path:
    """The folder of what a system learned from the years before the first day."""
    folder = out / "models" / part
    access = GraphAccess(
        lambda: graph.database, cache=graph.cache, snapshot=graph.before(plan.since)
    )
    task = pipeline.build(
        f"prescience/{part}",
        plan.since,
        access,
        out=out / "tasks" / part,
        options=_TRAINING,
        seed=plan.seed,
    )
    return pipeline.train(system, task, access, out=folder).folder


def _claim(plan: Plan, past: Snapshot, components: Mapping[Part, Component], out: Path) -> None:
    """Claim a folder for a simulation, or refuse one that holds another."""
    about: dict[str, Any] = {
        "format": FORMAT,
        "version": _VERSION,
        "since": plan.since.isoformat(),
        "days": plan.days,
        "seed": plan.seed,
        "arrivals": plan.arrivals,
        "calibration_years": plan.years,
        "smoothed": plan.smoothed,
        "parts": {
            part: GOLD if part not in components else components[part].row() for part in plan.parts
        },
        "graph_fingerprint": past.graph_fingerprint,
    }
    text = json.dumps(about, indent=2, default=str) + "\n"
    file = out / HEADER
    if file.exists() and {**read_header(out), "days": plan.days} != json.loads(text):
        raise DataError(
            f"another simulation lies in {out}", hint="Choose another --out, or delete the folder."
        )
    saving.write(text, file)
