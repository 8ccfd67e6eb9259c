"""Comparison of a simulation with the real days, and ablation of its parts."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval.report.page import write_page
from scinet.eval.suites.prescience.lacer import ladder
from scinet.eval.suites.prescience.targets import years_before
from scinet.eval.task import Row
from scinet.experiments.graph_access import GraphAccess
from scinet.experiments.simulated_year.components import GOLD, PARTS
from scinet.experiments.simulated_year.gold import count_received
from scinet.experiments.simulated_year.lacer import Judge
from scinet.experiments.simulated_year.layout import (
    ABLATION,
    MEASURES,
    MONTHS,
    PAGE,
    TOPICS,
    read_days,
    read_header,
    run_folder,
)
from scinet.experiments.simulated_year.measures import compare_measures, describe_year
from scinet.experiments.simulated_year.months import measure_by_month, split_months
from scinet.experiments.simulated_year.page import assemble_page
from scinet.experiments.simulated_year.run import SimulationPlan, run_simulation
from scinet.experiments.simulated_year.topics import compare_topics, learn_topics
from scinet.experiments.simulated_year.world import SimulatedWorld
from scinet.experiments.simulated_year.year import Values, Year, YearSize
from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.text.tfidf import TitleWords

# A finished period may lack papers in its last days: a tenth of them, a month at most.
_OVER: Final = 31


def simulate_and_measure(
    plan: SimulationPlan,
    graph: GraphAccess,
    *,
    out: Path,
    ablation: bool = False,
    ladders: Path | None = None,
    is_real: bool = True,
    open_asker: Callable[[], LLMSession] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """Simulate, then write the comparison with the real days, and its page.

    With ``ablation`` also simulate with every part gold, and with each part in turn a model. With
    ``ladders``, calibration of a judge, the language model also rates the similarity of papers;
    measures with a failed rating have no value. Without ``is_real`` the page states that the
    initial network is simulated as well. ``open_asker`` is called once at most.
    """
    if open_asker is not None:
        open_asker = cache(open_asker)  # parts, variants and judge share a ledger
    judge = None if ladders is None else _open_judge(ladders, open_asker)
    variants = _ablation_plans(plan) if ablation else {}
    runs = plan.runs * (1 + len(variants))
    done = 0

    def count(_: int, __: int) -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, runs)

    yardstick = ReferencePeriod(graph, plan.since, plan.days, judge)
    places = _variant_folders(variants, out)
    for item, folder in ((plan, out), *places.values()):
        run_simulation(item, graph, out=folder, learned=out, open_asker=open_asker, progress=count)
    own_judged = yardstick.judge(plan, out)
    size = yardstick.size(*places.values())  # common to all columns of one table
    judged = {name: yardstick.judge(*item, size) for name, item in places.items()}
    if judge is not None and (out / MEASURES).exists():
        judge.asker.finish()  # an error where something is left
    _save_rows(own_judged.measures, out / MEASURES)
    for name, (_, folder) in places.items():
        _save_rows(judged[name].measures, folder / MEASURES)
    _save_rows(own_judged.months, out / MONTHS)
    if own_judged.topics is not None:
        _save_rows(own_judged.topics, out / TOPICS)
    table = _ablation_rows({name: item.measures for name, item in judged.items()})
    if variants:
        _save_rows(table, out / ABLATION)
    write_page(
        assemble_page(own_judged, table, read_header(out), runs=plan.runs, is_real=is_real),
        out / PAGE,
        "simulation",
    )


@dataclass(frozen=True)
class SimulationComparison:
    """Comparison of a simulation with the real days.

    Attributes:
        measures: A row per measure; see :func:`compare_measures`.
        months: A row per month and measure; see :func:`measure_by_month`.
        topics: Shares of topics; see :func:`compare_topics`.
        values: Values behind the means, by measure and side, of all runs together.
    """

    measures: list[Row]
    months: list[Row]
    values: Mapping[str, Mapping[str, Values]]
    topics: Row | None = None


class ReferencePeriod:
    """Real days of a simulation and those before them, as reference for simulations.

    Args:
        graph: The real network, not cut.
        since: The first simulated day.
        days: Number of days.
        judge: Rates papers, if given.
    """

    def __init__(
        self, graph: GraphAccess, since: date, days: int, judge: Judge | None = None
    ) -> None:
        self._judge = judge
        end = since + timedelta(days=days)
        self._whole = whole = graph.snapshot
        self._past = whole.until(since)
        earlier = since - timedelta(days=days)
        year_ago = years_before(since, 1), years_before(end, 1)
        before_all = whole.until(min(earlier, year_ago[0]))
        self._words = TitleWords.of(before_all.title)
        self._topics = learn_topics(graph, before_all)
        self._citations = count_received(whole)
        self._real = self._year(since, end)
        self._before = self._year(earlier, since)
        self._year_ago = self._year(*year_ago)
        self._months = split_months(since, end), split_months(*year_ago)

    @property
    def is_over(self) -> bool:
        """Whether the real days are over, so that there is a comparison."""
        return self._real is not None

    def size(self, *simulations: tuple[SimulationPlan, Path]) -> YearSize:
        """Return the common size of simulated runs, the real days and those before."""
        return self._common(run for simulation in simulations for run in self._runs(*simulation))

    def _common(self, runs: Iterable[Year]) -> YearSize:
        real = [real_year for real_year in (self._real, self._before) if real_year is not None]
        return YearSize.common(YearSize.of(year) for year in chain(real, runs))

    def judge(
        self, plan: SimulationPlan, folder: Path, size: YearSize | None = None
    ) -> SimulationComparison:
        """Measure the simulation of these days in a folder.

        Args:
            size: Number of papers, where that matters; None means the common size of all.
        """
        runs = list(self._runs(plan, folder))
        size = size or self._common(runs)
        described = [self._describe(item, size) for item in runs]
        real, before = (
            None if item is None else self._describe(item, size)
            for item in (self._real, self._before)
        )
        now, then = self._months
        return SimulationComparison(
            compare_measures(described, real, before),
            measure_by_month(
                [(item, now) for item in runs],
                None if self._real is None else (self._real, now),
                None if self._year_ago is None else (self._year_ago, then),
            ),
            {
                name: {
                    "simulated": np.concatenate([item[name] for item in described]),
                    **({} if real is None else {"real": real[name]}),
                    **({} if before is None else {"year before": before[name]}),
                }
                for name in described[0]
            },
            None
            if self._topics is None
            else compare_topics(self._topics, runs, self._real, self._before, size.papers),
        )

    def _runs(self, plan: SimulationPlan, folder: Path) -> Iterator[Year]:
        for number in range(plan.runs):
            days = read_days(run_folder(folder, number), plan.since, plan.days)
            papers = [paper for day in days for paper in day]
            world = SimulatedWorld(self._past)
            if papers:
                world.add(papers, plan.end - timedelta(days=1))
            foreseen = np.array([paper.citations for paper in papers], dtype=float)
            yield self._as_year(world.snapshot, self._past.num_papers, foreseen)

    def _describe(self, year: Year, size: YearSize) -> dict[str, Values]:
        judged = {} if self._judge is None else self._judge.measures(year, size)
        return {**describe_year(year, size), **judged}

    def _year(self, first: date, end: date) -> Year | None:
        """Return real days; None where they are not over, or without papers."""
        part = self._whole.until(end)
        start = _day_position(part, first)
        last = int(self._whole.day.max(initial=0))
        lacks = min(_OVER, (end - first).days // 10)
        if last < day_of(end) - 1 - lacks or start == part.num_papers:
            return None
        return self._as_year(part, start, self._citations[start : part.num_papers])

    def _as_year(self, network: Snapshot, first: int, citations: Values) -> Year:
        topics = None if self._topics is None else self._topics.words
        return Year(network, first, self._words, citations, topics)


def _open_judge(ladders: Path, open_asker: Callable[[], LLMSession] | None) -> Judge:
    examples = ladder.read_ladders(ladders).examples
    if open_asker is None:
        raise DataError("a judge is a language model", hint="Name one with --model.")
    return Judge(examples, open_asker())


def _save_rows(rows: list[Row] | Row, file: Path) -> None:
    atomic_files.write_file(json.dumps(rows, indent=1) + "\n", file)


def _ablation_plans(plan: SimulationPlan) -> dict[str, SimulationPlan]:
    """Make plans: all gold; one model each; no gold; with real arrivals of papers."""
    gold = replace(plan, systems=(GOLD,) * len(PARTS), arrivals=GOLD)
    variants = {"all gold": gold}
    for place, (part, system) in enumerate(zip(PARTS, plan.systems, strict=True)):
        if system != GOLD:
            systems = (*gold.systems[:place], system, *gold.systems[place + 1 :])
            variants[part] = replace(gold, systems=systems)
    return {**variants, "all models": replace(plan, arrivals=GOLD)}


def _variant_folders(
    variants: Mapping[str, SimulationPlan], out: Path
) -> dict[str, tuple[SimulationPlan, Path]]:
    return {
        name: (plan, out / "ablation" / name.replace(" ", "-")) for name, plan in variants.items()
    }


def _ablation_rows(rows: Mapping[str, list[Row]]) -> list[Row]:
    """Make a row per measure: the real value, and the value where each part is a model."""
    first = next(iter(rows.values()), [])
    return [
        {
            **{key: row[key] for key in ("measure", "real", "year_before")},
            **{name: each[place]["simulated"] for name, each in rows.items()},
        }
        for place, row in enumerate(first)
    ]


def _day_position(snapshot: Snapshot, day: date) -> int:
    return int(np.searchsorted(snapshot.day, day_of(day)))
