"""Evaluation of updates of a language model, by runs before and after them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scinet.errors import DataError
from scinet.eval import results, run_writer
from scinet.eval.options import UpdateOptions
from scinet.eval.run import Run
from scinet.eval.suites import get_task_type
from scinet.eval.suites.json_files import write_document
from scinet.eval.suites.sciencemeter import domains as by_domain
from scinet.eval.suites.sciencemeter import judging, update
from scinet.eval.suites.sciencemeter.knowledge import KnowledgeTask
from scinet.eval.task import Row, Task
from scinet.experiments import pipeline
from scinet.llm.access import open_model
from scinet.llm.batch_client import LLMSession


@dataclass(frozen=True)
class UpdateScores:
    """Scores of updates.

    Attributes:
        task: The task.
        options: ``split``, ``scoring``, ``signals``, ``weights``, ``seed`` and a ``caution``.
        updates: One row per update: ``before``, ``after``, ``shares``, ``transitions``,
            ``differences``, ``counts``, ``correlations`` over domains; undefined values are None.
        domains: Facts of each domain.
        judged: Runs with judgments, if there was a judge.
    """

    task: Task
    options: Row
    updates: Sequence[Row]
    judged: Sequence[Run]
    domains: Mapping[str, Mapping[str, float]]

    def exists_in(self, out: Path) -> bool:
        """Whether :meth:`write` would replace a file."""
        return _update_file(self.task, out).exists()

    def write(self, out: Path) -> Path:
        """Write ``OUT/SUITE/TASK/updates.json``, and judged runs into ``judged`` next to it.

        Raises:
            DataError: If results of another task or split are there.
            StorageError: If a file cannot be written.
        """
        refuse_another(self.task, self.options["split"], out)
        file = _update_file(self.task, out)
        header = {"task": self.task.id, "task_fingerprint": self.task.fingerprint, **self.options}
        rows = {"domains": dict(self.domains), "updates": list(self.updates)}
        write_document({**header, **rows}, file)
        for run in self.judged:
            run_writer.write_run(run, file.parent / "judged" / f"{update.run_name(run)}.jsonl")
        return file


def refuse_another(task: Task, split: str, out: Path) -> None:
    """Refuse a folder with updates of another task of this name, or of another split.

    Raises:
        DataError: If it has some.
    """
    results.refuse_another(_update_file(task, out), task, split, out)


def _update_file(task: Task, out: Path) -> Path:
    return out / task.suite / task.name / "updates.json"


def evaluate_updates(
    task: Task, before: Run | Path | str, after: Sequence[Run | Path | str], options: UpdateOptions
) -> UpdateScores:
    """Score the knowledge that updates preserved, added and enabled to foresee.

    The judge says how sure replies sound, or whether an abstract supports generated claims; without
    one, runs hold its words already or need none. Numbers by domain, which the goals are correlated
    with, are described in :mod:`scinet.eval.suites.sciencemeter.domains`.
    """
    runs = [pipeline.read_run(source, task, options.split) for source in (before, *after)]
    task_type = get_task_type(task.type_name)
    if not isinstance(task_type, KnowledgeTask):
        raise DataError(f"{task.id} has no updates", hint="Name a task of sciencemeter.")
    out = None if options.out is None else Path(options.out)
    if out is not None:
        refuse_another(task, options.split, out)
    with open_model(options.model, task.graph_fingerprint, seed=options.seed) as judge:
        scores = _score(task_type, task, runs, options, judge)
        if out is not None:
            if judge is not None and scores.exists_in(out):
                judge.finish()  # no part takes the place of what is there
            scores.write(out)
        return scores


def _score(
    task_type: KnowledgeTask,
    task: Task,
    runs: Sequence[Run],
    options: UpdateOptions,
    judge: LLMSession | None,
) -> UpdateScores:
    split = runs[0].header.split
    if judge is not None:
        runs = [judging.judge_run(task, run, judge, split=split) for run in runs]
    facts = {} if options.domains is None else by_domain.read_facts(Path(options.domains))
    if options.token_counts is not None:
        counted = by_domain.count_rare_tokens(
            Path(options.token_counts), task.queries(split), task.truth(split)
        )
        names = [*facts, *(item for item in counted if item not in facts)]
        facts = {name: {**facts.get(name, {}), **counted.get(name, {})} for name in names}
    updates = update.score_updates(
        task_type,
        task,
        runs[0],
        runs[1:],
        scoring=options.scoring,
        signals=options.signals,
        weights=options.weights,
        split=split,
        seed=options.seed,
    )
    described: Row = {
        "split": split,
        "scoring": options.scoring,
        "signals": ",".join(task_type.signals if options.signals is None else options.signals),
        "weights": options.weights,
        "seed": options.seed,
        "caution": update.CAUTION if options.scoring == "official" else None,
    }
    judged = runs if judge is not None else []
    rows = [
        {
            **update.to_json_value(item),
            "correlations": by_domain.correlate_goals(item["shares"], facts),
        }
        for item in updates
    ]
    return UpdateScores(task, described, rows, judged, facts)
