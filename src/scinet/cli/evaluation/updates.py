"""Updates of a language model: runs before them and after them."""

from collections.abc import Mapping, Sequence
from typing import Any

import typer

from scinet.cli import output
from scinet.cli.evaluation.case import Case, Given
from scinet.cli.verbs import Line
from scinet.session.opening import evaluate_updates


def _score(given: Given, line: Line) -> None:
    found = evaluate_updates(
        given.task(),
        str(given.before_update),
        given.files,
        scoring=given.scoring,
        signals=None if given.signals is None else given.signals.split(","),
        weights=given.weights,
        domains=given.domains,
        token_counts=given.token_counts,
        split=given.split,
        seed=given.seed,
        out=given.out,
        model=given.model,
    )
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
    columns = ["after", "reading", "metric", "value", "low", "high", "rows", "papers"]
    output.emit(rows, as_json=False, columns=columns)
    typer.echo(
        "\nShares of the rows that the model before the update labelled so, with 95 % BCa "
        "intervals over papers; - is undefined.\n"
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
    if tests := [row for one in updates for row in one["differences"]]:
        output.emit(tests, as_json=False)
        typer.echo("\nDifferences on the same rows, permutation tests, Holm correction.\n")
    if found := [{"after": one["after"], **row} for one in updates for row in one["correlations"]]:
        output.emit(found, as_json=False)
        typer.echo("\nCorrelations over domains: Pearson's r and its p-value, Spearman's rho.\n")
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
