"""The part of the report on trained models, from the folders of ``scinet train``."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from scinet.eval.report.charts import Bar, bars, learning_curve
from scinet.eval.report.files import Row, read_lines, read_result, shown
from scinet.eval.report.page import Block, Cell, TableRow, Training, count, value

_SHOWN: Final = ("MRR", "Hits@1", "Hits@10", "Hits@50", "AUC", "AP")
_CONTROLS: Final = {"random", "oracle"}
_TITLES: Final[dict[str, str]] = {
    "links/citation": "Which earlier papers will a new paper cite?",
    "links/coauthor": "Who will work together for the first time?",
}


def section(folder: Path, graph_fingerprint: str) -> Training:
    """One trained model with its curve and tables.

    Raises:
        DataError: If the folder is no finished training, or one on another graph.
    """
    result = read_result(folder / "result.json", graph_fingerprint)
    curve = read_lines(folder / "curve.jsonl")
    model = str(result["model"])
    kinds = sorted({row["negatives"] for row in result["metrics"]})
    return Training(
        title=_TITLES.get(result["task"], str(result["task"])),
        text=_text(result),
        curve_svg=learning_curve(
            [row["loss"] for row in curve],
            [row["val_mrr"] for row in curve],
            result["training"]["best_epoch"],
            "validation MRR",
        ),
        blocks=[
            _block([r for r in result["metrics"] if r["negatives"] == kind], kind, model)
            for kind in kinds
        ],
        options=[
            ("settings", shown(result["settings"])),
            *(
                (f"{p['name']} {p['start']} to {p['end']}", shown(_counts(p)))
                for p in result["periods"]
            ),
            ("versions", shown(result["versions"])),
        ],
    )


def _counts(period: Row) -> Row:
    return {key: period[key] for key in ("sources", "positives", "targets", "left_out")}


def _text(result: Row) -> str:
    test = result["periods"][-1]
    means = {
        (row["system"], row["negatives"]): row["mean"]
        for row in result["metrics"]
        if row["metric"] == "MRR" and row["system"] not in _CONTROLS
    }
    parts = [
        f"Asked for {count(test['sources'])} sources of the year from {test['start']}, "
        f"with {count(test['positives'])} true links among {count(test['targets'])} possible "
        f"targets. The network has {count(result['training']['parameters'])} weights and was "
        f"trained for {result['training']['epochs']} epochs in "
        f"{result['training']['seconds']:.0f} seconds; epoch "
        f"{result['training']['best_epoch']} was kept."
    ]
    for kind in sorted({negatives for _, negatives in means}):
        ranked = sorted((s for s, k in means if k == kind), key=lambda s: -means[s, kind])
        place = ranked.index(result["model"]) + 1
        best = ranked[1] if place == 1 else ranked[0]
        verdict = "ahead of" if place == 1 else f"number {place} of {len(ranked)}, behind"
        ends = {
            row["system"]: row
            for row in result["metrics"]
            if (row["metric"], row["negatives"]) == ("MRR", kind)
        }
        overlap = (
            ends[best]["low"] <= ends[result["model"]]["high"]
            and ends[result["model"]]["low"] <= ends[best]["high"]
        )
        parts.append(
            f"On {kind} candidates {result['model']} (MRR "
            f"{value(means[result['model'], kind])}) is {verdict} {_words(best)} "
            f"({value(means[best, kind])})"
            f"{'; their intervals overlap' if overlap else ''}."
        )
    return " ".join(parts)


def _block(rows: Sequence[Row], kind: str, model: str) -> Block:
    by_system: dict[str, dict[str, Any]] = {}
    for row in rows:
        by_system.setdefault(row["system"], {})[row["metric"]] = row
    ranked = sorted(by_system, key=lambda s: (s in _CONTROLS, -by_system[s]["MRR"]["mean"]))
    real = [system for system in ranked if system not in _CONTROLS]
    metrics = [metric for metric in _SHOWN if metric in by_system[ranked[0]]]
    return Block(
        svg=bars(
            [
                Bar(
                    _words(system),
                    by_system[system]["MRR"]["mean"],
                    by_system[system]["MRR"]["low"],
                    by_system[system]["MRR"]["high"],
                    system == model,
                )
                for system in real
            ],
            f"MRR, {kind} candidates",
        ),
        columns=["system", *metrics],
        rows=[
            TableRow(
                [
                    Cell(_words(system)),
                    *(
                        Cell(
                            value(by_system[system][metric]["mean"]),
                            interval(by_system[system][metric]),
                        )
                        for metric in metrics
                    ),
                ],
                "control" if system in _CONTROLS else "best" if system == real[0] else "",
            )
            for system in ranked
        ],
    )


def _words(system: str) -> str:
    return system.replace("_", " ")


def interval(row: Row) -> str:
    """The 95 % interval of a metric row as a note."""
    if row["low"] is None or row["high"] is None:
        return ""
    return f"{row['low']:.3f}\u2013{row['high']:.3f}"
