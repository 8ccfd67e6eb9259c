"""Lines over years, and over the epochs of a training."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

import orjson
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from scinet.errors import DataError, NotFoundError
from scinet.html_table import as_of
from scinet.plots.style import (
    LINE,
    canvas,
    count,
    head,
    key,
    look,
    part_of_year,
    whole_numbers,
)

if TYPE_CHECKING:
    from matplotlib.lines import Line2D

    from scinet.experiments.pipeline import TrainedModel

_NAME: Final = 30  # characters of a line of a name
_CURVE: Final = "curve.jsonl"
_MOST: Final = 12  # lines that can be told apart
_STEPS: Final = frozenset({"epoch", "step", "steps", "stage"})
_NOT_FIGURES: Final = _STEPS | {"seconds", "loss"}


def citations(table: pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Citations by the year of the citing papers, a line for each thing that is cited.

    Years without a citation between the first and the last are drawn as zero.

    Args:
        table: Of ``Graph.citations_over_time``, or of the statement ``ego/citations_by_year``.
        ax: Where to draw; a new figure unless given.

    Raises:
        DataError: If the table is empty or has no ``year`` and ``citations``, or is of more than
            twelve things.
    """
    lines = _by_name(table, "citations")
    with canvas(ax, 6.4 if len(lines) > 1 else 5.0, 3.0) as drawn:
        _draw(drawn, lines)
        drawn.set_xlabel("year of the citing papers")
        drawn.set_ylabel("citations in the year")
        of = table.attrs.get("papers")
        said = [count(sum(map(sum, (line.tolist() for line in lines.values()))), "citation")]
        said += [f"of {count(of, 'paper')}"] if of is not None else []
        one = next(iter(lines))
        title = f"Citations of {one}" if one and len(lines) == 1 else "Citations over time"
        head(drawn, title, " ".join(said), *as_of(table.attrs), part_of_year(table.attrs))
        return drawn


def communities_over_time(
    tables: pd.DataFrame | Sequence[pd.DataFrame], *, ax: Axes | None = None
) -> Axes:
    """Papers of communities, or of other fields, by year: a line for each.

    Args:
        tables: Of ``Graph.over_time(field, of="field")``, one for each field.
        ax: Where to draw; a new figure unless given.

    Raises:
        DataError: If there is no row, or more than twelve fields.
    """
    listed = [tables] if isinstance(tables, pd.DataFrame) else list(tables)
    about: dict[Any, Any] = {}
    for one in listed:
        about |= one.attrs
    lines = {name: line for one in listed for name, line in _by_name(one, "papers").items()}
    _must_be_few(lines)
    with canvas(ax, 6.4 if len(lines) > 1 else 5.0, 3.0) as drawn:
        _draw(drawn, lines)
        drawn.set_xlabel("year of publication")
        drawn.set_ylabel("papers in the year")
        papers = count(sum(int(line.sum()) for line in lines.values()), "paper")
        title = "Papers of fields over time" if len(lines) > 1 else f"Papers of {next(iter(lines))}"
        head(drawn, title, papers, *as_of(about), part_of_year(about))
        return drawn


def learning(
    models: "TrainedModel | Path | str | Mapping[str, TrainedModel | Path | str]",
    *,
    figure: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """A figure of trainings by epoch, or by step; its best value is marked.

    Args:
        models: What ``Graph.train`` gave, or its folder; or several by name.
        figure: Which of the figures in ``curve.jsonl``; the one on validation unless given, else
            the loss.
        ax: Where to draw; a new figure unless given.

    Raises:
        NotFoundError: If a folder holds no ``curve.jsonl``.
        DataError: If that file has no such figure.
    """
    named = models if isinstance(models, Mapping) else {"": models}
    curves = {name: _curve(model) for name, model in named.items()}
    known = list(dict.fromkeys(one for rows in curves.values() for row in rows for one in row))
    shown = figure or next((one for one in known if one not in _NOT_FIGURES), "loss")
    if shown not in known:
        listed = ", ".join(one for one in known if one not in _STEPS)
        raise DataError(f"no figure {shown!r} in {_CURVE}", hint=f"Known: {listed}.")
    choose = min if shown == "loss" else max
    with canvas(ax, 6.4 if len(curves) > 1 else 5.0, 3.0) as drawn:
        best = []
        for number, (name, rows) in enumerate(curves.items()):
            values = {
                row.get("epoch", at): row[shown] for at, row in enumerate(rows, 1) if shown in row
            }
            [line] = _line(drawn, list(values), list(values.values()), number, name)
            at = choose(values, key=lambda one: values[one])
            circle: dict[str, Any] = {
                "markerfacecolor": "none",
                "markeredgecolor": line.get_color(),
            }
            drawn.plot([at], [values[at]], "o", markersize=9, **circle)
            best.append(f"{name}: {values[at]:.4g}" if name else f"{values[at]:.4g}")
        drawn.set_xlabel("epoch" if "epoch" in known else "step")
        of_validation = f"{shown.removeprefix('val_')} on validation"
        drawn.set_ylabel("mean loss" if shown == "loss" else of_validation)
        drawn.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        drawn.grid(axis="y", color=LINE, linewidth=0.5)
        key(drawn, len(curves))
        tasks = {one.about["task"] for one in named.values() if not isinstance(one, str | Path)}
        circled = f"circled: the best, {', '.join(best)}"
        head(drawn, "Learning curve" + "s" * (len(curves) > 1), *sorted(tasks), circled)
        return drawn


def _by_name(table: pd.DataFrame, column: str) -> dict[str, "pd.Series[int]"]:
    """A series by year for each thing, without gaps."""
    if not {"year", column} <= set(table.columns):
        raise DataError(f"a table without year and {column}", hint="Its columns are other ones.")
    if table.empty:
        raise DataError("nothing to draw: the table has no row", hint="Take a later day.")
    groups: Iterable[tuple[Any, pd.DataFrame]] = [(("", ""), table)]
    if "id" in table:
        groups = table.groupby(["id", "name"], sort=False)
    found: dict[str, pd.Series[int]] = {}
    for (one, name), rows in groups:
        line = rows.set_index("year")[column].sort_index()
        whole = line.reindex(range(int(line.index[0]), int(line.index[-1]) + 1), fill_value=0)
        found[name if name not in found else f"{name} ({one})"] = whole
    _must_be_few(found)
    return found


def _must_be_few(lines: Mapping[str, Any]) -> None:
    if len(lines) > _MOST:
        raise DataError(
            f"{len(lines)} lines cannot be told apart", hint=f"Choose {_MOST} of them or fewer."
        )


def _draw(ax: Axes, lines: Mapping[str, "pd.Series[int]"]) -> None:
    for number, (name, line) in enumerate(lines.items()):
        _line(ax, line.index, line, number, name)
    whole_numbers(ax)
    key(ax, len(lines))


def _line(ax: Axes, x: Any, y: Any, number: int, name: str) -> "list[Line2D]":
    return ax.plot(x, y, label=fill(name, _NAME, max_lines=2, placeholder=" …"), **look(number))


def _curve(model: "TrainedModel | Path | str") -> list[dict[str, Any]]:
    folder = Path(model) if isinstance(model, str | Path) else model.folder
    file = folder / _CURVE
    if not file.is_file():
        raise NotFoundError(f"no {_CURVE} in {folder}", hint="Name the folder of a training.")
    return [orjson.loads(line) for line in file.read_bytes().splitlines()]
