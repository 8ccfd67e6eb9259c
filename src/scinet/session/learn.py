"""Verbs that learn and score: build, train, run, evaluate, audit, report."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scinet.arguments import OutPath
from scinet.eval.options import EvaluationOptions, RunArg, TaskArg, takes_options
from scinet.llm.access import ModelAccess
from scinet.session.base import Connected, Count, File, Seed, SystemArg, TaskTypeArg, TrainableArg
from scinet.session.days import Day, parse_cutoff
from scinet.session.table import Table

if TYPE_CHECKING:
    from scinet.eval.evaluation import Evaluation
    from scinet.eval.run import Run
    from scinet.eval.task import Task
    from scinet.experiments.pipeline import TrainedModel


class Learn(Connected):
    """Tasks, systems, runs and results.

    What is written without a folder named lies below ``cache``, in a place of its own for each task
    and setting. There a finished training is found again, and a stopped training or run goes on;
    a finished task or run is made anew, since a system of one's own may have changed.
    """

    def build(
        self,
        task: TaskTypeArg,
        *,
        before: Day,
        out: OutPath | None = None,
        preset: str | None = None,
        seed: Seed = 0,
        **options: Any,
    ) -> "Task":
        """Make the queries and the truth of a task from the loaded graph.

        Args:
            task: Such as ``scinetbench/path``, or ``module:Class`` of a task type of your own.
            before: Cut-off day, exclusive: only what is dated earlier exists for queries, truth and
                scoring.
            out: Folder to write; an older task there is replaced.
            preset: Options that go together, such as ``paper``: as its suite published the task.
            seed: Seed of everything sampled.
            **options: Options of the task that differ from its defaults, or from the preset.

        Raises:
            NotFoundError: If there is no such task or preset.
            DataError: If an option is wrong, or no query can be made.
        """
        from scinet.experiments import pipeline

        day = parse_cutoff(before)
        graph = self._access()
        if out is None:
            name = task if isinstance(task, str) else f"{task.suite}/{task.name}"
            state = graph.snapshot.graph_fingerprint
            mark = _digest(name, day.isoformat(), state, seed, preset, options)
            out = self.cache / "tasks" / f"{_file_name(name)}-{day}-{mark}"
        return pipeline.build_task(
            task, day, graph, out=Path(out), options=options, preset=preset, seed=seed
        )

    def train(
        self,
        system: TrainableArg,
        task: TaskArg,
        *,
        out: OutPath | None = None,
        seed: int | None = None,
        progress: Callable[[Mapping[str, Any]], None] | None = None,
        **settings: Any,
    ) -> "TrainedModel":
        """Train a system on the splits train and val of a task; a stopped training goes on.

        A finished one of the same settings is found, and not repeated. The figures are in
        curve.jsonl of the folder as they come.

        Args:
            system: One that learns, see ``scinet systems``, or ``module:Class`` of your own;
                continued, instruction or pre-instruction update a language model (-o base=MODEL),
                and a system with one prompt, such as enabling-llm, tunes it on its questions and
                true answers.
            task: The task.
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
        from scinet.experiments import pipeline

        if seed is not None:
            settings["seed"] = seed
        if out is None:
            out = self._place("models", system, task, settings)
        return pipeline.train_system(
            system, task, self._access(), out=Path(out), options=settings, progress=progress
        )

    def train_reader(self, file: File, *, out: OutPath, seed: Seed = 0) -> dict[str, Any]:
        """Train a reader of citations on labelled sentences, for :meth:`annotate_citations`.

        Args:
            file: Labelled sentences, JSON lines: their sentiment or their intent.
            out: Folder for what is learned.
            seed: Seed of everything random.

        Returns:
            What it was trained on, and how well it does on sentences held out.
        """
        from scinet.experiments.citation_readers import train_reader

        return train_reader(Path(file), out=Path(out), seed=seed)

    def run(
        self,
        system: SystemArg,
        task: TaskArg,
        *,
        out: OutPath | None = None,
        split: str = "test",
        seed: Seed = 0,
        model: ModelAccess | None = None,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> "Run":
        """Run a system on a task; re-run the command to resume a stopped run.

        A finished one is answered anew.

        Args:
            system: Its name, see ``scinet systems``; ``module:Class`` of your own; a trained model
                or its folder; or a system.
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
        from scinet.experiments import pipeline

        if out is None:
            place = self._place("runs", system, task, settings, split, seed, model)
            out = place.with_name(f"{place.name}.jsonl")  # a name may hold dots
        with ExitStack() as stack:
            return pipeline.run_system(
                system,
                task,
                self._access(),
                out=Path(out),
                split=split,
                options=settings,
                seed=seed,
                open_asker=None
                if model is None
                else lambda: stack.enter_context(model.open(task.graph_fingerprint, seed=seed)),
                progress=progress,
            )

    @takes_options(EvaluationOptions)
    def evaluate(
        self, task: TaskArg, runs: RunArg | Sequence[RunArg], options: EvaluationOptions
    ) -> "Evaluation":
        """Score runs together with popularity and the controls, with intervals and paired tests.

        Where a task can be scored without the graph, and none is available, the row of popularity
        is left out.

        Args:
            task: The task.
            runs: Runs or run files to compare; ``NAME=FILE`` names one.
            options: Fields of :class:`scinet.eval.options.EvaluationOptions`.

        Raises:
            NotFoundError: If there is no such file or split.
            DataError: If a run is broken or of another task, two have one name, the baseline is not
                among them, or results of another task or split lie in the folder.
            GraphUnavailableError: If the graph is needed and does not answer.
        """
        from scinet.experiments import pipeline

        return pipeline.evaluate_runs(task, runs, self._access(), options)

    def audit(
        self,
        task: TaskArg,
        system: SystemArg,
        *,
        split: str = "test",
        days: Count = 3,
        queries: Count = 20,
        seed: Seed = 0,
        progress: Callable[[int, int], None] | None = None,
        **settings: Any,
    ) -> Table:
        """Plant a future into a copy of the graph, and compare what a system answers bit by bit.

        Papers, authors, citations, texts and dates on or after the day are planted into the arrays
        and, inside a transaction that is undone, into the database. A system that learns is trained
        several times for each day, so give it small settings. :func:`scinet.audit_agents` asks what
        agents and people are offered instead.

        Args:
            task: The task.
            system: As for ``run``.
            split: Split whose queries are asked.
            days: Cut-off days to try.
            queries: Queries of each day.
            seed: Seed of what is planted.
            progress: Called with the days done and all.
            **settings: Settings of the system that differ from its defaults.

        Returns:
            One row per comparison: where ``equal`` is true nothing leaks, where it is None nothing
            was compared, and ``difference`` says why; ``moved`` of ``compared`` are others.

        Raises:
            DataError: If there is nothing to audit.
        """
        from scinet.eval.suites import get_task_type
        from scinet.experiments.leak_audit.audit import audit_answers
        from scinet.experiments.leak_audit.worlds import AuditWorld
        from scinet.experiments.pipeline import find_system

        world = AuditWorld(self._arrays(None), self.database)
        selected, _ = find_system(system, task, settings)
        results = audit_answers(
            [selected],
            get_task_type(task.type_name),
            task,
            world,
            split=split,
            days=days,
            queries=queries,
            seed=seed,
            progress=progress,
        )
        return Table((finding.row() for finding in results), findings=results)

    def report(
        self,
        out: OutPath,
        *,
        before: Day | None = None,
        title: str = "A scientific network",
        results: File | None = None,
    ) -> Path:
        """Write one self-contained HTML page: the network, its quality, and all results.

        Args:
            out: HTML file to write.
            before: Cut-off day, exclusive; nothing later is seen.
            title: Heading of the page.
            results: Folder of result files, of ``scinet evaluate runs --out``.

        Returns:
            The file.

        Raises:
            NotFoundError: If no paper is dated before the day.
            DataError: If the folder holds no results.
        """
        from scinet.eval.report.assemble import assemble_report
        from scinet.eval.report.page import write_page

        folders = [] if results is None else [Path(results)]
        page = self._compute(
            assemble_report, self._arrays(before), title=title, results=folders, cache=self.cache
        )
        write_page(page, Path(out))
        return Path(out)

    def _place(self, kind: str, system: Any, task: TaskArg, *identity: Any) -> Path:
        """Where to write what a system made of a task, when nobody names a place."""
        from scinet.experiments.pipeline import TrainedModel
        from scinet.models.base.system import System

        if isinstance(system, System):
            name = f"{system.name}-{_digest(system.version, system.settings, *identity)}"
        elif isinstance(system, TrainedModel):
            name = f"{system.about['system']}-{_digest(str(system.folder.resolve()), *identity)}"
        else:
            name = f"{_file_name(str(system))}-{_digest(str(system), *identity)}"
        return self.cache / kind / task.fingerprint[:16] / name


def _digest(*parts: Any) -> str:
    import orjson

    text = orjson.dumps(
        parts, default=str, option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY
    )
    return sha256(text).hexdigest()[:12]


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name).strip("-.")
