"""Texts outside the graph, put back into what a test reads of it."""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final

from helpers.commands.ways import everything

from scinet.graph.db import text_shards
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load

PAPERS = (
    {"id": "p1", "title": "Counting", "date": "1998-06-15", "abstract": "Of \U0001f600 one word."},
    {"id": "p2", "title": "Pairs", "date": "2001-03-02", "references": ["p1"], "abstract": "Of 2."},
    {"id": "p3", "title": "Graphs", "date": "2004-01-01", "references": ["p1", "p2"]},
    {"id": "p4", "title": "Future", "date": "2009", "references": ["p1", "p2"], "abstract": "Now."},
)
TEXT = "\U0001f600 words [1], then \x01 pairs [2]."
MENTIONS = [
    {"start": 8, "end": 11, "paper_id": "p1"},
    {"start": 26, "end": 29, "paper_id": "p2"},
]
TEXTS = tuple(
    {"paper_id": paper, "paragraphs": [{"text": text, "mentions": MENTIONS}]}
    for paper, text in (("p3", TEXT), ("p4", TEXT.replace("words", "forms")))
)
# As a value, or within the JSON that a value is: then what JSON escapes is escaped once more.
_WRITTEN: Final = re.compile(r"(\\\\?)u0001(\S{20}\|[!$%&()+\-/<=>?@^~]+)")


def filled(result: Counter[str], folder: Path) -> Counter[str]:
    """Nodes and relationships, as ``commands.ways.everything`` has them, with their texts."""

    def text(match: re.Match[str]) -> str:
        reference = f"{text_shards.MARK}{match[2]}"
        value = text_shards.read_texts(folder, [reference])[reference]
        for _ in match[1]:
            value = json.dumps(value, ensure_ascii=False)[1:-1]
        return value

    return Counter({_WRITTEN.sub(text, item): number for item, number in result.items()})


def source(db: Database, folder: Path | None = None) -> Counter[str]:
    """All that the graph holds but the accounts of loads, which say where texts stand."""
    result = everything(db) if folder is None else filled(everything(db), folder)
    return Counter({k: n for k, n in result.items() if not k.startswith('[["Snapshot"]')})


def references(db: Database) -> list[str]:
    """What stands in the graph for abstracts and paragraphs, read by the driver alone."""
    with db.driver.session(database=db.name) as session:
        rows: list[Any] = session.run(
            "MATCH (n) WHERE n:Paper OR n:Paragraph "
            "WITH coalesce(n.abstract, n.text) AS text WHERE text <> '' RETURN text ORDER BY text"
        ).value()
    return rows


def load_world(database: Database, folder: Path, **how: Any) -> None:
    """Four papers, two with full text; the files go into a folder."""
    for name, rows in (("papers", PAPERS), ("texts", TEXTS)):
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, rows)))
    load(database, [folder / "papers.jsonl", folder / "texts.jsonl"], **how)
    database.driver.execute_query(
        "MATCH (:Paper {id: 'p3'})-[c:CITES]->(p:Paper {id: 'p1'}) SET c.sentiment = 'positive' "
        "WITH p MATCH (p)<-[m:MENTIONS]-(:Paragraph {id: 'p3#0'}) SET m.sentiment = 'positive'"
    )
