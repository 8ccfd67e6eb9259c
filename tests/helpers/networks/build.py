"""Small networks for tests, the same one as arrays and in the database."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from scinet.graph.db.connection import Database
from scinet.graph.load.report import LoadReport
from scinet.graph.schema.choices import LEVELS
from scinet.graph.schema.dates import day_of, parse_date
from scinet.graph.snapshot import Csr, Snapshot

Paper = tuple[str, str, list[str]]  # id, date, references
Fields = Mapping[str, Sequence[tuple[str, str]]]  # (id, level) by paper, the main one first

# Papers 0 to 10 of the worked example of the cdindex package, the focal paper is 4:
# three citers ignore its references, two cite both, one cites only the references.
GOLDEN: list[Paper] = [
    ("0", "1992", []),
    ("1", "1992", []),
    ("2", "1993", []),
    ("3", "1993", []),
    ("4", "1995", ["0", "1", "2", "3"]),
    ("5", "1997", ["2"]),
    ("6", "1998", ["2", "4"]),
    ("7", "1999", ["4"]),
    ("8", "1999", ["4"]),
    ("9", "1998", ["1", "3", "4"]),
    ("10", "1997", ["4"]),
]


def records_of(
    papers: Sequence[Paper],
    authors: Mapping[str, Sequence[str]] | None = None,
    venues: Mapping[str, str] | None = None,
    titles: Mapping[str, str] | None = None,
    fields: Fields | None = None,
) -> list[dict[str, Any]]:
    return [
        {
            "id": paper,
            "title": (titles or {}).get(paper, f"Title of {paper}"),
            "abstract": None,
            "date": when or None,
            "venue": (venues or {}).get(paper),
            "authors": [{"id": name, "name": name} for name in (authors or {}).get(paper, ())],
            "references": references,
            "external_ids": {},
            "fields": [
                {"id": name, "name": name, "level": level, "score": 1 / place}
                for place, (name, level) in enumerate((fields or {}).get(paper, ()), start=1)
            ],
        }
        for paper, when, references in papers
    ]


def paragraph_of(text: str, marks: Mapping[str, str], **more: Any) -> dict[str, Any]:
    """A paragraph that mentions papers, by the words with which it does."""
    mentions = [
        {"start": text.index(mark), "end": text.index(mark) + len(mark), "paper_id": paper}
        for mark, paper in marks.items()
    ]
    return {**more, "text": text, "mentions": mentions}


def pathway_of(
    claim: str,
    paper: str,
    year: int,
    contribution: str,
    steps: Sequence[tuple[str, Mapping[str, Any]]],
) -> dict[str, Any]:
    """A contribution of a paper and what enabled it: texts, and where these are grounded."""
    return {
        "claim_id": claim,
        "conference_year": year,
        "target_paper_id": paper,
        "target_contribution": contribution,
        "enabling_contributions": [
            {
                "enabling_contribution_id": f"{claim}::{place}",
                "enabling_contribution": text,
                **grounded,
            }
            for place, (text, grounded) in enumerate(steps)
        ],
    }


def load_graph(
    database: Database,
    papers: Sequence[Paper],
    authors: Mapping[str, Sequence[str]] | None = None,
    venues: Mapping[str, str] | None = None,
    titles: Mapping[str, str] | None = None,
    fields: Fields | None = None,
) -> None:
    """Write the network into the database through the ordinary loader."""
    records = records_of(papers, authors, venues, titles, fields)
    load_rows(database, *records, kind="records", max_rejected=1.0)


def load_kinds(database: Database, rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> None:
    """Load rows by kind through the ordinary loader, whatever it rejects of them."""
    for kind, listed in rows.items():
        load_rows(database, *listed, kind=kind, max_rejected=1.0)


def load_rows(database: Database, *rows: Any, **how: Any) -> LoadReport:
    """Load rows of any kind, from a file that is gone afterwards."""
    import tempfile
    from pathlib import Path

    import orjson

    from scinet.graph.load.loading import load

    with tempfile.TemporaryDirectory() as folder:
        file, rejects = Path(folder) / "rows.jsonl", Path(folder) / "rejects.jsonl"
        file.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        return load(database, file, rejects=rejects, **how)


def snapshot_of(
    papers: Sequence[Paper],
    authors: Mapping[str, Sequence[str]] | None = None,
    venues: Mapping[str, str] | None = None,
    titles: Mapping[str, str] | None = None,
    co_mentions: Sequence[tuple[str, str, str]] = (),
    fields: Fields | None = None,
    abstracts: Mapping[str, str | None] | None = None,
) -> Snapshot:
    """The network as arrays, without a database; co-mentions are (citing, one, other)."""
    dated = [(parse_date(when), paper, references) for paper, when, references in papers]
    dated.sort(key=lambda row: (row[0].last, row[1]))
    ids = [row[1] for row in dated]
    position = {paper: number for number, paper in enumerate(ids)}
    pairs = sorted(
        {(position[p], position[r]) for _, p, refs in dated for r in refs if r in position}
    )
    people = sorted({name for names in (authors or {}).values() for name in names})
    bylines = [
        (position[paper], people.index(name))
        for paper, names in (authors or {}).items()
        for name in names
    ]
    places = sorted(set((venues or {}).values()))
    mentioned = sorted(
        (position[citing], *(position[p] for p in sorted((first, second))))
        for citing, first, second in co_mentions
    )
    subjects = sorted({first for listed in (fields or {}).values() for first in listed})
    inside = [
        (position[paper], subjects.index(first))
        for paper, listed in (fields or {}).items()
        for first in listed
    ]
    main = np.full((len(ids), len(LEVELS)), -1, dtype=np.int32)
    for paper, listed in (fields or {}).items():
        for first in reversed(listed):
            main[position[paper], LEVELS.index(first[1])] = subjects.index(first)
    members = np.array(inside, dtype=np.int32).reshape(-1, 2)
    columns = np.array(pairs, dtype=np.int32).reshape(-1, 2)
    written = np.array(bylines, dtype=np.int32).reshape(-1, 2)
    triples = np.array(mentioned, dtype=np.int32).reshape(-1, 3)
    return Snapshot(
        before=None,
        graph_fingerprint="test",
        paper_id=np.array(ids, dtype=object),
        day=np.array([day_of(row[0].last) for row in dated], dtype=np.int32),
        first_day=np.array([day_of(row[0].first) for row in dated], dtype=np.int32),
        title=np.array([(titles or {}).get(p, f"Title of {p}") for p in ids], dtype=object),
        abstract=np.array([(abstracts or {}).get(p) for p in ids], dtype=object),
        cites=Csr.from_pairs(columns[:, 0], columns[:, 1], len(ids)),
        author_id=np.array(people, dtype=object),
        author_name=np.array(people, dtype=object),
        authored=Csr.from_sequences(written[:, 0], written[:, 1], len(ids)),
        venue_id=np.array(places, dtype=object),
        venue=np.array(
            [places.index(venues[p]) if venues and p in venues else -1 for p in ids],
            dtype=np.int32,
        ),
        co_mention=triples[:, 1:],
        co_mention_citing=triples[:, 0],
        left_out={},
        field_id=np.array([name for name, _ in subjects], dtype=object),
        field_name=np.array([name for name, _ in subjects], dtype=object),
        field_level=np.array([level for _, level in subjects], dtype=object),
        in_field=Csr.from_pairs(members[:, 0], members[:, 1], len(ids)),
        main_field=main,
    )
