"""Planted futures: papers related to everything in the queries, dated on or after a day.

They are written by the queries' authors together with strangers and namesakes, cite candidate
papers, repeat old titles, appear in old venues and fields, release the artefacts of old papers, and
are dated to the cutoff, to a month or year that ends on or after it, later, or not at all. Old
papers cite them, too. With them come records outside the arrays: their claims, pathways and counts,
and later readings of counts of existing papers.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import combinations
from typing import Any, Final

import numpy as np

from scinet.eval.task import Query
from scinet.graph.schema.records import (
    ClaimRecord,
    CountRecord,
    DocumentRecord,
    FulltextRecord,
    PaperRecord,
    PathwayRecord,
)
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.arrays import Objects
from scinet.graph.sources.artifacts import RELEASED
from scinet.graph.sources.claims import STANCES, claim_record
from scinet.graph.sources.counts import count_record
from scinet.graph.sources.documents import document_record
from scinet.graph.sources.fulltext import fulltext_record
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.scipaths import pathway_record

DOCUMENTS: Final = ("patent", "news", "blog")
COUNTS: Final = ("citing_papers", "citing_patents", "downloads", "media")
SITE: Final = "planted.example.org"  # of artefacts released only by planted papers
_MAX_COUNT: Final = 1_000
_LATER_DAYS: Final = 3_650  # so that a reading replaces an earlier one
_PER_QUERY: Final = 2
_UNRELATED_PAPERS: Final = 8  # unrelated to the queries
_NUM_REFERENCES: Final = 12
_NUM_STRANGERS: Final = 3
_PAPERS_PER_PARAGRAPH: Final = 3  # papers mentioned in one
_OLD_CITING: Final = 8
_TYPES: Final = ("article", "review")
# Papers of a year or more, and citations within a year of them.
_OLD_DAYS: Final = (800, 500, 90, 1)


def invent_side_records(
    records: Sequence[PaperRecord],
    paper_ids: Sequence[str],
    day: date,
    rng: np.random.Generator,
    *,
    counted: str,
    documents: Sequence[str],
    is_old: bool,
) -> dict[str, Any]:
    """Make ``claims``, ``pathways``, ``counts`` and ``documents`` of a future.

    Existing papers (``paper_ids``) are counted again, but not in the ``counted`` kind of the task:
    another reading is another truth. Documents mention them: of existing kinds (``documents``) on
    the day; of others much later, since the first of a kind determine what is counted.
    """
    last = day - timedelta(1) if is_old else day + timedelta(_LATER_DAYS)
    read: list[dict[str, Any]] = []
    addresses = [item.id.partition(":")[2] for record in records for item in record.released]
    read += [
        {"id": f"https://{address}"}
        for address in dict.fromkeys(addresses)
        if counted not in RELEASED.values() or address.startswith(SITE)
    ]
    read += [{"id": item, "kind": kind} for item in paper_ids for kind in COUNTS if kind != counted]
    reading = {"read_on": last.isoformat()}
    return {
        "claims": tuple(
            claim_record(
                {"paper_id": record.id, "stance": item, "text": f"{record.title} is"}, None
            )
            for record in records
            for item in STANCES
        ),
        "pathways": tuple(_make_pathway(record, day, is_old=is_old) for record in records),
        "counts": tuple(
            count_record({**row, **reading, "count": int(rng.integers(_MAX_COUNT))}, None)
            for row in read
        ),
        "documents": tuple(
            _make_document(item, kind, number, last if is_old or kind not in documents else day)
            for number, item in enumerate([*paper_ids, *(record.id for record in records)])
            for kind in DOCUMENTS
        ),
    }


def _make_document(paper: str, kind: str, number: int, day: date) -> DocumentRecord:
    """Make a document on two papers; its name sorts before all others."""
    return document_record(
        {
            "paper": paper,
            "kind": kind,
            "id": f"!planted-{number // 2}",
            "title": "!planted",
            "date": day.isoformat(),
        },
        None,
    )


def _make_pathway(record: PaperRecord, day: date, *, is_old: bool) -> PathwayRecord:
    """Date it to a year that ends before the day or begins after it, since its end counts."""
    own = (record.date or day).year
    year = min(own, day.year - 1) if is_old else max(own, day.year + 1)
    return pathway_record(
        {
            "claim_id": record.id,
            "conference_year": year,
            "target_paper_id": record.id,
            "target_contribution": f"Method: {record.title}",
            "enabling_contributions": [
                {
                    "enabling_contribution_id": f"{record.id}::{place}",
                    "enabling_contribution": f"Words of {record.title}",
                    "canonical_grounding": {"paper_id": paper},
                }
                for place, paper in enumerate(record.references[:2])
            ],
        },
        None,
    )


@dataclass(frozen=True, slots=True)
class KnownNames:
    """Names in a graph, besides its arrays, that planted records share.

    Attributes:
        addresses: Repositories, data sets and models, by the field that names them.
        counted: Kind of loaded count in the task, empty for none.
        documents: Kinds of documents that mention papers before the day.
    """

    venue_names: Mapping[str, str] = field(default_factory=dict)
    addresses: Mapping[str, Sequence[str]] = field(default_factory=dict)
    counted: str = ""
    documents: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class PlantedFuture:
    """Records to plant.

    Attributes:
        since: Earliest date of any of them.
        citations: (citing, cited): from existing papers to planted ones.
        pathways: Pathways of planted papers, grounded in their references.
        counts: Counts of artefacts released by planted papers, and of existing papers.
        documents: Documents that mention both.
    """

    since: date
    records: tuple[PaperRecord, ...]
    texts: tuple[FulltextRecord, ...]
    citations: tuple[tuple[str, str], ...]
    claims: tuple[ClaimRecord, ...]
    pathways: tuple[PathwayRecord, ...]
    counts: tuple[CountRecord, ...]
    documents: tuple[DocumentRecord, ...]

    @property
    def co_mentions(self) -> list[tuple[str, str, str]]:
        """(citing, one, other): papers mentioned in one paragraph, once for each citing paper."""
        mentioned = {
            (text.id, first, second)
            for text in self.texts
            for paragraph in text.paragraphs
            for first, second in combinations(sorted({m.paper_id for m in paragraph.mentions}), 2)
        }
        return sorted(mentioned)


def invent_future(
    snapshot: Snapshot,
    day: date,
    queries: Sequence[Query],
    *,
    seed: int,
    known: KnownNames | None = None,
    is_old: bool = False,
) -> PlantedFuture:
    """Make papers to plant on or after a day; ``snapshot`` is not cut before it.

    With ``is_old`` all of them are dated before the day instead, where they must be seen.
    """
    known = known or KnownNames()
    past = snapshot.until(day)
    rng = np.random.default_rng(seed)
    counts = np.random.default_rng([seed, 1])
    papers, authors = set(past.paper_id), set(past.author_id)
    named = [list(_find_texts(query.inputs)) for query in queries]
    named = [item for item in named for _ in range(_PER_QUERY)] + [[]] * _UNRELATED_PAPERS
    month, year = f"{day:%Y-%m}", f"{day:%Y}"
    dates = [day.isoformat(), month, year, (day + timedelta(200)).isoformat(), None]
    if is_old:
        dates = [(day - timedelta(days)).isoformat() for days in _OLD_DAYS]
    names = dict(zip(past.author_id, past.author_name, strict=True))
    # Before and after all others in order of id.
    ids = [f"{'!~'[number % 2]}planted-{number}" for number in range(len(named))]
    records: list[dict[str, Any]] = []
    for number, words in enumerate(named):
        team = [word for word in words if word in authors]
        team += _sample_names(past.author_id, _NUM_STRANGERS, rng)
        # One of two papers in a query is cited more often; so are all papers of teams.
        cited = [word for word in words if word in papers][: 1 + number % 2]
        cited += _author_papers(past, [word for word in words if word in authors])
        cited += _sample_names(past.paper_id, _NUM_REFERENCES, rng) + ids[:number][-2:]
        title = _sample_names(past.title, 1, rng) + [word for word in words if " " in word]
        records.append(
            {
                "id": ids[number],
                # An old title again, or many old words together with a new one.
                "title": title[-1] if number % 3 == 0 else " ".join([*title, "planted"]),
                "abstract": " ".join(_sample_names(past.title, 5, rng)),
                "date": dates[number % len(dates)],
                **_sample_venue(past, number, rng, known.venue_names),
                "authors": [
                    # A stranger, or a namesake.
                    {
                        "id": f"{'!~'[number % 2]}planted-author-{number % 5}",
                        "name": (team and number % 2 and names[team[0]]) or "Planted",
                    },
                    # As in the graph, or a name that sorts before it, so that it would be selected.
                    *(
                        {"id": item, "name": f"{'!' if number % 3 else ''}{names[item]}"}
                        for item in dict.fromkeys(team)
                    ),
                ],
                "references": list(dict.fromkeys(cited)),
                "fields": _sample_fields(past, number, rng),
                "type": _TYPES[number % 2],
                **_make_artefacts(ids[number], number, day, counts, known.addresses, is_old=is_old),
            }
        )
    planted = [paper_record(record, None) for record in records]
    citing = [word for words in named for word in words if word in papers][:_OLD_CITING]
    citing += [str(paper) for paper in past.paper_id[-_OLD_CITING:]]
    citing = list(dict.fromkeys(citing))
    return PlantedFuture(
        since=day - timedelta(max(_OLD_DAYS)) if is_old else day,
        records=tuple(planted),
        texts=tuple(_make_fulltext(record) for record in planted),
        citations=tuple(zip(citing, ids, strict=False)),
        **invent_side_records(
            planted,
            citing,
            day,
            counts,
            counted=known.counted,
            documents=known.documents,
            is_old=is_old,
        ),
    )


def _find_texts(value: Any) -> Iterator[str]:
    """Yield all texts in the inputs of a query, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from _find_texts(list(value.values()))
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _find_texts(item)


