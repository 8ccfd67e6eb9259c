"""The hand-made networks of the golden files, loaded as a user would load them."""

import json
from pathlib import Path
from typing import Any

from helpers.networks.build import load_kinds

from scinet.graph.analysis import citation_labels
from scinet.graph.analysis.citation_labels import Label, MentionSpan
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database

GOLDEN = Path(__file__).parents[2] / "golden"


def load_network(database: Database, name: str) -> None:
    """Empty the graph and load ``golden/networks/<name>.json``."""
    network = json.loads((GOLDEN / "networks" / f"{name}.json").read_text(encoding="utf-8"))
    database.rows("admin/wipe")
    kinds = ("records", "fulltext", "counts", "documents", "claims", "pathways")
    load_kinds(database, {kind: network[kind] for kind in kinds if network.get(kind)})
    _compute(database, network)
    label_network(database, name)


def _compute(database: Database, network: dict[str, Any]) -> None:
    database.driver.execute_query(
        "UNWIND $rows AS row MATCH (p:Paper {id: row[0]}) SET p += row[1]",
        rows=[list(pair) for pair in network.get("values", {}).items()],
        database_=database.name,
    )
    names = sorted({name for row in network.get("values", {}).values() for name in row})
    how = {"names": names, "graph_fingerprint": fingerprint.stored_fingerprint(database)}
    database.write(lambda transaction: transaction.rows("indicator/mark", **how))
    database.driver.execute_query(
        "UNWIND $rows AS row MERGE (c:Community {id: row[0]}) WITH c, row[1] AS ids "
        "MATCH (p:Paper) WHERE p.id IN ids MERGE (p)-[:IN_COMMUNITY]->(c)",
        rows=[list(pair) for pair in network.get("communities", {}).items()],
        database_=database.name,
    )


def label_network(database: Database, name: str) -> None:
    """Store the labels of citations: of mentions by source, and what people said of citations.

    Any others are taken away first.
    """
    database.driver.execute_query(
        "MATCH (n)-[r:CITES|MENTIONS]->() "
        "SET r = CASE type(r) WHEN 'CITES' THEN "
        "{date: r.date, day: r.day, is_influential: r.is_influential, mentions: r.mentions} "
        "ELSE {date: r.date, day: r.day, start: r.start, end: r.end} END",
        database_=database.name,
    )
    network = json.loads((GOLDEN / "networks" / f"{name}.json").read_text(encoding="utf-8"))
    given = network.get("labels", {})
    aspects: tuple[tuple[citation_labels.Aspect, str], ...] = (
        ("sentiment", "mentions"),
        ("intent", "intents"),
    )
    for aspect, listed in aspects:
        for source, rows in given.get(listed, {}).items():
            pairs = [
                (MentionSpan(row[0], "", row[1], row[2], row[3]), Label(row[4], row[5]))
                for row in rows
            ]
            papers = sorted({row[0].partition("#")[0] for row in rows})
            citation_labels.store_labels(database, {aspect: pairs}, {aspect: source}, papers)
    citation_labels.store_human_labels(database, "sentiment", given.get("citations", []))
