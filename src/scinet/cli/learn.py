"""Train a model on a forecasting task."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scinet.cli import output
from scinet.cli.root import app
from scinet.errors import ScinetError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from scinet.graph.snapshot import Snapshot

_SHOWN = ("MRR", "Hits@10", "AUC", "AP")


@app.command()
def train(
    model: Annotated[str, typer.Argument(help="sage")],
    task: Annotated[str, typer.Argument(help="links/citation or links/coauthor")],
    *,
    before: Annotated[
        str, typer.Option(help="End of the test year YYYY-MM-DD, exclusive; nothing later is seen.")
    ],
    out: Annotated[Path, typer.Option(help="Result folder; a stopped training goes on from it.")],
    epochs: Annotated[int | None, typer.Option(min=1, help="Most epochs.")] = None,
    patience: Annotated[
        int | None, typer.Option(min=1, help="Epochs without progress until training ends.")
    ] = None,
    train_years: Annotated[int | None, typer.Option(min=1, help="Years to learn on.")] = None,
    negatives: Annotated[int | None, typer.Option(min=1, help="Negatives per list.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of everything random.")] = 0,
    as_json: output.AsJson = False,
) -> None:
    """Train on earlier years, choose on the next, test on the last, beside every heuristic.

    links/citation asks which earlier papers a new paper cites, links/coauthor who will write
    together for the first time.

    Example: scinet train sage links/citation --before 2013-01-01 --out results/citation
    """
    run_experiment, settings_of = _library()
    given = {
        "epochs": epochs,
        "patience": patience,
        "train_years": train_years,
        "negatives": negatives,
    }
    settings = settings_of(
        seed=seed, **{name: value for name, value in given.items() if value is not None}
    )
    day = output.cut_off(before)
    snapshot = _snapshot()
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


def _library() -> "tuple[Callable[..., dict[str, Any]], Callable[..., Any]]":
    try:
        from scinet.models.links.experiment import Settings, run_experiment
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"torch", "torch_geometric"}:
            raise
        raise ScinetError(
            f"{error.name} is not installed", hint='Run `pip install "scinet[models]"`.'
        ) from error
    return run_experiment, Settings


def _snapshot() -> "Snapshot":
    from scinet.graph import snapshot
    from scinet.settings import CacheSettings

    with output.database() as db:
        return snapshot.read(db, cache=CacheSettings().cache)


def _table(rows: "Iterable[dict[str, Any]]") -> list[dict[str, Any]]:
    """One line per system: the mean of each metric, random negatives before hard ones."""
    lines: dict[str, dict[str, Any]] = {}
    for row in sorted(rows, key=lambda row: row["negatives"] != "random"):
        if row["metric"] in _SHOWN:
            line = lines.setdefault(row["system"], {"system": row["system"]})
            line[f"{row['metric']} {row['negatives']}"] = row["mean"]
    return list(lines.values())
