"""Runs as the official prediction files of a suite, and back."""

import typer

from scinet.cli.root import app
from scinet.cli.verbs import plain, verb
from scinet.session.publish import Publish

predictions = typer.Typer(no_args_is_help=True, help="Runs from and to official prediction files.")
app.add_typer(predictions, name="predictions")

verb(
    predictions,
    "import",
    Publish.import_predictions,
    plain,
    arguments={"task": "TASK", "file": "FILE"},
    example="scinet predictions import tasks/official predictions.gpt.json --out runs/gpt.jsonl",
)
verb(
    predictions,
    "export",
    Publish.export_predictions,
    plain,
    arguments={"task": "TASK", "run": "RUN"},
    example="scinet predictions export tasks/official runs/walk.jsonl --out predictions.walk.json",
)
verb(
    predictions,
    "baseline",
    Publish.baseline_predictions,
    plain,
    arguments={"task": "TASK", "baseline": "BASELINE"},
    example="scinet predictions baseline tasks/official frequency --out predictions.frequency.json",
)
verb(
    predictions,
    "average",
    Publish.average_predictions,
    plain,
    arguments={"first": "FILE", "second": "OTHER"},
    example="scinet predictions average one.json two.json --out mean.json",
)
