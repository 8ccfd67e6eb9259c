"""A small world for audits: what every task is built from, in the database and as arrays."""

import itertools
import random
from typing import Any, Final

from helpers.networks.build import load_kinds, pathway_of
from helpers.networks.scored_network import field

from scinet.experiments.leak_audit.worlds import AuditWorld
from scinet.graph import snapshot
from scinet.graph.analysis import citation_labels
from scinet.graph.analysis.citation_labels import Label
from scinet.graph.db.connection import Database

_PEOPLE: Final = 14
_RELEASED: Final = {
    "code_repositories": "https://github.com/group",
    "datasets": "https://data.example.org/sets",
    "models": "https://data.example.org/models",
}


def load_world(database: Database) -> AuditWorld:
    """Empty the graph; fill it with the field, teams that meet again, counts of everything."""
    database.rows("admin/wipe")
    rng = random.Random(1)  # noqa: S311 - a simulation
    records, texts = field()
    counted: list[dict[str, Any]] = []
    for number, record in enumerate(records):
        side = int(record["venue"][-1])
        people = rng.sample([f"a{side}_{n:02d}" for n in range(_PEOPLE)], 3)
        record["authors"] = [{"id": item, "name": f"Author {item}"} for item in people]
        if number % 2:
            record["abstract"] = f"{record['title']} and more of it"
        if number % 4 == 0:
            record["awards"] = ["Best Paper"]
        read = {"read_on": "2011-06-01", "citing_patents": rng.randint(1, 90)}
        record["impact"] = {**read, "downloads": rng.randint(1, 90), "media": rng.randint(1, 90)}
        for kind, folder in _RELEASED.items():
            address = f"{folder}/{number}"
            record[kind] = [address]
            counted.append({"id": address, "count": rng.randint(1, 90), "read_on": "2011-06-01"})
    said = [
        {"paper_id": record["id"], "stance": stance, "text": f"{record['title']} is {stance}ed."}
        for record in records
        for stance in ("support", "refute")
    ]
    pathways = [_claim(record) for record in records[20::9]]
    parts = {"records": records, "fulltext": texts, "claims": said, "counts": counted}
    load_kinds(database, parts | {"pathways": pathways})
    _label(database)
    return AuditWorld(snapshot.read_snapshot(database), database)


def _claim(record: dict[str, Any]) -> dict[str, Any]:
    """A contribution of a paper: one thing that two references gave, one that nobody did."""
    papers = [{"paper_id": paper} for paper in record["references"][:2]]
    given = {"canonical_grounding": next(iter(papers), None), "additional_groundings": papers[1:]}
    nobody = {"canonical_grounding": None, "additional_groundings": list[Any]()}
    paper, title, year = record["id"], record["title"], int(record["date"][:4])
    steps: list[tuple[str, dict[str, Any]]] = [
        (f"Words of {title}", given),
        ("Something of its own", nobody),
    ]
    return pathway_of(paper, paper, year, f"Method: {title}", steps)


def _label(database: Database) -> None:
    for batch in citation_labels.iter_unlabelled(database, {"sentiment": "test"}, None):
        results = [mention for mentions in batch.values() for mention in mentions]
        said = itertools.cycle(Label(name, 0.5) for name in ("positive", "neutral", "negative"))
        pairs = list(zip(results, said, strict=False))
        citation_labels.store_labels(
            database, {"sentiment": pairs}, {"sentiment": "test"}, list(batch)
        )
