"""Runs as the official prediction files of a suite, and back."""

from scinet.cli.verbs import add_command, add_group
from scinet.session.publish import Publish

predictions = add_group("predictions", "Convert runs from and to official prediction files.")

add_command(
    predictions,
    "import tasks/official predictions.gpt.json --out runs/gpt.jsonl",
    Publish.import_predictions,
)
add_command(
    predictions,
    "export tasks/official runs/walk.jsonl --out predictions.walk.json",
    Publish.export_predictions,
)
add_command(
    predictions,
    "baseline tasks/official frequency --out predictions.frequency.json",
    Publish.baseline_predictions,
)
add_command(predictions, "average one.json two.json --out mean.json", Publish.average_predictions)
