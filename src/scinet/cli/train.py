"""Train a system on a task, a language model on its new papers, or a reader of citations."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from scinet.cli import complete, progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.errors import DataError
from scinet.session.base import File, Seed
from scinet.session.rows import Rows

_LARGEST: Final = 10  # importances for people; model.json and --json hold all
_READER: Final = "citation-reader"


def _train(
    graph: Rows,
    system: str,
    folder: File,
    *,
    out: File,
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
    from scinet.models.registry import refuse_unknown
    from scinet.models.sciencemeter import UPDATES

    if system not in UPDATES:
        refuse_unknown(system)
    from scinet.eval.task import Task

    trained = graph.train(
        system, Task.read(folder), out=out, seed=seed, progress=progress, **settings
    )
    return dict(trained.about)


def _trained(about: dict[str, Any], line: Line) -> None:
    if line.given["system"] == _READER:
        line.emit(about)
        return
    shown = ("system", "task", "seconds", "peak_memory_mib")
    figures = dict(about["figures"])
    for name in ("importances", "shap", "weights") if not line.as_json else ():
        if name in figures:
            largest = sorted(figures[name].items(), key=lambda item: -abs(item[1]))
            figures[name] = dict(largest[:_LARGEST])
    summary = {name: about[name] for name in shown if name in about}
    line.emit(summary | {"out": str(line.given["out"]), "figures": figures})


verb(
    app,
    "train collaborators-gnn tasks/collaborators --out models/gnn",
    _train,
    _trained,
    arguments={"folder": "TASK"},
    completes={"system": complete.systems},
    progress=progress.figures("train"),
    tells_cost=False,
)
