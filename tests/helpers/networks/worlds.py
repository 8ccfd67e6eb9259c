"""Small worlds of records of all kinds, for tests of what a removal leaves."""

import json
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from helpers.networks.build import paragraph_of, pathway_of

from scinet.graph.analysis.status import graph_status
from scinet.graph.db import fingerprint
from scinet.graph.db.connection import Database
from scinet.graph.load.loading import load

KINDS = ("records", "fulltext", "counts", "documents", "claims", "pathways")
PLACES = ("https://github.com/x/one", "https://github.com/x/two")
World = Mapping[str, list[dict[str, Any]]]


IDS = [f"s2:p{n}" for n in range(12)]


def put(db: Database, source: str, world: World, kinds: Iterable[str], **options: Any) -> None:
    for kind in kinds:
        if rows := world.get(kind):
            file = Path(f"{source}-{kind}.jsonl")
            file.write_text("".join(json.dumps(row) + "\n" for row in rows))
            more = options if kind == "records" else {}
            load(db, file, kind=kind, source=source, max_rejected=1, **more)


def shape(db: Database) -> tuple[str, dict[str, int]]:
    """The fingerprint, and what could differ though no fingerprint sees it."""
    counts = graph_status(db)["nodes"] | graph_status(db)["relationships"]
    counts["mentions counted"] = sum(
        row["n"] or 0 for row in db.read_text("MATCH ()-[c:CITES]->() RETURN sum(c.mentions) AS n")
    )
    return fingerprint.compute_fingerprint(db).hex, counts


def world(seed: int, ids: list[str]) -> World:
    """Records of some of the ids; two worlds name the same papers, authors and places."""
    rng = random.Random(seed)  # noqa: S311 - a seeded world
    records: list[dict[str, Any]] = []
    texts: list[dict[str, Any]] = []
    counts: list[dict[str, Any]] = []
    documents: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    pathways: list[dict[str, Any]] = []
    for identifier in ids:
        # Half of the contents are the same in all worlds.
        own = rng if rng.random() < 0.5 else random.Random(identifier)  # noqa: S311
        cited = own.sample([*ids, "s2:x1", "s2:x2"], 3)
        record = {
            "id": identifier,
            "title": f"On {own.choice(['words', 'graphs'])}",
            "date": own.choice(["1999", "2001-04", "2003-02-01", None]),
            "venue": own.choice(["Letters", "letters", None]),
            "venue_id": own.choice(["v1", "s2:v2", None]),
            "authors": [
                {
                    "id": f"s2:a{n}",
                    "name": own.choice(["Ada", "Ada B."]),
                    "institutions": [{"id": "s2:i", "name": own.choice(["Uni", "U"])}],
                }
                for n in own.sample(range(4), own.randint(0, 2))
            ],
            "fields": [
                {"id": "s2:f", "name": own.choice(["CL", "NLP"]), "level": "field", "score": 0.5}
            ],
            "references": cited,
            "external_ids": {"doi": "10.1000/same"} if own.random() < 0.2 else {},
            "code_repositories": own.sample(PLACES, own.randint(0, 2)),
            "awards": own.sample(["Best", "best"], own.randint(0, 1)),
            "impact": {"downloads": own.randint(0, 3), "read_on": "2020"},
        }
        records.append(record)
        if own.random() < 0.7:
            named = own.sample(cited, 2)
            paragraph = paragraph_of(" and ".join(named), {place: place for place in named})
            texts.append({"paper_id": identifier, "paragraphs": [paragraph]})
        counts.append({"id": identifier, "kind": "news", "count": own.randint(0, 2),
                       "read_on": own.choice(["2020", "2021"])})  # fmt: skip
        apart = random.Random(f"{identifier} {seed % 2}")  # noqa: S311 - half of them are shared
        documents.append({"paper": identifier, "kind": apart.choice(["news", "patent"]),
                          "id": apart.choice("xyz"), "title": apart.choice(["One", "Éin", None]),
                          "date": apart.choice(["2020", "2021-03-01", None])})  # fmt: skip
        claims.append({"paper_id": identifier, "stance": "support", "text": own.choice("ab")})
        if own.random() < 0.4:
            grounded = [
                {"paper_id": own.choice(ids)},
                {"paper_id": "?", "external_ids": {"DOI": "10.1000/same"}},
                {"paper_id": "??", "ref_title": "On words"},
            ]
            grounding = {
                "enabling_contribution_id": "e",
                "canonical_grounding": own.choice(grounded),
            }
            steps = [("It", grounding)]
            pathways.append(pathway_of(f"s2:c{identifier}", identifier, 2005, "Method: it", steps))
    counts += [{"id": place, "count": rng.randint(0, 3), "read_on": "2021"} for place in PLACES]
    return {"records": records, "fulltext": texts, "counts": counts,
            "documents": documents, "claims": claims, "pathways": pathways}  # fmt: skip
