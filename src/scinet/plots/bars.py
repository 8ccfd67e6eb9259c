"""Bars of systems on a task, the best at the top."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from scinet.errors import DataError, NotFoundError
from scinet.eval import results
from scinet.extension import suggest
from scinet.plots.style import COLOURS, FAINT, INK, LINE, add_title, canvas, count_noun

if TYPE_CHECKING:
    from scinet.eval.evaluation import Evaluation
    from scinet.eval.task import Row

_LEVEL: Final = 0.05
_NAME: Final = 34


def ladder(
    found: "Evaluation | Path | str", *, metric: str | None = None, ax: Axes | None = None
) -> Axes:
    """Draw systems by one metric with 95 % intervals, the best at the top; controls are grey.

    A marker is filled where the system differs from the baseline: p below 0.05 in the paired
    permutation test, adjusted by Holm's method. The dashed line is the baseline.

    Args:
        found: Result of ``scinet.evaluate``, or the folder that it wrote for a task.
        metric: Metric to draw; by default the headline of the task.
        ax: Axes to draw into; a new figure by default.

    Raises:
        NotFoundError: If the folder has no results.
        DataError: If they are of several tasks, or have no such metric.
    """
    rows = _result_rows(found)
    shown = metric or str(rows[0]["headline"])
    metrics = sorted({result["metric"] for row in rows for result in row["metrics"]})
    if shown not in metrics:
        raise DataError(f"no metric {shown!r}", hint=suggest(shown, metrics))
    placed = _order_rows(rows, shown)
    if not placed:
        raise DataError(f"{shown} is defined for no system", hint=f"Known: {', '.join(metrics)}.")
    baseline = rows[0]["baseline"]
    with canvas(ax, 6.6, 0.28 * len(placed) + 1.3) as drawn:
        for number, (row, value) in enumerate(placed):
            height = len(placed) - number
            colour = FAINT if row["is_control"] else COLOURS[0]
            ends = [
                value[end] if value[end] is not None else value["mean"] for end in ("low", "high")
            ]
            drawn.plot(
                ends, [height] * 2, color=colour, linewidth=1.6, solid_capstyle="butt", zorder=2
            )
            face = colour if _is_significant(row, shown) or row["system"] == baseline else "white"
            mark = "D" if row["system"] == baseline else "o"
            drawn.plot(
                [value["mean"]],
                [height],
                mark,
                markersize=6,
                color=colour,
                markerfacecolor=face,
                zorder=3,
            )
            drawn.text(
                -0.015,
                height,
                fill(row["system"], _NAME, max_lines=1, placeholder=" …"),
                transform=drawn.get_yaxis_transform(),
                ha="right",
                va="center",
                color=FAINT if row["is_control"] else INK,
            )
            drawn.text(
                1.015,
                height,
                f"{value['mean']:.3f}",
                transform=drawn.get_yaxis_transform(),
                va="center",
                color=INK,
                fontsize=7.5,
            )
            if row["system"] == baseline:
                drawn.axvline(
                    value["mean"], color=FAINT, linewidth=0.8, linestyle=(0, (4, 3)), zorder=1
                )
        drawn.set_ylim(0.4, len(placed) + 0.6)
        drawn.yaxis.set_visible(False)
        drawn.spines["left"].set_visible(False)
        drawn.grid(axis="x", color=LINE, linewidth=0.5)
        drawn.set_axisbelow(True)
        drawn.set_xlabel(f"{shown} (mean and 95 % interval)")
        _explain(drawn, baseline)
        first, value = placed[0]
        notes = [
            f"{first['split']} split, before {first['before'][first['split']]}",
            count_noun(value["n"], "query", "queries"),
            f"{first['scoring']} scoring",
        ]
        notes += (
            [f"{len(rows) - len(placed)} without a value left out"]
            if len(rows) > len(placed)
            else []
        )
        notes += ["simulated data"] if getattr(found, "simulated", False) else []
        add_title(drawn, f"{first['suite']}/{first['task']}", *notes)
        return drawn


def _result_rows(source: "Evaluation | Path | str") -> "list[Row]":
    if not isinstance(source, Path | str):
        return source.result_rows
    files = sorted(Path(source).rglob("result.json"))
    if not files:
        raise NotFoundError(
            f"no results in {source}", hint="Name a folder of `scinet evaluate runs --out`."
        )
    rows = [results.read_result(file) for file in files]
    identities = {(row["suite"], row["task"], row["scoring"], row["split"]) for row in rows}
    if len(identities) > 1:
        tasks = ", ".join(
            sorted(
                f"{suite}/{task} ({scoring}, {split})" for suite, task, scoring, split in identities
            )
        )
        raise DataError(
            f"results of several tasks in {source}", hint=f"Name the folder of one of {tasks}."
        )
    return rows


def _order_rows(rows: "Sequence[Row]", metric: str) -> "list[tuple[Row, dict[str, Any]]]":
    """Sort systems with values, the highest first."""
    scored = [
        (row, result)
        for row in rows
        if (result := results.find_metric(row, metric)).get("mean") is not None
    ]
    return sorted(scored, key=lambda pair: (-pair[1]["mean"], pair[0]["system"]))


def _is_significant(row: "Row", metric: str) -> bool:
    tests = [
        comparison["p_holm"] for comparison in row["comparisons"] if comparison["metric"] == metric
    ]
    return any(p is not None and p < _LEVEL for p in tests)


def _explain(ax: Axes, baseline: str | None) -> None:
    marks: list[tuple[str, str, str]] = [("o", FAINT, "control")]
    if baseline is not None:
        marks = [
            ("D", COLOURS[0], "baseline"),
            ("o", COLOURS[0], "differs from it"),
            ("", COLOURS[0], "may not differ"),
            *marks,
        ]
    handles = [
        Line2D(
            [],
            [],
            linestyle="none",
            marker=mark or "o",
            markersize=5,
            color=colour,
            markerfacecolor=colour if mark and label != "control" else "white",
            label=label,
        )
        for mark, colour, label in marks
    ]
    ax.legend(
        handles=handles,
        loc="upper left",
        bbox_to_anchor=(1.12, 1.02),
        frameon=False,
        handletextpad=0.1,
    )
