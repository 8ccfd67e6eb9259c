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
from scinet.extension import suggest
from scinet.html_table import cutoff_notes
from scinet.plots.style import (
    LINE,
    add_legend,
    add_title,
    canvas,
    count_noun,
    integer_axes,
    line_style,
    partial_year_note,
)
from scinet.session.table import Table, as_frame

if TYPE_CHECKING:
    from matplotlib.lines import Line2D

    from scinet.experiments.pipeline import TrainedModel

_NAME: Final = 30  # characters of a line of a name
_CURVE: Final = "curve.jsonl"
_MOST: Final = 12  # lines that can be told apart
_STEPS: Final = frozenset({"epoch", "step", "steps", "stage"})
_NOT_FIGURES: Final = _STEPS | {"seconds", "loss"}


def citations(table: Table | pd.DataFrame, *, ax: Axes | None = None) -> Axes:
    """Draw citations by the year of the citing papers, a line for each cited item.

    Years without a citation between the first and the last are drawn as zero.

    Args:
        table: Result of ``Graph.citations_over_time``, or of the statement
            ``ego/citations_by_year``.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If the table is empty or has no ``year`` and ``citations``, or has more than
        twelve items.
    """
    frame = as_frame(table)
    lines = _series_by_name(frame, "citations")
    with canvas(ax, 6.4 if len(lines) > 1 else 5.0, 3.0) as drawn:
        _draw(drawn, lines)
        drawn.set_xlabel("year of the citing papers")
        drawn.set_ylabel("citations in the year")
        of = table.attrs.get("papers")
        notes = [count_noun(sum(map(sum, (line.tolist() for line in lines.values()))), "citation")]
        notes += [f"of {count_noun(of, 'paper')}"] if of is not None else []
        first_name = next(iter(lines))
        title = (
            f"Citations of {first_name}"
            if first_name and len(lines) == 1
            else "Citations over time"
        )
        add_title(
            drawn,
            title,
            " ".join(notes),
            *cutoff_notes(table.attrs),
            partial_year_note(table.attrs),
        )
        return drawn


def communities_over_time(
    tables: Table | pd.DataFrame | Sequence[Table | pd.DataFrame], *, ax: Axes | None = None
) -> Axes:
    """Draw papers of communities, or of other fields, by year: a line for each.

    Args:
        tables: Results of ``Graph.over_time(field, of="field")``, one for each field.
        ax: Axes to draw into; a new figure by default.

    Raises:
        DataError: If there is no row, or more than twelve fields.
    """
    several = [tables] if isinstance(tables, Table | pd.DataFrame) else tables
    listed = list(map(as_frame, several))
    attrs: dict[Any, Any] = {}
    for table in listed:
        attrs |= table.attrs
    lines = {
        name: line for table in listed for name, line in _series_by_name(table, "papers").items()
    }
    _check_line_count(lines)
    with canvas(ax, 6.4 if len(lines) > 1 else 5.0, 3.0) as drawn:
        _draw(drawn, lines)
        drawn.set_xlabel("year of publication")
        drawn.set_ylabel("papers in the year")
        papers = count_noun(sum(int(line.sum()) for line in lines.values()), "paper")
        title = "Papers of fields over time" if len(lines) > 1 else f"Papers of {next(iter(lines))}"
        add_title(drawn, title, papers, *cutoff_notes(attrs), partial_year_note(attrs))
        return drawn


