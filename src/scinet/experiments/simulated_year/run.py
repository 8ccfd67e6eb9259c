"""Simulation of a period, in several runs: train the parts, then write one file for each day.

A day's file is written atomically, and depends on the days before it, so that the same command
resumes a stopped simulation.
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

from scinet import atomic_files
from scinet.errors import DataError, ScinetError
from scinet.eval.suites.prescience.targets import years_before
from scinet.eval.task import Row
from scinet.experiments import pipeline
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year.calibration import Arrivals, Calibration
from scinet.experiments.simulated_year.components import (
    GOLD,
    PARTS,
    Component,
    Part,
    check_component,
)
from scinet.experiments.simulated_year.day import Rules, make_paper_id
from scinet.experiments.simulated_year.gold import Gold
from scinet.experiments.simulated_year.layout import (
    FORMAT,
    HEADER,
    begin_folder,
    claim_folder,
    day_path,
    read_days,
    run_folder,
)
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.machine import core_count, end_with_parent, is_importing
from scinet.models.base.training import NAME as TRAINING
from scinet.models.base.training import TrainableSystem
from scinet.models.registry import load_trained_before, make_system

_log = logging.getLogger(__name__)
_TRAINING_OPTIONS: Final = {"train_years": 3, "validation_years": 1, "targets": 1000}


@dataclass(frozen=True)
class SimulationPlan:
    """Parameters of a simulation.

    Attributes:
        systems: The system of each part, or ``gold``, in the order of :data:`PARTS`.
        years: Number of years before the first day for calibration.
        smoothed: Whether counts of these years are smoothed.
        runs: Number of runs, each with a seed of its own, from ``seed`` on.
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
        """Refuse days outside the calendar: simulated ones, those before, or of calibration."""
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


def run_simulation(
    plan: SimulationPlan,
    graph: GraphAccess,
    *,
    out: Path,
    learned: Path | None = None,
    open_asker: Callable[[], LLMSession] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Write the missing files of a simulation.

    Of the real network components get data dated before ``since``; later data is read only for gold
    parts. Trained parts are stored in ``learned`` or ``out``.
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
    atomic_files.refuse_foreign_folder(out, {HEADER: FORMAT})
    components = _make_components(plan, past, graph.cache, open_asker)
    header = _header_fields(plan, past)
    begin_folder(header | {"parts": _part_rows(plan, components)}, out)
    components = {
        part: _train_component(component, plan, graph, learned or out)
        for part, component in components.items()
    }
    claim_folder(header | {"parts": _part_rows(plan, components)}, out)
    whole = graph.before(None) if plan.has_gold else None
    jobs = [
        _Job(
            plan, past, whole, calibration, components, plan.seed + number, run_folder(out, number)
        )
        for number in range(plan.runs)
    ]
    asks = any(component.asker is not None for component in components.values())
    workers = 1 if asks else min(plan.runs, core_count())
    with ExitStack() as stack:
        grown: Iterator[None] = map(_grow_run, jobs)
        if workers > 1:
            context = get_context("spawn")
            pool = ProcessPoolExecutor(workers, mp_context=context, initializer=end_with_parent)
            grown = stack.enter_context(pool).map(_grow_run, jobs)
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
    """Work of one run's process; without gold it includes no later data."""

    plan: SimulationPlan
    past: Snapshot
    whole: Snapshot | None
    calibration: Calibration
    components: Mapping[Part, Component]
    seed: int
    folder: Path


def _grow_run(job: _Job) -> None:
    """Add the missing days of a run."""
    plan, seed = job.plan, job.seed
    gold = None
    if job.whole is not None:
        gold = Gold(
            job.whole, plan.since, plan.end, lambda day, place: make_paper_id(seed, day, place)
        )
    rules = Rules(seed, job.calibration, plan.arrivals, job.components, gold)
    world = SimulatedWorld(job.past)
    stored = read_days(job.folder, plan.since, plan.days)
    for number in range(plan.days):
        day = plan.since + timedelta(days=number)
        if number < len(stored):
            papers = stored[number]
        else:
            papers, lost = rules.day(world.on(day), day)
            if lost:
                _log.warning("%s: %d papers got no text", day, lost)
            lines = [orjson.dumps(asdict(paper)) + b"\n" for paper in papers]
            atomic_files.write_file(b"".join(lines), day_path(job.folder, day))
        if papers:
            world.add(papers, day)


def _make_components(
    plan: SimulationPlan,
    past: Snapshot,
    cache: Path | None,
    open_asker: Callable[[], LLMSession] | None,
) -> dict[Part, Component]:
    """Make the system of each part that is not gold, with a given training."""
    folders = {
        part: Path(reference)
        for part, reference in plan.parts.items()
        if (Path(reference) / TRAINING).is_file()
    }
    systems = {
        part: load_trained_before(folders[part], past.graph_fingerprint, plan.since)
        if part in folders
        else make_system(reference)
        for part, reference in plan.parts.items()
        if reference != GOLD
    }
    for part, system in systems.items():
        check_component(part, system)
    asks = [system.name for system in systems.values() if system.asks_model]
    if asks and open_asker is None:
        raise DataError(f"{asks[0]} needs a language model", hint="Name one with --model.")
    asker = open_asker() if asks and open_asker is not None else None
    return {
        part: Component(
            part, system, folders.get(part), cache, asker if system.asks_model else None
        )
        for part, system in systems.items()
    }


def _train_component(
    component: Component, plan: SimulationPlan, graph: GraphAccess, out: Path
) -> Component:
    """Return a component, trained if necessary."""
    system = component.system
    if component.learned is not None or not isinstance(system, TrainableSystem):
        return component
    return replace(component, learned=_train_part(component.part, system, plan, graph, out))


def _train_part(
    part: Part, system: TrainableSystem, plan: SimulationPlan, graph: GraphAccess, out: Path
) -> Path:
    """Train a system on the years before the first day; return its folder."""
    folder = out / "models" / part
    access = GraphAccess(
        lambda: graph.database, cache=graph.cache, snapshot=graph.before(plan.since)
    )
    task = pipeline.build_task(
        f"prescience/{part}",
        plan.since,
        access,
        out=out / "tasks" / part,
        options=_TRAINING_OPTIONS,
        seed=plan.seed,
    )
    return pipeline.train_system(system, task, access, out=folder).folder


def _header_fields(plan: SimulationPlan, past: Snapshot) -> Row:
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


def _part_rows(plan: SimulationPlan, components: Mapping[Part, Component]) -> Row:
    return {part: components[part].row() if part in components else GOLD for part in plan.parts}
