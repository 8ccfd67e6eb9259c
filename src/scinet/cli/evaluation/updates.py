"""Updates of a language model: runs before them and after them."""

from collections.abc import Mapping, Sequence
from typing import Any

import typer

from scinet.cli import output
from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line
from scinet.session.opening import evaluate_updates


def _score(given: Given, line: Line) -> None:
    options = given.of(UPDATES.options) | {"signals": given.signals and given.signals.split(",")}
    before = options.pop("before_update")
    found = evaluate_updates(given.task(), before, given.files, **options)
    if not line.as_json:
        _print(found.updates, found.options)
        return
    shares = (
        {"before": one["before"], "after": one["after"], **share, "options": found.options}
        for one in found.updates
        for share in (*one["shares"], *one["correlations"])
    )
    output.emit(shares, as_json=True)


def _print(updates: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
    rows = [
        {"after": one["after"], **share}
        for one in updates
        for share in one["shares"]
        if share["needs_new_unknown"] and share["claims"] == "all" and share["domain"] is None
    ]
    output.explained(
        rows,
        "Shares of the rows that the model before the update labelled so, with 95 % BCa "
        "intervals over papers; - is undefined.",
        ["after", "reading", "metric", "value", "low", "high", "rows", "papers"],
    )
    for one in updates:
        for name, table in one["transitions"].items():
            output.emit(
                (
                    {"after": one["after"], "set": name, "from \\ to": label, **ends}
                    for label, ends in table.items()
                ),
                as_json=False,
            )
            typer.echo("")
    output.explained(
        [row for one in updates for row in one["differences"]],
        "Differences on the same rows, permutation tests, Holm correction.",
    )
    output.explained(
        [{"after": one["after"], **row} for one in updates for row in one["correlations"]],
        "Correlations over domains: Pearson's r and its p-value, Spearman's rho.",
    )
    output.emit(({"after": one["after"], **one["counts"]} for one in updates), as_json=False)
    output.emit_one(options, as_json=False)


UPDATES = Case(
    "runs before and after an update",
    (
        "before_update",
        "scoring",
        "signals",
        "weights",
        "domains",
        "token_counts",
        "split",
        "out",
        "seed",
        "model",
    ),
    _score,
)
