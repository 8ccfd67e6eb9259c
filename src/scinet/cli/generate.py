"""A simulated network in the interchange files."""

import json
from pathlib import Path

from scinet.cli import progress
from scinet.cli.root import app
from scinet.cli.verbs import Line, verb
from scinet.session.opening import generate


def _written(folder: Path, line: Line) -> None:
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


verb(
    app,
    "generate --papers 5000 --seed 1 --out simulated",
    generate,
    _written,
    progress=progress.bar("papers"),
)
