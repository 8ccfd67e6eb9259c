"""Makes the figures of ``docs/reliability.md`` of what ``make soak`` has written."""

import json
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reliability.md"
HEAD = "| what holds | counted | seed | seconds | day | scinet | Python |"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def figures(folder: Path, earlier: str = "") -> str:
    """The tables of all areas, with what each proof counted.

    Args:
        folder: What ``make soak`` has written.
        earlier: Such tables, whose rows stay unless the same proof was run again.
    """
    tables = _rows(earlier)
    for file in sorted(folder.glob("*.json")):
        row = json.loads(file.read_text())
        area = row["area"].replace("_", " ").capitalize()
        tables.setdefault(area, {}).update(_rows_of([_line(row)]))
    parts = []
    for area, rows in sorted(tables.items()):
        parts += [f"### {area}\n", HEAD, "|---|---|---|---|---|---|---|", *rows.values(), ""]
    return "\n".join(parts)


def _rows(tables: str) -> dict[str, dict[str, str]]:
    """Lines of tables by area and proof."""
    found = {}
    for part in tables.split("### ")[1:]:
        area, *lines = part.splitlines()
        found[area] = _rows_of([x for x in lines if x.startswith("| ") and x != HEAD])
    return found


def _rows_of(lines: list[str]) -> dict[str, str]:
    return {line.split(" | ")[0]: line for line in lines}


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


def main() -> None:
    """Replace the figures of the page, and leave its words."""
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    earlier, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{figures(Path(sys.argv[1]), earlier)}{END}{after}")


if __name__ == "__main__":
    main()
