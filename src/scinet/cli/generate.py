"""A simulated network in the interchange files."""

import json
from pathlib import Path

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import Invocation, add_command
from scinet.session.api import generate


def _print_folder(folder: Path, line: Invocation) -> None:
    manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    result = {
        "folder": str(folder),
        "simulated": True,
        **manifest["options"],
        "first_date": manifest["first_date"],
        "last_date": manifest["last_date"],
    }
    parts = {name: manifest[name] for name in ("counts", "statistics")}
    line.emit(result | (parts if line.as_json else {**parts["counts"], **parts["statistics"]}))


add_command(
    app,
    "generate --papers 5000 --seed 1 --out simulated",
    generate,
    _print_folder,
    progress=progress.bar_progress("papers"),
)
