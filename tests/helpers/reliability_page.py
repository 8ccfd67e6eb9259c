"""Makes the figures of ``docs/reliability.md`` of what ``make soak`` has written."""

import json
import sys
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def figures(folder: Path) -> str:
    """The tables of all areas, with what each proof counted."""
    rows = [json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))]
    parts = []
    for area in sorted({row["area"] for row in rows}):
        parts += [f"### {area.replace('_', ' ').capitalize()}\n"]
        parts += ["| what holds | counted | seed | seconds | day |", "|---|---|---|---|---|"]
        parts += [_line(row) for row in rows if row["area"] == area]
        parts.append("")
    used = sorted({f"{k} {v}" for row in rows for k, v in row["versions"].items()})
    parts.append(f"Versions: {', '.join(used)}.")
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
    cells = promise, counted, row["seed"], f"{row['seconds']:,.0f}", row["day"]
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def main() -> None:
    """Replace the figures of the page, and leave its words."""
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{figures(Path(sys.argv[1]))}\n{END}{after}")


if __name__ == "__main__":
    main()
