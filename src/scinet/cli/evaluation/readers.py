"""Readers of citations, measured on labelled sentences."""

import sys
from typing import TYPE_CHECKING, Any

from scinet.cli import output
from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line
from scinet.session.published import evaluate_readers

if TYPE_CHECKING:
    from scinet.models.citations.evaluate import Row


def _score(given: Given, line: Line) -> None:
    with output.progress() as display:
        bar = display.add_task("readers", total=None)
        found = evaluate_readers(
            given.target,
            **given.of(READERS.options),
            progress=lambda name: display.update(bar, description=name),
        )
    counts = found.asked_about.counts
    read = (f"{value:,} {name.replace('_', ' ')}" for name, value in counts.items())
    sys.stderr.write(f"{', '.join(read)}\n")
    line.emit(row.as_dict() if line.as_json else _short(row) for row in found.rows)


def _short(row: "Row") -> dict[str, Any]:
    """A row for people: scores, then the table of confusions on one line."""
    score = row.score
    return {
        "system": row.system,
        "macro_f1": score.macro_f1,
        "low": score.low,
        "high": score.high,
        "accuracy": score.accuracy,
        **{f"f1 {name}": value for name, value in score.f1.items()},
        **({} if score.answered == 1.0 else {"answered": score.answered}),
        "said of each": "; ".join(
            f"{name}: " + " ".join(f"{count} {said}" for said, count in counts.items() if count)
            for name, counts in score.confusion.items()
        ),
    }


READERS = Case(
    "labelled sentences", ("test", "folds", "seed", "out", "model"), _score, takes_runs=False
)
