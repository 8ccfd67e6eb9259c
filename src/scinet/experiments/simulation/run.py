"""Simulate a period, several times: choose and train the parts, then one file for each day.

A day's file appears whole or not at all, and follows from the days before it, so that the same
command goes on where it was stopped.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import date, timedelta
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import orjson

from scinet import saving
from scinet.errors import DataError, ScinetError
from scinet.eval.suites.prescience.targets import years_before
from scinet.eval.task import Row
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulation.calibration import Arrivals, Calibration
from scinet.experiments.simulation.components import GOLD, PARTS, Component, Part, refuse_unable
from scinet.experiments.simulation.day import Rules, name
from scinet.experiments.simulation.gold import Gold
from scinet.experiments.simulation.layout import (
    FORMAT,
    HEADER,
    begin,
    claim,
    day_file,
    days_of,
    run_folder,
)
from scinet.experiments.simulation.world import World
from scinet.graph.snapshot import Snapshot
from scinet.llm.asker import Asker
from scinet.machine import cores, end_with_parent, is_importing
from scinet.models.base.training import NAME as TRAINING
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import make, trained_before

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

    def __post_init__(self) -> None:
        """Refuse days that no calendar has: those simulated, as many before, of calibration."""
        try:
            _ = self.end, self.since - timedelta(days=self.days)
            years_before(self.since, max(self.years, 1))
        except (OverflowError, ValueError) as error:
            raise DataError(
                f"{self.days} days from {self.since}, as many before and {self.years} years of "
                "calibration leave the years 1 to 9999",
                hint="Give a later --from, fewer --days or fewer --calibration-years.",
            ) from error

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
    if is_importing():
        raise SystemExit(1)  # a script without a guard, which a worker runs anew
    past = graph.before(plan.since)
    if not past.num_papers:
        raise DataError(f"no paper is dated before {plan.since}", hint="Give a later --from.")
    if plan.has_gold and plan.arrivals != GOLD:
        raise DataError(
            "where a part is gold, papers have to arrive as they did", hint="Give --arrivals gold."
        )
    calibration = Calibration.of(past, plan.years, smoothed=plan.smoothed)
    saving.into(out, {HEADER: FORMAT})
    components = _components(plan, past, graph.cache, open_asker)
    about = _about(plan, past)
    begin(about | {"parts": _rows(plan, components)}, out)
    components = {part: _able(one, plan, graph, learned or out) for part, one in components.items()}
    claim(about | {"parts": _rows(plan, components)}, out)
    whole = graph.before(None) if plan.has_gold else None
    jobs = [
        _Job(
            plan, past, whole, calibration, components, plan.seed + number, run_folder(out, number)
        )
        for number in range(plan.runs)
    ]
    asks = any(one.asker is not None for one in components.values())
    workers = 1 if asks else min(plan.runs, cores())
    with ExitStack() as stack:
        grown: Iterator[None] = map(_grow, jobs)
        if workers > 1:
            context = get_context("spawn")
            pool = ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent)
            grown = stack.enter_context(pool).map(_grow, jobs)
        try:
            for done, _ in enumerate(grown, start=1):
                if progress is not None:
                    progress(done, plan.runs)
        except BrokenProcessPool as error:
            raise ScinetError(
                "a process of one of the runs ended early",
                hint='In a script, simulate under `if __name__ == "__main__":`; elsewhere it may '
                "be memory that lacks. What was simulated is kept.",
            ) from error


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
    stored = days_of(job.folder, plan.since, plan.days)
    for number in range(plan.days):
        day = plan.since + timedelta(days=number)
        if number < len(stored):
            papers = stored[number]
        else:
            papers, lost = rules.day(world.on(day), day)
            if lost:
                _log.warning("%s: %d papers got no text", day, lost)
            lines = [orjson.dumps(asdict(paper)) + b"\n" for paper in papers]
            saving.write(b"".join(lines), day_file(job.folder, day))
        if papers:
            world.add(papers, day)


def _components(
    plan: Plan, past: Snapshot, cache: Path | None, open_asker: Callable[[], Asker] | None
) -> dict[Part, Component]:
    """The system of each part that is not gold; what learns has the training that was given."""
    folders = {
        part: Path(one) for part, one in plan.parts.items() if (Path(one) / TRAINING).is_file()
    }
    systems = {
        part: trained_before(folders[part], past.graph_fingerprint, plan.since)
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
    return {
        part: Component(
            part, system, folders.get(part), cache, asker if system.asks_model else None
        )
        for part, system in systems.items()
    }


def _able(component: Component, plan: Plan, graph: GraphAccess, out: Path) -> Component:
    """A component that has learned what it has to."""
    system = component.system
    if component.learned is not None or not isinstance(system, TrainableSystem):
        return component
    return replace(component, learned=_trained(component.part, system, plan, graph, out))


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


def _about(plan: Plan, past: Snapshot) -> Row:
    """What the header says besides the parts."""
    return {
        "since": plan.since.isoformat(),
        "days": plan.days,
        "runs": plan.runs,
        "seed": plan.seed,
        "arrivals": plan.arrivals,
        "calibration_years": plan.years,
        "smoothed": plan.smoothed,
        "graph_fingerprint": past.graph_fingerprint,
    }


def _rows(plan: Plan, components: Mapping[Part, Component]) -> Row:
    return {part: components[part].row() if part in components else GOLD for part in plan.parts}
