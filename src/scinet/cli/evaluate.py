"""Score what systems answered: runs of a task, published predictions, readers of citations."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from scinet.cli import output
from scinet.cli.evaluation.case import EvaluateArgs, ScoringCommand
from scinet.cli.evaluation.runs import RUNS
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.errors import DataError
from scinet.session.api import evaluate_predictions, evaluate_steps, evaluate_updates
from scinet.session.published import evaluate_generations, evaluate_readers

if TYPE_CHECKING:
    from scinet.models.citations.evaluate import ReaderRow


def _score_predictions(args: EvaluateArgs, line: Invocation) -> None:
    line.emit(evaluate_predictions(args.target, out=args.out))


def _score_generations(args: EvaluateArgs, line: Invocation) -> None:
    if args.scoring != "official" or len(args.files) > 1:
        raise DataError(
            f"published generations are scored one file at a time and as published "
            f"({args.files[0]})",
            hint="Add --scoring official, or make a run of them: `scinet predictions import`.",
        )
    options = args.of(name for name in _GENERATIONS.options if name != "scoring")
    line.emit(evaluate_generations(args.task(), args.files[0], **options))


_PREDICTIONS = ScoringCommand(
    "published predictions", ("scoring", "out"), _score_predictions, takes_runs=False
)
_GENERATIONS = ScoringCommand(
    "published generations",
    ("scoring", "out", "split", "bert", "layer", "rescale", "seed", "model"),
    _score_generations,
)


def _measure(args: EvaluateArgs, line: Invocation) -> None:
    options = args.of(_MEASURES[str(args.metric)].options)
    line.emit(line.graph.measure(args.task(), args.files, **options))


_MEASURES = {
    metric: ScoringCommand(f"--metric {metric}", ("metric", "split", *options), _measure)
    for metric, options in {
        "bertscore": ("bert", "layer", "rescale", "seed"),
        "match": ("least_cosine",),
        "retrieval": ("seed",),
        "diversity": ("vectors", "weekly"),
        "facets": ("replies", "seed"),
        "aspire": ("vectors", "seed"),
    }.items()
}


def _score_steps(args: EvaluateArgs, line: Invocation) -> None:
    if len(args.files) > 1:
        raise DataError(
            f"environments are scored one at a time ({args.files[1]})",
            hint="Leave the other ones out.",
        )
    line.emit(evaluate_steps(args.task(), args.files[0]))


_STEPS = ScoringCommand("the steps of an agent", (), _score_steps)


def _score_readers(given: EvaluateArgs, line: Invocation) -> None:
    with output.progress() as display:
        bar = display.add_task("readers", total=None)
        reader_scores = evaluate_readers(
            given.target,
            **given.of(_READERS.options),
            progress=lambda name: display.update(bar, description=name),
        )
    counts = reader_scores.asked_about.counts
    read = (f"{value:,} {name.replace('_', ' ')}" for name, value in counts.items())
    sys.stderr.write(f"{', '.join(read)}\n")
    line.emit(row.as_dict() if line.as_json else _short(row) for row in reader_scores.rows)


def _short(row: "ReaderRow") -> dict[str, Any]:
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
            f"{name}: " + " ".join(f"{count} {status}" for status, count in counts.items() if count)
            for name, counts in score.confusion.items()
        ),
    }


_READERS = ScoringCommand(
    "labelled sentences",
    ("test", "folds", "seed", "out", "model"),
    _score_readers,
    takes_runs=False,
)


def _score_updates(given: EvaluateArgs, line: Invocation) -> None:
    options = given.of(_UPDATES.options) | {"signals": given.signals and given.signals.split(",")}
    before = options.pop("before_update")
    update_scores = evaluate_updates(given.task(), before, given.files, **options)
    if not line.as_json:
        _print_updates(update_scores.updates, update_scores.options)
        return
    shares = (
        {
            "before": update["before"],
            "after": update["after"],
            **share,
            "options": update_scores.options,
        }
        for update in update_scores.updates
        for share in (*update["shares"], *update["correlations"])
    )
    output.emit(shares, as_json=True)


def _print_updates(updates: Sequence[Mapping[str, Any]], options: Mapping[str, Any]) -> None:
    rows = [
        {"after": update["after"], **share}
        for update in updates
        for share in update["shares"]
        if share["needs_new_unknown"] and share["claims"] == "all" and share["domain"] is None
    ]
    output.emit_explained(
        rows,
        "Shares of the rows that the model before the update labelled so, with 95 % BCa "
        "intervals over papers; - is undefined.",
        ["after", "reading", "metric", "value", "low", "high", "rows", "papers"],
    )
    for update in updates:
        for name, table in update["transitions"].items():
            output.emit(
                (
                    {"after": update["after"], "set": name, "from \\ to": label, **ends}
                    for label, ends in table.items()
                ),
                as_json=False,
            )
            typer.echo("")
    output.emit_explained(
        [row for update in updates for row in update["differences"]],
        "Differences on the same rows, permutation tests, Holm correction.",
    )
    output.emit_explained(
        [{"after": update["after"], **row} for update in updates for row in update["correlations"]],
        "Correlations over domains: Pearson's r and its p-value, Spearman's rho.",
    )
    output.emit(
        ({"after": update["after"], **update["counts"]} for update in updates), as_json=False
    )
    output.emit_one(options, as_json=False)


_UPDATES = ScoringCommand(
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
    _score_updates,
)


def _score(args: EvaluateArgs, line: Invocation) -> None:
    _select_case(args).score(args, line)


def _select_case(args: EvaluateArgs) -> ScoringCommand:
    """What is to be scored, by what the line names and what the files hold."""
    from scinet.experiments.environment import HEADER_FILE
    from scinet.experiments.published import is_document

    if args.target.is_file():
        return _PREDICTIONS if is_document(args.target) else _READERS
    if args.metric is not None:
        return _MEASURES[args.metric]
    if args.before_update is not None:
        return _UPDATES
    if any((Path(file) / HEADER_FILE).is_file() for file in args.files):
        return _STEPS
    if any(Path(file).is_file() and is_document(Path(file)) for file in args.files):
        return _GENERATIONS
    return RUNS


add_command(
    app,
    "evaluate tasks/path runs/path/*.jsonl --out results",
    EvaluateArgs,
    _score,
    arguments={"target": "TASK", "files": "[NAME=]RUN…"},
)
