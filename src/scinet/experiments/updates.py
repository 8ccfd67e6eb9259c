"""What updates of a language model did: its runs before them and after them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from scinet.errors import DataError
from scinet.eval import results, writing
from scinet.eval.run import Run
from scinet.eval.suites import named
from scinet.eval.suites.json_files import write
from scinet.eval.suites.sciencemeter import domains as by_domain
from scinet.eval.suites.sciencemeter import judging, update
from scinet.eval.suites.sciencemeter.knowledge import Knowledge
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Scoring
from scinet.llm.asker import Asker


@dataclass(frozen=True)
class UpdateScores:
    """Scores of updates.

    Attributes:
        task: The task.
        options: ``split``, ``scoring``, ``signals``, ``weights``, ``seed`` and a ``caution``.
        updates: One row per update: ``before``, ``after``, ``shares``, ``transitions``,
            ``differences``, ``counts``, ``correlations`` over domains; undefined values are None.
        domains: What is known of each domain besides.
        judged: The runs with the judge's words, when a judge was asked.
    """

    task: Task
    options: Row
    updates: Sequence[Row]
    judged: Sequence[Run]
    domains: Mapping[str, Mapping[str, float]]

    def is_at(self, out: Path) -> bool:
        """Whether :meth:`write` would replace a file."""
        return _file(self.task, out).exists()

    def write(self, out: Path) -> Path:
        """Write ``OUT/SUITE/TASK/updates.json``, and judged runs into ``judged`` next to it.

        Raises:
            DataError: If results of another task or split lie there.
            StorageError: If a file cannot be written.
        """
        refuse_another(self.task, self.options["split"], out)
        file = _file(self.task, out)
        about = {"task": self.task.id, "task_fingerprint": self.task.fingerprint, **self.options}
        rows = {"domains": dict(self.domains), "updates": list(self.updates)}
        write({**about, **rows}, file)
        for run in self.judged:
            writing.write(run, file.parent / "judged" / f"{update.name_of(run)}.jsonl")
        return file


def refuse_another(task: Task, split: str, out: Path) -> None:
    """Refuse a folder that holds updates of another task of this name, or of another split.

    Raises:
        DataError: If it does.
    """
    results.refuse_another(_file(task, out), task, split, out)


def _file(task: Task, out: Path) -> Path:
    return out / task.suite / task.name / "updates.json"


def evaluate_updates(
    task: Task,
    before: Run,
    after: Sequence[Run],
    *,
    scoring: Scoring = "strict",
    signals: Sequence[str] | None = None,
    weights: str = "domains",
    judge: Asker | None = None,
    domains: Path | None = None,
    token_counts: Path | None = None,
    seed: int = 0,
) -> UpdateScores:
    """Score what updates preserved, taught and enabled a model to foresee.

    ``signals`` are signs of confidence, all of the task's when None. ``weights``: domains count
    alike, or by their ``triplets``. The judge says how sure replies sound, or whether an abstract
    supports generated claims; None where runs hold its words already or need none.
    ``domains`` is a file of numbers by domain and ``token_counts`` one of counts of words, which
    the goals are correlated with; see :mod:`scinet.eval.suites.sciencemeter.domains`.
    """
    task_type = named(task.type_name)
    if not isinstance(task_type, Knowledge):
        raise DataError(f"{task.id} has no updates", hint="Name a task of sciencemeter.")
    runs, split = [before, *after], before.header.split
    if judge is not None:
        runs = [judging.mark(task, run, judge, split=split) for run in runs]
    known = {} if domains is None else by_domain.facts(domains)
    if token_counts is not None:
        counted = by_domain.token_counts(token_counts, task.queries(split), task.truth(split))
        names = [*known, *(one for one in counted if one not in known)]
        known = {name: {**known.get(name, {}), **counted.get(name, {})} for name in names}
    found = update.score(
        task_type,
        task,
        runs[0],
        runs[1:],
        scoring=scoring,
        signals=signals,
        weights=weights,
        split=split,
        seed=seed,
    )
    options: Row = {
        "split": split,
        "scoring": scoring,
        "signals": ",".join(task_type.signals if signals is None else signals),
        "weights": weights,
        "seed": seed,
        "caution": update.CAUTION if scoring == "official" else None,
    }
    judged = runs if judge is not None else []
    rows = [
        {**update.plain(one), "correlations": by_domain.correlations(one["shares"], known)}
        for one in found
    ]
    return UpdateScores(task, options, rows, judged, known)
