"""Verbs that learn and score: build, train, run, evaluate, audit, report."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pandas as pd

from scinet.eval.report.assemble import assemble
from scinet.eval.report.page import write as write_page
from scinet.eval.run import Run
from scinet.eval.suites import named
from scinet.eval.task import Task
from scinet.eval.task_type import Scoring, TaskType
from scinet.experiments import pipeline
from scinet.experiments.evaluation import Evaluation
from scinet.experiments.leak_audit.audit import audit
from scinet.experiments.leak_audit.worlds import World
from scinet.experiments.pipeline import TrainedModel
from scinet.graph.snapshot import read
from scinet.llm.access import ModelAccess
from scinet.llm.asker import Asker
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.session.base import Connected, frame
from scinet.session.days import Day, read_day


class Learn(Connected):
    """Tasks, systems, runs and results.

    What is written without a folder named lies below ``cache``, in a place of its own for each task
    and setting, so that doing the same again finds it.
    """

    def build(
        self,
        task: str | TaskType,
        *,
        before: Day,
        out: str | Path | None = None,
        seed: int = 0,
        **options: Any,
    ) -> Task:
        """Make the queries and the truth of a task from the loaded graph.

        Args:
            task: Such as ``scinetbench/path``, ``module:Class`` of a task type of your own, or one.
            before: Cut-off day, exclusive: only what is dated earlier exists for queries, truth and
                scoring.
            out: Folder to write; an older task there is replaced.
            seed: Seed of everything sampled.
            **options: Options of the task that differ from its defaults.

        Raises:
            NotFoundError: If there is no such task.
            DataError: If an option is wrong, or no query can be made.
        """
        day = read_day(before)
        graph = self._access()
        if out is None:
            name = task if isinstance(task, str) else f"{task.suite}/{task.name}"
            state = graph.snapshot.graph_fingerprint
            mark = _digest(name, day.isoformat(), state, seed, options)
            out = self.cache / "tasks" / f"{_file_name(name)}-{day}-{mark}"
        return pipeline.build(task, day, graph, out=Path(out), options=options, seed=seed)

    def train(
        self,
        system: str | TrainableSystem,
        task: Task,
        *,
        out: str | Path | None = None,
        seed: int | None = None,
        progress: Callable[[Mapping[str, Any]], None] | None = None,
        **settings: Any,
    ) -> TrainedModel:
        """Train a system on the earlier splits of a task; a stopped training goes on.

        Args:
            system: A system that learns, by name, as ``module:Class`` or itself.
            task: A task with splits ``train`` and ``val``.
            out: Folder for what is learned.
            seed: Seed of everything random.
            progress: Called with a row of figures now and then.
            **settings: Settings of the system that differ from its defaults.

        Raises:
            NotFoundError: If there is no such system.
            SplitError: If the task has nothing to learn from.
            DataError: If the system does not learn, a setting is wrong, or the folder holds
                another training.
        """
        if seed is not None:
            settings["seed"] = seed
        if out is None:
            out = self._place("models", system, task, settings)
        return pipeline.train(
            system, task, self._access(), out=Path(out), options=settings, progress=progress
        )

    def run(
        self,
        system: str | Path | TrainedModel | System,
        task: Task,
        *,
        out: str | Path | None = None,
        split: str = "test",
        seed: int = 0,
        model: ModelAccess | None = None,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> Run:
        """Let a system answer a task; a stopped run goes on where it was.

        Args:
            system: A name, see ``scinet systems``; ``module:Class`` of your own; a trained model or
                its folder; or a system.
            task: The task.
            out: Run file to write.
            split: Split of the task.
            seed: Seed written to the run.
            model: A language model, for systems that ask one.
            progress: Called with the number of queries answered and of all.
            **settings: Settings of the system that differ from its defaults.

        Raises:
            NotFoundError: If there is no such system.
            DataError: If a setting is wrong, the system cannot answer such a task, has to be
                trained first or lacks its language model, or the graph is another one.
        """
        if out is None:
            out = self._place("runs", system, task, settings, split, seed, model).with_suffix(
                ".jsonl"
            )
        with ExitStack() as stack:
            return pipeline.run(
                system,
                task,
                self._access(),
                out=Path(out),
                split=split,
                options=settings,
                seed=seed,
                open_asker=_opener(stack, model, task, seed),
                progress=progress,
            )

    def evaluate(
        self,
        task: Task,
        runs: Sequence[Run | str | Path],
        *,
        scoring: Scoring = "strict",
        split: str = "test",
        baseline: str | None = None,
        similar: float = 1.0,
        seed: int = 0,
        out: str | Path | None = None,
        model: ModelAccess | None = None,
    ) -> Evaluation:
        """Score runs together with popularity and the controls; see :func:`scinet.evaluate`."""
        return evaluated(
            self._access(),
            task,
            runs,
            scoring=scoring,
            split=split,
            baseline=baseline,
            similar=similar,
            seed=seed,
            out=out,
            model=model,
        )

    def audit(
        self,
        task: Task,
        system: str | Path | TrainedModel | System,
        *,
        split: str = "test",
        days: int = 3,
        queries: int = 20,
        seed: int = 0,
        **settings: Any,
    ) -> pd.DataFrame:
        """Plant a future into a copy of the graph, and compare what a system answers bit by bit.

        Args:
            task: The task.
            system: As in :meth:`run`.
            split: Split whose queries are asked.
            days: Cut-off days to try.
            queries: Queries of each day.
            seed: Seed of what is planted.
            **settings: Settings of the system that differ from its defaults.

        Returns:
            One row per comparison; nothing leaks where every ``equal`` is true.
        """
        chosen, _ = pipeline.find_system(system, task, settings)
        world = World(read(self.database, cache=self.cache), self.database)
        found = audit(
            [chosen],
            named(task.type_name),
            task,
            world,
            split=split,
            days=days,
            queries=queries,
            seed=seed,
        )
        return frame(finding.row() for finding in found)

    def report(
        self,
        out: str | Path,
        *,
        before: Day | None = None,
        title: str = "A scientific network",
        results: str | Path | None = None,
    ) -> Path:
        """Write one self-contained HTML page: the network, its quality, and all results.

        Args:
            out: The HTML file.
            before: Cut-off day, exclusive.
            title: Heading of the page.
            results: Folder of result files that evaluations wrote.

        Returns:
            The file.

        Raises:
            NotFoundError: If no paper is dated before the day.
            DataError: If the folder holds no results.
        """
        past = read(self.database, read_day(before), cache=self.cache)
        folder = None if results is None else Path(results)
        page = assemble(self.database, past, title=title, results=folder, cache=self.cache)
        write_page(page, Path(out))
        return Path(out)

    def _place(self, kind: str, system: Any, task: Task, *about: Any) -> Path:
        """Where to write what a system made of a task, when nobody names a place."""
        if isinstance(system, System):
            name = f"{system.name}-{_digest(system.version, system.settings, *about)}"
        elif isinstance(system, TrainedModel):
            name = f"{system.about['system']}-{_digest(str(system.folder.resolve()), *about)}"
        else:
            name = f"{_file_name(str(system))}-{_digest(str(system), *about)}"
        return self.cache / kind / task.fingerprint[:16] / name


def evaluated(
    graph: Any,
    task: Task,
    runs: Sequence[Run | str | Path],
    *,
    seed: int = 0,
    out: str | Path | None = None,
    model: ModelAccess | None = None,
    **how: Any,
) -> Evaluation:
    """Score runs on a graph that is opened when it is needed."""
    with ExitStack() as stack:
        found = pipeline.evaluate(
            task, runs, graph, seed=seed, open_judge=_opener(stack, model, task, seed), **how
        )
        if out is not None:
            found.write(out)
        return found


def _opener(
    stack: ExitStack, model: ModelAccess | None, task: Task, seed: int
) -> Callable[[], Asker] | None:
    if model is None:
        return None
    return lambda: stack.enter_context(model.open(task.graph_fingerprint, seed=seed))


def _digest(*parts: Any) -> str:
    text = orjson.dumps(
        parts, default=str, option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY
    )
    return sha256(text).hexdigest()[:12]


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name).strip("-.")
