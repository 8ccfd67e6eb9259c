"""Makes the page of figures of what ``make soak`` has written, beside those files."""

import json
import sys
from pathlib import Path
from typing import Any

HEAD = "| what holds | counted | seed | seconds | day | scinet | Python |"


def figures(folder: Path) -> str:
    """The tables of all areas, with what each proof counted.

    Args:
        folder: What ``make soak`` has written; files of earlier runs count until they are replaced.
    """
    tables: dict[str, list[str]] = {}
    for file in sorted(folder.glob("*.json")):
        row = json.loads(file.read_text())
        area = row["area"].replace("_", " ").capitalize()
        tables.setdefault(area, []).append(_line(row))
    parts = ["# Figures of the proofs\n"]
    for area, lines in sorted(tables.items()):
        parts += [f"## {area}\n", HEAD, "|---|---|---|---|---|---|---|", *lines, ""]
    return "\n".join(parts)


def _line(row: dict[str, Any]) -> str:
    counted = ", ".join(
        f"{name.replace('_', ' ')} {value:,}" if isinstance(value, int) else f"{name} {value}"
        for name, value in row["figures"].items()
    )
    promise = row["promise"].rstrip(".")
    _, bracket, parameters = row["name"].partition("[")
    if bracket:
        promise += f" ({parameters.removesuffix(']')})"
    cells = (
        *(promise, counted, row["seed"], f"{row['seconds']:,.0f}", row["day"]),
        *(row["versions"]["scinet"], row["versions"]["python"]),
    )
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    page = Path(sys.argv[1]) / "figures.md"
    page.write_text(figures(page.parent), "utf-8")
    sys.stdout.write(f"{page}\n")
