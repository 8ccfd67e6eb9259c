"""A simulation beside the real days, and simulations in which one part at a time is a model."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import numpy as np

from scinet import saving
from scinet.eval.task import Row
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulation.components import GOLD, PARTS
from scinet.experiments.simulation.gold import received
from scinet.experiments.simulation.measures import Values, Year, compare, describe
from scinet.experiments.simulation.run import Plan, days_of, run_folder, simulate
from scinet.experiments.simulation.world import World
from scinet.graph.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.asker import Asker
from scinet.models.text.tfidf import TitleWords

MEASURES: Final = "measures.json"
ABLATION: Final = "ablation.json"
_OVER: Final = 31  # days before its end after which a period may lack papers and be over


def simulate_and_measure(
    plan: Plan,
    graph: GraphAccess,
    *,
    out: Path,
    ablation: bool = False,
    open_asker: Callable[[], Asker] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Simulate, then write how the simulated days differ from the real ones.

    With ``ablation`` also simulate with every part gold, and with one part at a time not.
    """
    variants = _variants(plan) if ablation else {}
    runs = plan.runs * (1 + len(variants))
    done = 0

    def count(_: int, __: int) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, runs)

    rows = {}
    for name, (one, folder) in {"": (plan, out), **_places(variants, out)}.items():
        simulate(one, graph, out=folder, learned=out, open_asker=open_asker, progress=count)
        rows[name] = measured(one, graph.snapshot, folder)
        saving.write(json.dumps(rows[name], indent=1) + "\n", folder / MEASURES)
    if variants:
        saving.write(json.dumps(_table(rows), indent=1) + "\n", out / ABLATION)


def measured(plan: Plan, whole: Snapshot, folder: Path) -> list[Row]:
    """The measures of a simulation that lies in a folder, and of the real days where there are."""
    past = whole.until(plan.since)
    earlier = plan.since - timedelta(days=plan.days)
    words = TitleWords.of(past.title[: _position(past, earlier)])
    runs = []
    for number in range(plan.runs):
        days = days_of(run_folder(folder, number), plan.since)[: plan.days]
        papers = [paper for day in days for paper in day]
        world = World(past, str(number))
        if papers:
            world.add(papers, plan.end - timedelta(days=1))
        foreseen = [paper.citations for paper in papers]
        year = Year(world.snapshot, past.num_papers, words, np.array(foreseen, dtype=float))
        runs.append(describe(year))
    last = int(whole.day.max(initial=0))
    citations = received(whole)

    def real(first: date, end: date) -> dict[str, Values] | None:
        part = whole.until(end)
        start = _position(part, first)
        if last < day_of(end) - _OVER or start == part.num_papers:
            return None
        return describe(Year(part, start, words, citations[start : part.num_papers]))

    return compare(runs, real(plan.since, plan.end), real(earlier, plan.since))


def _variants(plan: Plan) -> dict[str, Plan]:
    """All gold; gold but for one part, for each; none gold; papers arrive as they did."""
    gold = replace(plan, systems=(GOLD,) * len(PARTS), arrivals=GOLD)
    found = {"all gold": gold}
    for place, (part, system) in enumerate(zip(PARTS, plan.systems, strict=True)):
        if system != GOLD:
            systems = (*gold.systems[:place], system, *gold.systems[place + 1 :])
            found[part] = replace(gold, systems=systems)
    return {**found, "all models": replace(plan, arrivals=GOLD)}


def _places(variants: Mapping[str, Plan], out: Path) -> dict[str, tuple[Plan, Path]]:
    return {
        name: (plan, out / "ablation" / name.replace(" ", "-")) for name, plan in variants.items()
    }


def _table(rows: Mapping[str, list[Row]]) -> list[Row]:
    """A row per measure: the real value, and what it is where that part is a model."""
    return [
        {
            "measure": row["measure"],
            "real": row["real"],
            "year_before": row["year_before"],
            **{name: each[place]["simulated"] for name, each in rows.items() if name},
        }
        for place, row in enumerate(rows[""])
    ]


def _position(snapshot: Snapshot, day: date) -> int:
    return int(np.searchsorted(snapshot.day, day_of(day)))
