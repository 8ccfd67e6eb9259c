"""Files of the working folder that are known by their content alone, and what is read of them."""

import json
from pathlib import Path
from typing import Any

from helpers.files.network_files import Outcome, outcome

from scinet.graph.sources.counts import CountTable


def write_lines(name: str, *rows: Any) -> Path:
    file = Path(name)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def read_contents(*contents: str | bytes, columns: dict[str, str] | None = None) -> Outcome:
    """Read files with these contents, named by their numbers from 0."""
    files = [Path(f"file-{number}") for number in range(len(contents))]
    for file, content in zip(files, contents, strict=True):
        file.write_bytes(content.encode() if isinstance(content, str) else content)
    return outcome(*files, table=CountTable(columns or {}))


def records_of(result: Outcome) -> list[Any]:
    return [entry.record for entry in result.entries]


def by_id(result: Outcome) -> dict[str, Any]:
    """The records by their ids; every one is accounted for."""
    assert result.balances
    return {record.id: record for record in records_of(result)}