def _author_papers(past: Snapshot, authors: Sequence[str]) -> list[str]:
    numbers = np.flatnonzero(np.isin(past.author_id, np.array(authors, dtype=object)))
    return [
        str(past.paper_id[i]) for author in numbers for i in past.author_papers.row(int(author))
    ]


def _sample_names(names: Objects, count: int, rng: np.random.Generator) -> list[str]:
    """Sample names, the first ones more often, so that some become popular."""
    if not len(names):
        return []
    places = (len(names) * rng.random(count) ** 2).astype(np.int64)
    return [str(names[place] or "untitled") for place in places]


def _sample_venue(
    past: Snapshot, number: int, rng: np.random.Generator, names: Mapping[str, str]
) -> dict[str, Any]:
    sampled_ids = _sample_names(past.venue_id, 1, rng) if number % 4 else []
    if not sampled_ids:
        return {"venue_id": "!planted-venue", "venue": "Planted"}
    return {"venue_id": sampled_ids[0], "venue": "!" + names.get(sampled_ids[0], sampled_ids[0])}


def _sample_fields(past: Snapshot, number: int, rng: np.random.Generator) -> list[dict[str, Any]]:
    """Return a field of each level in the graph, and a new one."""
    if not len(past.field_id):
        return []
    level = dict(zip(past.field_id, past.field_level, strict=True))
    name = dict(zip(past.field_id, past.field_name, strict=True))
    listed = [
        {
            "id": field_id,
            "name": f"!{name[field_id] or field_id}",
            "level": level[field_id],
            "score": rng.random(),
        }
        for field_id in dict.fromkeys(_sample_names(past.field_id, 3, rng))
    ]
    new = {"id": "!planted-field", "name": "Planted", "level": "topic", "score": number % 2}
    return [*listed, new]


