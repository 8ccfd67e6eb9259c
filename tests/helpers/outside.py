"""Texts outside the graph, put back into what a test reads of it."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from helpers.ways import everything

from scinet.graph.connection import Database
from scinet.graph.outside import shards

# As a value, or within the JSON that a value is: then what JSON escapes is escaped once more.
_WRITTEN: Final = re.compile(r"(\\\\?)u0001(\S{20}\|[!$%&()+\-/<=>?@^~]+)")


def filled(found: Counter[str], folder: Path) -> Counter[str]:
    """Nodes and relationships, as ``helpers.ways.everything`` has them, with their texts."""

    def text(match: re.Match[str]) -> str:
        reference = f"{shards.MARK}{match[2]}"
        value = shards.get(folder, [reference])[reference]
        for _ in match[1]:
            value = json.dumps(value, ensure_ascii=False)[1:-1]
        return value

    return Counter({_WRITTEN.sub(text, one): number for one, number in found.items()})


def source(db: Database, folder: Path | None = None) -> Counter[str]:
    """All that the graph holds but the accounts of loads, which say where texts stand."""
    found = everything(db) if folder is None else filled(everything(db), folder)
    return Counter({k: n for k, n in found.items() if not k.startswith('[["Snapshot"]')})


def references(db: Database) -> list[str]:
    """What stands in the graph for abstracts and paragraphs, read by the driver alone."""
    with db.driver.session(database=db.name) as session:
        rows: list[Any] = session.run(
            "MATCH (n) WHERE n:Paper OR n:Paragraph "
            "WITH coalesce(n.abstract, n.text) AS text WHERE text <> '' RETURN text ORDER BY text"
        ).value()
    return rows
