"""A simulated field for tasks: enough papers to ask about, small enough to load in a second.

``later`` adds papers dated on or after the cut-off day, which cite, mention and join everything;
nothing that is asked or scored as of that day may move.
"""

import random
from datetime import date
from typing import Any

from helpers.networks.build import load_kinds, paragraph_of

from scinet.graph.db.connection import Database

BEFORE = date(2012, 1, 1)
_WORDS = [
    *("parsing", "grammar", "speech", "lexicon"),
    *("corpus", "alignment", "dialogue", "morphology"),
]
_PAPERS = 90
_TEXTS = 40


def load_field(database: Database, *, later: bool = False, seed: int = 0) -> None:
    records, texts = field(seed)
    if later:
        _add_future(records, texts)
    database.rows("admin/wipe")
    load_kinds(database, {"records": records, "fulltext": texts})


def field(seed: int = 0) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Records and full texts: dates by year and month, some citations within a day."""
    rng = random.Random(seed)  # noqa: S311 - a simulation
    records: list[dict[str, Any]] = []
    for number in range(_PAPERS):
        year = 2000 + 12 * number // _PAPERS
        earlier = [f"p{n}" for n in range(max(0, number - 45), number)]
        # Half of the references go to the first papers, so that in-degrees differ.
        liked = [f"p{n}" for n in range(min(12, number))]
        chosen = set(rng.sample(earlier, min(3, len(earlier))))
        chosen |= set(rng.sample(liked, min(3, len(liked))))
        words = " ".join(rng.sample(_WORDS, 3))
        records.append(
            _record(
                f"p{number}",
                f"On {words} to {number}",
                str(year) if number % 3 else f"{year}-{1 + number % 12:02d}",
                f"Venue {number % 2}",
                sorted(chosen),
            )
        )
    texts = [_text(record) for record in records[-_TEXTS:]]
    return records, texts


def _add_future(records: list[dict[str, Any]], texts: list[dict[str, Any]]) -> None:
    known = [record["id"] for record in records]
    # An old paper that cites one of the future: the citation is old, the cited paper is not.
    records[50]["references"].append("later0")
    for number in range(12):
        month = f"2012-{number + 1:02d}"
        record = _record(f"later{number}", f"On later speech {number}", month, "Venue 0", known)
        records.append(record)
        texts.append(_text(record))
    # A second paper with the title of an old one, and one dated by the year of the cut-off.
    records.append(_record("twin", records[3]["title"], "2012", "Venue 1", known[:40]))


def _record(paper: str, title: str, when: str, venue: str, references: list[str]) -> dict[str, Any]:
    return {
        "id": paper,
        "title": title,
        "abstract": None,
        "date": when,
        "venue": venue,
        "authors": [{"id": f"a-{paper}", "name": f"Author {paper}"}],
        "references": references,
        "external_ids": {},
        "fields": [
            {"id": f"F{venue[-1]}", "name": f"Field {venue[-1]}", "level": "field"},
            {"id": f"T-{title.split()[1]}", "name": f"Topic {title.split()[1]}", "level": "topic"},
        ],
    }


def _text(record: dict[str, Any]) -> dict[str, Any]:
    """Paragraphs that each name two or three of the references."""
    cited = record["references"]
    parts = [cited[start : start + 3] for start in range(0, len(cited), 3)]
    paragraphs = [
        paragraph_of(
            " ".join(f"[{paper}]" for paper in part),
            {f"[{paper}]": paper for paper in part},
            section="Text",
        )
        for part in parts
    ]
    return {"paper_id": record["id"], "paragraphs": paragraphs}