def learning(
    models: "TrainedModel | Path | str | Mapping[str, TrainedModel | Path | str]",
    *,
    figure: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """Draw a figure of trainings by epoch, or by step; its best value is marked.

    Args:
        models: Results of ``Graph.train``, or its folders; several by name.
        figure: Figure in ``curve.jsonl``; by default the one on validation, else the loss.
        ax: Axes to draw into; a new figure by default.

    Raises:
        NotFoundError: If a folder has no ``curve.jsonl``.
        DataError: If that file has no such figure.
    """
    named = models if isinstance(models, Mapping) else {"": models}
    curves = {name: _read_curve(model) for name, model in named.items()}
    columns = list(dict.fromkeys(item for rows in curves.values() for row in rows for item in row))
    shown = figure or next((item for item in columns if item not in _NOT_FIGURES), "loss")
    if shown not in columns:
        hint = suggest(shown, [item for item in columns if item not in _STEPS])
        raise DataError(f"no figure {shown!r} in {_CURVE}", hint=hint)
    choose = min if shown == "loss" else max
    with canvas(ax, 6.4 if len(curves) > 1 else 5.0, 3.0) as drawn:
        best = []
        for number, (name, rows) in enumerate(curves.items()):
            values = {
                row.get("epoch", at): row[shown] for at, row in enumerate(rows, 1) if shown in row
            }
            [line] = _line(drawn, list(values), list(values.values()), number, name)
            at = choose(values, key=lambda item: values[item])
            circle: dict[str, Any] = {
                "markerfacecolor": "none",
                "markeredgecolor": line.get_color(),
            }
            drawn.plot([at], [values[at]], "o", markersize=9, **circle)
            best.append(f"{name}: {values[at]:.4g}" if name else f"{values[at]:.4g}")
        drawn.set_xlabel("epoch" if "epoch" in columns else "step")
        of_validation = f"{shown.removeprefix('val_')} on validation"
        drawn.set_ylabel("mean loss" if shown == "loss" else of_validation)
        drawn.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        drawn.grid(axis="y", color=LINE, linewidth=0.5)
        add_legend(drawn, len(curves))
        tasks = {item.about["task"] for item in named.values() if not isinstance(item, str | Path)}
        circled = f"circled: the best, {', '.join(best)}"
        add_title(drawn, "Learning curve" + "s" * (len(curves) > 1), *sorted(tasks), circled)
        return drawn


def _series_by_name(table: pd.DataFrame, column: str) -> dict[str, "pd.Series[int]"]:
    """Return a series by year for each item, without gaps."""
    if not {"year", column} <= set(table.columns):
        raise DataError(f"the table lacks year and {column}", hint="Its columns are other ones.")
    if table.empty:
        raise DataError("nothing to draw: the table has no row", hint="Take a later day.")
    groups: Iterable[tuple[Any, pd.DataFrame]] = [(("", ""), table)]
    if "id" in table:
        groups = table.groupby(["id", "name"], sort=False)
    series_by_name: dict[str, pd.Series[int]] = {}
    for (identifier, name), rows in groups:
        line = rows.set_index("year")[column].sort_index()
        whole = line.reindex(range(int(line.index[0]), int(line.index[-1]) + 1), fill_value=0)
        series_by_name[name if name not in series_by_name else f"{name} ({identifier})"] = whole
    _check_line_count(series_by_name)
    return series_by_name


def _check_line_count(lines: Mapping[str, Any]) -> None:
    if len(lines) > _MOST:
        raise DataError(
            f"{len(lines)} lines are too many for one figure",
            hint=f"Choose {_MOST} of them or fewer.",
        )


def _draw(ax: Axes, lines: Mapping[str, "pd.Series[int]"]) -> None:
    for number, (name, line) in enumerate(lines.items()):
        _line(ax, line.index, line, number, name)
    integer_axes(ax)
    add_legend(ax, len(lines))


def _line(ax: Axes, x: Any, y: Any, number: int, name: str) -> "list[Line2D]":
    return ax.plot(
        x, y, label=fill(name, _NAME, max_lines=2, placeholder=" …"), **line_style(number)
    )


def _read_curve(model: "TrainedModel | Path | str") -> list[dict[str, Any]]:
    folder = Path(model) if isinstance(model, str | Path) else model.folder
    file = folder / _CURVE
    if not file.is_file():
        raise NotFoundError(f"no {_CURVE} in {folder}", hint="Name the folder of a training.")
    return [orjson.loads(line) for line in file.read_bytes().splitlines()]
