"""Pipeline: build a task, train a system, run it, evaluate runs, by name or object.

Options are given as text or as values. The graph is connected to only when the task or the system
needs it, and cut at the task's day.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, TypeAlias

from scinet import atomic_files
from scinet.errors import DataError, ScinetError
from scinet.eval import evaluation
from scinet.eval.evaluation import Evaluation
from scinet.eval.list_task import has_titles
from scinet.eval.options import DEFAULT_OPTIONS, EvaluationOptions
from scinet.eval.run import Run, RunHeader, is_name
from scinet.eval.suites import get_task_type
from scinet.eval.task import Row, Task, write_task
from scinet.eval.task_type import BuildContext, TaskType
from scinet.experiments import learning_curve
from scinet.experiments.graph_access import GraphAccess
from scinet.extension import reference_of
from scinet.graph.db.connection import Database
from scinet.graph.snapshot import Snapshot
from scinet.llm.batch_client import LLMSession
from scinet.models.base import run as answering
from scinet.models.base import training
from scinet.models.base.system import System
from scinet.models.base.training import TrainableSystem
from scinet.models.local.model import UPDATE_FILE, find_update_method, read_update_header
from scinet.models.registry import SYSTEMS, load_trained_system, make_learner, make_system
from scinet.models.sciencemeter import UPDATES
from scinet.models.text.dense import embed
from scinet.validation import parse_options

_log = logging.getLogger(__name__)
_NO_OPTIONS: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class TrainedModel:
    """Folder of a system trained on a task.

    Attributes:
        folder: The folder; :func:`run_system` answers with it.
        about: Content of its ``model.json``: ``system``, ``version``, ``settings``, ``task``,
            ``figures``, ``seconds``, ``peak_memory_mib``, fingerprints and versions.
    """

    folder: Path
    about: Row

    def __repr__(self) -> str:
        header = self.about
        return f"<TrainedModel {header['system']} on {header['task']}, {self.folder}>"


def build_task(
    task: str | TaskType,
    before: date,
    graph: GraphAccess,
    *,
    out: Path,
    options: Mapping[str, Any] = _NO_OPTIONS,
    preset: str | None = None,
    seed: int = 0,
) -> Task:
    """Make the queries and the truth of a task and write its folder."""
    task_type = get_task_type(task) if isinstance(task, str) else task
    together = _NO_OPTIONS if preset is None else task_type.preset(preset)
    task_options = task_type.read_options(_stringify({**together, **options}))
    past = graph.before(before)
    draft = task_type.build(BuildContext(past, before, seed, graph.database, embed), task_options)
    if not type(task_type).__module__.startswith("scinet."):
        draft = replace(draft, type_class=reference_of(type(task_type)))
    return write_task(draft, out)


def train_system(
    system: str | TrainableSystem,
    task: Task,
    graph: GraphAccess,
    *,
    out: Path,
    options: Mapping[str, Any] = _NO_OPTIONS,
    progress: Callable[[Mapping[str, Any]], None] | None = None,
) -> TrainedModel:
    """Train a system on the earlier splits of a task, or resume a training.

    The rows of figures are also written, as they come, to ``curve.jsonl`` in the folder, each once;
    a resumed training continues the file.

    A ``system`` may also be an update method of a language model (``continued``, ``instruction``,
    ``pre-instruction``), or a system with one prompt per query, whose model is tuned on its
    questions with their true answers; the setting ``base`` names the model.
    """
    _refuse_no_task(task)
    atomic_files.refuse_foreign_folder(
        out, {training.NAME: "system", UPDATE_FILE: "method", learning_curve.NAME: "", "texts": ""}
    )
    record = learning_curve.record_progress(out, progress)
    if isinstance(system, str) and (system in UPDATES or _is_one_prompt(system)):
        return _train_update(system, task, graph, out, _stringify(options), record)
    trainable = make_learner(system, _stringify(options)) if isinstance(system, str) else system
    header = training.train(
        trainable,
        get_task_type(task.type_name),
        task,
        database=graph.database if trainable.asks_database else None,
        snapshot=graph.snapshot,
        folder=out,
        cache=graph.cache,
        progress=record,
    )
    return TrainedModel(out, header)


def _is_one_prompt(system: str) -> bool:
    kind = SYSTEMS.get(system)
    if kind is None or not kind.asks_model:
        return False
    from scinet.models.llm.one_prompt import OnePrompt  # it imports torch

    return issubclass(kind, OnePrompt)


def _train_update(
    method: str,
    task: Task,
    graph: GraphAccess,
    out: Path,
    options: Mapping[str, str],
    progress: Callable[[Mapping[str, Any]], None],
) -> TrainedModel:
    from scinet.models.llm import one_prompt
    from scinet.models.local import tuning
    from scinet.models.sciencemeter import training_texts

    base = options.get("base")
    if base is None:
        raise DataError(
            f"{method} needs the language model to update", hint="Name it: -o base=FOLDER."
        )
    tuning_options = {name: value for name, value in options.items() if name != "base"}
    settings = parse_options(tuning.TuningSettings(), tuning_options, owner=method, word="setting")
    system = None if method in UPDATES else make_system(method)
    read = (
        one_prompt.build_curriculum(system, task, graph.snapshot)
        if isinstance(system, one_prompt.OnePrompt)
        else training_texts.build_curriculum(task, method, settings.questions)
    )
    header = tuning.train(method, read, task, base, out, settings, progress)
    figures = {name: header[name] for name in ("texts", "sequences", "stages")}
    return TrainedModel(out, {"system": method, **header, "figures": figures})


def find_system(
    system: str | Path | TrainedModel | System, task: Task, options: Mapping[str, Any] = _NO_OPTIONS
) -> tuple[System, Path | None]:
    """Return a system and the folder of its training, None for an untrained one.

    A training on another task is refused, an update of a language model too; an update by papers
    may answer all tasks about the same papers.
    """
    learned: Path | None = None
    if isinstance(system, TrainedModel):
        system = system.folder
    if isinstance(system, System):
        selected = system
    elif (updated := find_update_method(Path(system))) is not None:
        name = "claims-local" if updated in UPDATES else updated
        selected = make_system(name, {**_stringify(options), "folder": str(system)})
    elif (Path(system) / training.NAME).is_file():
        if options:
            raise DataError(
                f"a trained model keeps its settings ({system})",
                hint="Leave out the settings, or train it again with others.",
            )
        learned = Path(system)
        selected = load_trained_system(learned, task)
    else:
        selected = make_system(str(system), _stringify(options))
    _refuse_other_update(selected, task)
    return selected, learned


def _refuse_other_update(system: System, task: Task) -> None:
    """Refuse a local language model that was tuned on another task."""
    folder = system.settings.get("folder")
    header = read_update_header(Path(folder)) if isinstance(folder, str) else None
    if header is None:
        return
    from scinet.models.sciencemeter.training_texts import digest_papers

    digest = digest_papers(task) if header["method"] in UPDATES else None
    if digest is None or header.get("papers") != digest:
        training.refuse_other_task(Path(str(folder)), header, task)


def run_system(
    system: str | Path | TrainedModel | System,
    task: Task,
    graph: GraphAccess,
    *,
    out: Path,
    split: str = "test",
    options: Mapping[str, Any] = _NO_OPTIONS,
    seed: int = 0,
    open_asker: Callable[[], LLMSession] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Run:
    """Run a system on a task and write its run file, or resume a run.

    ``open_asker`` is called for systems that use a language model.
    """
    _refuse_no_task(task)
    task.require_queries(split)
    selected, learned = find_system(system, task, options)
    task_type = get_task_type(task.type_name)
    asker = open_asker() if selected.asks_model and open_asker is not None else None
    answering.run(
        selected,
        task_type,
        task,
        database=graph.database if selected.asks_database else None,
        snapshot=graph.before(task.before[split]),
        out=out,
        split=split,
        seed=seed,
        cache=graph.cache,
        learned=learned,
        asker=asker,
        progress=progress,
    )
    return task_type.read_run(out, task, split)


Runs: TypeAlias = Run | Path | str | Sequence[Run | Path | str]


def read_runs(runs: Runs, task: Task, split: str = "test") -> list[Run]:
    """Read runs from their files; a single one needs no list."""
    sources = [runs] if isinstance(runs, Run | Path | str) else runs
    return [read_run(source, task, split) for source in sources]


def read_run(source: Run | Path | str, task: Task, split: str = "test") -> Run:
    """Read a run file of a task; ``NAME=FILE`` gives it a name of your own.

    Raises:
        NotFoundError: If there is no such file.
        DataError: If it breaks the format, or is of another task or split.
    """
    if isinstance(source, Run):
        return source
    task_type = get_task_type(task.type_name)
    name, equals, file = str(source).partition("=")
    if not equals or not is_name(name) or Path(source).exists():
        return task_type.read_run(Path(source), task, split)
    run = task_type.read_run(Path(file), task, split)
    return replace(run, header=replace(run.header, system=name))


def _refuse_no_task(task: object) -> None:
    if not isinstance(task, Task):
        raise DataError(
            f"{task!r} is not a task", hint="Open its folder with scinet.Task.read(FOLDER)."
        )


def evaluate_runs(
    task: Task, runs: Runs, graph: GraphAccess, options: EvaluationOptions = DEFAULT_OPTIONS
) -> Evaluation:
    """Score runs together with popularity and the controls.

    Where scoring can do without the graph, it may be missing, and the row of ``popularity`` is
    left out.
    """
    _refuse_no_task(task)
    split = options.split
    read = read_runs(runs, task, split)
    is_needed = get_task_type(task.type_name).needs_graph or has_titles(read)
    database, past = _open_graph(task, split, graph, is_needed=is_needed)
    added = (
        []
        if database is None or past is None
        else _popularity_runs(task, split, read, database, past)
    )
    return evaluation.evaluate_runs(
        task, read, options, added=added, database=database, snapshot=past
    )


def _open_graph(
    task: Task, split: str, graph: GraphAccess, *, is_needed: bool
) -> tuple[Database | None, Snapshot | None]:
    """Open the task's graph; None where it is neither needed nor available."""
    try:
        database, whole = graph.database, graph.snapshot
    except ScinetError as error:
        if is_needed:
            raise
        _log.warning("no row for popularity, which needs the graph: %s", error)
        return None, None
    if not is_needed and whole.graph_fingerprint != task.graph_fingerprint:
        _log.warning("no row for popularity: another graph is loaded now")
        return None, None
    return database, whole.until(task.before[split])


def _popularity_runs(
    task: Task, split: str, runs: Sequence[Run], database: Database, past: Snapshot
) -> list[Run]:
    """Make the popularity run that every table has, unless one is given."""
    system, task_type = make_system("popularity"), get_task_type(task.type_name)
    if (
        not system.supports(task_type.answers)
        or any(run.header.system == system.name for run in runs)
        or past.graph_fingerprint != task.graph_fingerprint
    ):
        return []
    queries = task.queries(split)
    answers = answering.answer_queries(system, queries, task_type, database=database, snapshot=past)
    header_fields = (system.name, system.version, task.fingerprint, system.track)
    header = RunHeader(*header_fields, {}, None, split, "listed")
    return [Run(header, {answer.query_id: answer for answer in answers})]


def _stringify(options: Mapping[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in options.items()}
