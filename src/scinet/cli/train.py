"""Train a system on a task, a language model on its new papers, or a reader of citations."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scinet.arguments import OutPath
from scinet.cli import progress, shell_completion
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.errors import DataError
from scinet.session.base import File, Seed
from scinet.session.graph import Graph

_LARGEST: Final = 10  # importances for people; model.json and --json hold all
_READER: Final = "citation-reader"


def _train(
    graph: Graph,
    system: str,
    folder: File,
    *,
    out: OutPath,
    seed: Seed = 0,
    progress: Callable[[Mapping[str, Any]], None] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Train on a task's splits train and val; the test is for ``scinet run FOLDER TASK``.

    OUT/curve.jsonl has the figures as they come. A citation-reader learns the sentiment or the
    intent of citations, for ``scinet annotate citations OUT``.

    Args:
        system: One that learns, see ``scinet systems``, or module:Class of your own; continued,
            instruction or pre-instruction update a language model (-o base=MODEL), and a system
            with one prompt, such as enabling-llm, tunes it on its questions and true answers.
        folder: Folder of a task; labelled sentences for citation-reader.
        out: Result folder; a stopped training goes on from it.
        seed: Seed of everything random.
        progress: Called with a row of figures now and then.
        **settings: Settings of the system.
    """
    if system == _READER:
        if settings:
            raise DataError(f"a {_READER} has no settings", hint="Leave out -o.")
        return graph.train_reader(folder, out=out, seed=seed)
    from scinet.models.registry import SYSTEMS
    from scinet.models.sciencemeter import UPDATES

    if system not in UPDATES:
        SYSTEMS.check(system)
    from scinet.eval.task import Task

    trained = graph.train(
        system, Task.read(folder), out=out, seed=seed, progress=progress, **settings
    )
    return dict(trained.about)


def _print_training(training: dict[str, Any], line: Invocation) -> None:
    if line.options["system"] == _READER:
        line.emit(training)
        return
    shown = ("system", "task", "seconds", "peak_memory_mib")
    figures = dict(training["figures"])
    for name in ("importances", "shap", "weights") if not line.as_json else ():
        if name in figures:
            largest = sorted(figures[name].items(), key=lambda item: -abs(item[1]))
            figures[name] = dict(largest[:_LARGEST])
    summary = {name: training[name] for name in shown if name in training}
    line.emit(summary | {"out": str(line.options["out"]), "figures": figures})


add_command(
    app,
    "train collaborators-gnn tasks/collaborators --out models/gnn",
    _train,
    _print_training,
    arguments={"folder": "TASK"},
    completes={"system": shell_completion.complete_systems},
    progress=progress.figure_progress("train"),
    prints_cost=False,
)
