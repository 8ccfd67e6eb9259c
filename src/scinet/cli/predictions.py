"""Runs as the official prediction files of a suite, and back."""

from scinet.cli.verbs import group, verb
from scinet.session.publish import Publish

predictions = group("predictions", "Runs from and to official prediction files.")

verb(
    predictions,
    "import tasks/official predictions.gpt.json --out runs/gpt.jsonl",
    Publish.import_predictions,
)
verb(
    predictions,
    "export tasks/official runs/walk.jsonl --out predictions.walk.json",
    Publish.export_predictions,
)
verb(
    predictions,
    "baseline tasks/official frequency --out predictions.frequency.json",
    Publish.baseline_predictions,
)
verb(predictions, "average one.json two.json --out mean.json", Publish.average_predictions)