def _make_artefacts(
    paper: str,
    number: int,
    day: date,
    rng: np.random.Generator,
    addresses: Mapping[str, Sequence[str]],
    *,
    is_old: bool,
) -> dict[str, Any]:
    """Make an award, counts, and an old and a new artefact of each kind."""
    read_on = day - timedelta(1) if is_old else day + timedelta(number)
    listed: dict[str, list[str]] = {kind: [f"https://{SITE}/{kind}/{number}"] for kind in RELEASED}
    for kind, old in addresses.items():
        listed[kind] += [old[number % len(old)]] if old else []
    return {
        **listed,
        "awards": ["Planted", f"Planted by {paper}"][: 1 + number % 2],
        "impact": {
            "read_on": read_on.isoformat(),
            **{kind: int(rng.integers(1, 100)) for kind in COUNTS},
        },
    }


def _make_fulltext(record: PaperRecord) -> FulltextRecord:
    paragraphs = []
    for start in range(0, len(record.references), _PAPERS_PER_PARAGRAPH):
        named = record.references[start : start + _PAPERS_PER_PARAGRAPH]
        text = " ".join(f"[{paper}]" for paper in named)
        mentions = [
            {"start": text.index(f"[{p}]"), "end": text.index(f"[{p}]") + len(p) + 2, "paper_id": p}
            for p in named
        ]
        paragraphs.append({"section": "Planted", "text": text, "mentions": mentions})
    return fulltext_record({"paper_id": record.id, "paragraphs": paragraphs}, None)
