"""Train a model on a forecasting task."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output, shared
from scinet.cli.root import app
from scinet.errors import ScinetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHOWN = ("MRR", "Hits@10", "AUC", "AP")
_LINKS = "links/"
_LARGEST = 10  # importances for people; model.json and --json hold all


@app.command()
def train(
    model: Annotated[
        str,
        typer.Argument(help="A system that learns, module:Class of your own, or sage for links/…."),
    ],
    task: Annotated[
        str, typer.Argument(help="Folder of a task, or links/citation or links/coauthor.")
    ],
    *,
    out: Annotated[Path, typer.Option(help="Result folder; a stopped training goes on from it.")],
    before: Annotated[
        str | None,
        typer.Option(help="For links/…: end of the test year YYYY-MM-DD; nothing later is seen."),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="TOML file whose table [settings] is taken.")
    ] = None,
    option: shared.Options = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Train on earlier years and choose on the next; the last is for `scinet run FOLDER TASK`.

    links/citation asks which earlier papers a new paper cites, links/coauthor who will write
    together for the first time; these are tested at once, beside every heuristic.

    Example: scinet train sage links/citation --before 2013-01-01 --out results/citation
    """
    from scinet.models.configs import read_settings

    given = read_settings(config) if config is not None else {}
    given |= {**shared.pairs(option), "seed": str(seed)}
    if task.startswith(_LINKS):
        _train_links(model, task, before, given, out, as_json=as_json)
    elif before is not None:
        raise typer.BadParameter("the task has its own days", param_hint="--before")
    else:
        _train_task(model, Path(task), given, out, as_json=as_json)


def _train_task(
    model: str, folder: Path, given: "Mapping[str, str]", out: Path, *, as_json: bool
) -> None:
    from scinet.models.registry import refuse_unknown

    refuse_unknown(model)
    from scinet.eval.task import Task
    from scinet.experiments import pipeline

    task = Task.read(folder)
    with shared.graph() as graph, output.progress() as display:
        bar = display.add_task(f"train {model}", total=None)

        def told(row: "Mapping[str, Any]") -> None:
            figures = ", ".join(f"{name} {value}" for name, value in row.items())
            display.update(bar, description=f"train {model}: {figures}")

        about = pipeline.train(model, task, graph, out=out, options=given, progress=told).about
    shown = ("system", "task", "seconds", "peak_memory_mib")
    figures = dict(about["figures"])
    if not as_json and "importances" in figures:
        largest = sorted(figures["importances"].items(), key=lambda item: -item[1])[:_LARGEST]
        figures["importances"] = dict(largest)
    summary = {name: about[name] for name in shown} | {"out": str(out), "figures": figures}
    output.emit_one(summary, as_json=as_json)


def _train_links(
    model: str,
    task: str,
    before: str | None,
    given: "Mapping[str, str]",
    out: Path,
    *,
    as_json: bool,
) -> None:
    from scinet.eval.options import changed

    day = output.cut_off(before)
    if day is None:
        raise typer.BadParameter("the test year needs an end", param_hint="--before")
    try:
        from scinet.models.links.experiment import Settings, run_experiment
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"torch", "torch_geometric"}:
            raise
        raise ScinetError(
            f"{error.name} is not installed", hint='Run `pip install "scinet[models]"`.'
        ) from error
    settings = changed(Settings(), given, owner=model, word="setting")
    with output.database() as db:
        snapshot = shared.read_arrays(db, None)
    with output.progress() as display:
        bar = display.add_task("epochs", total=settings.epochs)
        result = run_experiment(
            snapshot,
            task,
            before=day,
            folder=out,
            settings=settings,
            model=model,
            progress=lambda row: display.update(bar, completed=row["epoch"]),
        )
    summary = {"task": task, "model": model, **result["training"], "out": str(out)}
    if as_json:
        output.emit_one({**summary, "metrics": result["metrics"]}, as_json=True)
    else:
        output.emit_one(summary, as_json=False)
        output.emit(_table(result["metrics"]), as_json=False)


def _table(rows: "Iterable[dict[str, Any]]") -> list[dict[str, Any]]:
    """One line per system: the mean of each metric, random negatives before hard ones."""
    lines: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: row["negatives"] != "random"):
        if row["metric"] in _SHOWN:
            line = lines.setdefault(row["system"], {"system": row["system"]})
            line[f"{row['metric']} {row['negatives']}"] = row["mean"]
    return list(lines.values())
