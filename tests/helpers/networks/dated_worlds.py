"""Random small graphs with a day: the past of it alone, and the same past with a future planted.

What is planted touches everything that is old: papers of the day itself, of a month or year that
ends on or after it, later ones and undated ones are written by the same authors under other names,
appear in venues, fields and institutions that they call otherwise, put fields on the level above,
cite and mention old papers, release what these released, and name them in claims and pathways. Old
papers cite some of them.
"""

import random
from calendar import monthrange
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import chain, combinations
from typing import Any, Final, TypeAlias

from helpers.networks.build import paragraph_of, pathway_of, snapshot_of

from scinet.experiments.leak_audit.questions import QuestionSample
from scinet.graph.analysis import citation_labels
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.load.batch import BatchEntry, BatchReport
from scinet.graph.load.claims import write_claims
from scinet.graph.load.counts import write_counts
from scinet.graph.load.documents import write_documents
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.papers import write_papers
from scinet.graph.load.scipaths import write_pathways
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.edit import add_records
from scinet.graph.sources.claims import claim_record
from scinet.graph.sources.counts import count_record
from scinet.graph.sources.documents import document_record
from scinet.graph.sources.files import InputLine
from scinet.graph.sources.fulltext import fulltext_record
from scinet.graph.sources.papers import paper_record
from scinet.graph.sources.scipaths import pathway_record

Row: TypeAlias = dict[str, Any]

WORDS: Final = ("parsing", "grammar", "speech", "lexicon", "corpus", "dialogue", "syntax", "tree")
AUTHORS: Final = tuple(f"a{n}" for n in range(9))
VENUES: Final = ("v0", "v1", "v2")
FIELDS: Final = {"D": "domain", "F": "field", "S": "subfield", "T": "topic"}
_ABOVE: Final = {"field": "domain", "subfield": "field", "topic": "subfield"}
_CALLED: Final = ("Proceedings", "Journal")
_FIRST: Final = date(2000, 1, 1)
_RELEASED: Final = {
    "code_repositories": [f"https://github.com/x/{n}" for n in range(12)],
    "datasets": [f"https://huggingface.co/datasets/x/{n}" for n in range(12)],
    "models": [f"https://huggingface.co/x/{n}" for n in range(12)],
}
_SENTIMENTS: Final = ("positive", "neutral", "negative")


@dataclass
class Records:
    papers: list[Row] = field(default_factory=list)
    texts: list[Row] = field(default_factory=list)
    claims: list[Row] = field(default_factory=list)
    pathways: list[Row] = field(default_factory=list)
    counts: list[Row] = field(default_factory=list)
    documents: list[Row] = field(default_factory=list)
    communities: list[Row] = field(default_factory=list)


@dataclass(frozen=True)
class Pair:
    """One random graph and day.

    Attributes:
        past: Everything dated before the day.
        whole: The same and a future, in another order.
    """

    day: date
    past: Records
    whole: Records
    ids: tuple[str, ...]
    later: tuple[str, ...]
    authors: tuple[str, ...]


def day_of_seed(seed: int) -> date:
    """A random day, often the first of a month or year, where coarse dates end."""
    rng = random.Random(-seed - 1)  # noqa: S311 - a seeded day
    day = date(rng.randint(2004, 2009), rng.randint(1, 12), rng.choice((1, 1, rng.randint(2, 28))))
    return day.replace(month=1, day=1) if rng.random() < 0.3 else day


def pair(seed: int, day: date | None = None, mark: str = "", papers: int = 26) -> Pair:
    """A random graph and day; ids of its papers and authors begin with the mark."""
    rng = random.Random(seed)  # noqa: S311 - a seeded world
    day = day or day_of_seed(seed)
    planted = papers // 2
    # Ids in an order that is not that of time.
    ids = [f"{mark}p{number:02d}" for number in rng.sample(range(papers), papers)]
    dates = sorted((_old(rng, day) for _ in ids), key=_last)
    later = [f"{'!~'[number % 2]}{mark}f{number:02d}" for number in range(planted)]
    authors = [f"{mark}{item}" for item in AUTHORS]
    past, future = Records(), Records()
    for number, (paper, when) in enumerate(zip(ids, dates, strict=True)):
        cited = _some(rng, ids[:number], 4) + _some(rng, ids, 1, 0.25) + _some(rng, later, 1, 0.2)
        cited += _some(rng, ["x1", "x2"], 1, 0.2)
        year = _last(when).year if when < str(day.year) else 0
        _add(past, rng, paper, when, cited, authors, year=year)
    for number, paper in enumerate(later):
        month, after = f"{day:%Y-%m}", day + timedelta(rng.randint(0, 900))
        stated = (day.isoformat(), month, f"{day:%Y}", after.isoformat(), None)[number % 5]
        cited = _some(rng, ids, 6) + _some(rng, ids[-4:], 2) + _some(rng, later, 2) + ["x1"]
        year, strange = day.year + 1 + number % 2, "!~"[number % 2]
        _add(future, rng, paper, stated, cited, authors, year=year, strange=strange)
    # Communities of one name as of the day, of a later one and of all days.
    late = (day + timedelta(400), None)
    for records, days in ((past, (day,)), (future, late)):
        records.communities += [
            {"id": f"{mark}{item}", "before": item, "papers": _some(rng, ids, 9)} for item in days
        ]
    for record in future.papers:
        if rng.random() < 0.5:
            record["title"] = rng.choice(past.papers)["title"]
    whole = Records(
        *(
            rng.sample(both := [*item, *other], len(both))
            for item, other in zip(vars(past).values(), vars(future).values(), strict=True)
        )
    )
    return Pair(day, past, whole, tuple(ids), tuple(later), tuple(authors))


def pairs(seed: int, count: int) -> list[Pair]:
    day = day_of_seed(seed)
    return [pair(seed * count + place, day, f"w{place}") for place in range(count)]


def together(worlds: Sequence[Pair]) -> Pair:
    first = worlds[0]
    past, whole = Records(), Records()
    for world in worlds:
        for whole_or_past, own in ((past, world.past), (whole, world.whole)):
            for name, rows in vars(own).items():
                getattr(whole_or_past, name).extend(rows)
    ids, later, authors = (
        tuple(chain.from_iterable(getattr(world, name) for world in worlds))
        for name in ("ids", "later", "authors")
    )
    return replace(first, past=past, whole=whole, ids=ids, later=later, authors=authors)


def drawn(world: Pair) -> QuestionSample:
    """What statements may be asked about, of both sides of a pair."""
    venues = [
        f"{mark}{kind} {first}" for mark in ("", "!", "~") for kind in _CALLED for first in VENUES
    ]
    fields = [
        f"{mark}Field of {second} {first}0"
        for mark in ("", "!", "~")
        for first, second in FIELDS.items()
    ]
    rows = [(row["paper_id"], row["paragraphs"][0]["mentions"]) for row in world.whole.texts]
    return QuestionSample(
        day=world.day,
        papers=world.ids,
        later=(*world.later, "x1"),
        authors=world.authors,
        printed=[f"Ada {first}" for first in world.authors],
        venues=VENUES,
        groups=["Group", *venues, *fields],
        titles=[row["title"] for row in world.whole.papers],
        words=WORDS,
        cited=[(row["id"], first) for row in world.past.papers for first in row["references"]],
        mentioning=[(paper, marks[0]["paper_id"]) for paper, marks in rows],
        contributions=[f"c:{first}" for first in (*world.ids, *world.later)],
        graph_fingerprint="graph",
    )


def _old(rng: random.Random, day: date) -> str:
    """A date whose last possible day is before the day, often the day before."""
    span = (day - _FIRST).days
    item = day - timedelta(1 if rng.random() < 0.1 else rng.randint(1, span))
    coarse = rng.choice((f"{item:%Y}", f"{item:%Y-%m}", item.isoformat()))
    return coarse if _last(coarse) < day else item.isoformat()


def _last(when: str) -> date:
    year, month, day = (*map(int, when.split("-")), 0, 0)[:3]
    month = month or 12
    return date(year, month, day or monthrange(year, month)[1])


def _some(rng: random.Random, names: Sequence[str], most: int, chance: float = 1.0) -> list[str]:
    if rng.random() > chance:
        return []
    return rng.sample(list(names), min(len(names), rng.randint(min(1, most), most)))


def _add(
    records: Records,
    rng: random.Random,
    paper: str,
    when: str | None,
    cited: Sequence[str],
    authors: Sequence[str],
    *,
    year: int,
    strange: str = "",
) -> None:
    """A paper and what stands in other files about it; ``strange`` comes before all its names."""
    references = [item for item in dict.fromkeys(cited) if item != paper]
    title = " ".join(rng.sample(WORDS, 3))
    number, read_on = rng.randint(0, 1), (when or "2030")[:4] + "-12-31"
    record: Row = {
        "id": paper,
        "title": f"{title} {strange and 'planted'}".strip(),
        "abstract": " ".join(rng.choices(WORDS, k=9)) if rng.random() < 0.7 else None,
        "date": when,
        "venue_id": rng.choice(VENUES),
        "authors": [
            {
                "id": item,
                "name": rng.choice((f"{strange}Ada {item}", f"{strange}A. {item}")),
                "institutions": [{"id": f"i{number}", "name": f"{strange}Uni {number}"}],
            }
            for item in _some(rng, authors, 3)
        ],
        "references": references,
        "fields": [
            {
                "id": f"{level}{rng.randint(0, 1)}",
                "name": f"Field of {name}",
                "level": _ABOVE.get(name, name) if strange else name,
                "score": rng.random(),
            }
            for level, name in FIELDS.items()
        ],
        "type": rng.choice(("article", "review")),
        "external_ids": {"arxiv": f"{rng.randint(1000, 1999)}.{rng.randint(0, 99999):05d}"},
        **{kind: _some(rng, sites, 1, 0.3) for kind, sites in _RELEASED.items()},
        "awards": ["Best Paper"] if rng.random() < 0.2 else [],
        "impact": {
            **{kind: rng.randint(1, 99) for kind in ("downloads", "media", "citing_patents")},
            "read_on": read_on,
        },
    }
    for item in record["fields"]:
        item["name"] = f"{strange}{item['name']} {item['id']}"
    record["venue"] = f"{strange}{rng.choice(('Proceedings', 'Journal'))} {record['venue_id']}"
    if strange:  # whom nobody knew
        record["authors"].append({"id": f"{strange}stranger", "name": "Stranger"})
    records.papers.append(record)
    if rng.random() < 0.7 and references:
        records.texts.append(_text(rng, paper, references))
    for stance in _some(rng, ("support", "refute"), 2, 0.5):
        text = f"{record['title']} is {stance}ed"
        records.claims.append({"paper_id": paper, "stance": stance, "text": text})
    if year and rng.random() < 0.4:
        records.pathways.append(_pathway(rng, paper, title, references, year))
    records.counts.append(
        {"id": paper, "kind": "news", "count": rng.randint(0, 9), "read_on": read_on}
    )
    for site in chain.from_iterable(record[kind] for kind in _RELEASED):
        # One count of each, read once: pairs are made of counts, whenever these were read.
        stars = 3 + 7 * int(site.rpartition("/")[2])
        records.counts.append({"id": site, "count": stars, "read_on": "2010-12-31"})
    for kind in _some(rng, ("news", "patent"), 2, 0.7):
        # The same documents are met again in the future, under names that come first.
        records.documents.append(
            {"paper": rng.choice([paper, *references]), "kind": kind, "id": rng.choice("abc"),
             "title": f"{strange}On {title}", "date": when}
        )  # fmt: skip


def _text(rng: random.Random, paper: str, references: Sequence[str]) -> Row:
    paragraphs = []
    for _ in range(2):
        named = rng.sample(list(references), min(len(references), 3))
        text = " and ".join([*rng.sample(WORDS, 2), *named])
        paragraphs.append(paragraph_of(text, {item: item for item in named}, section="Text"))
    return {"paper_id": paper, "paragraphs": paragraphs}


def _pathway(
    rng: random.Random, paper: str, title: str, references: Sequence[str], year: int
) -> Row:
    why = {"roles": ["CORE_METHOD"], "rationale": "It is used."}
    steps = [
        (
            f"Words of {item}",
            {"canonical_grounding": {"paper_id": item}, "canonical_annotation": why},
        )
        for item in rng.sample(list(references), min(2, len(references)))
    ]
    return pathway_of(f"c:{paper}", paper, year, f"Method: {title}", steps)


def arrays(records: Records, name: str = "graph") -> Snapshot:
    """The records as arrays, of one graph whatever they are."""
    texts = [fulltext_record(row, None) for row in records.texts]
    mentioned = {
        (text.id, first, second)
        for text in texts
        for paragraph in text.paragraphs
        for first, second in combinations(sorted({m.paper_id for m in paragraph.mentions}), 2)
    }
    papers = [paper_record(dict(row), None) for row in records.papers]
    result = add_records(snapshot_of([]), papers, co_mentions=sorted(mentioned))
    object.__setattr__(result, "graph_fingerprint", name)
    return result


@contextmanager
def loaded(database: Database, records: Records, name: str = "graph") -> Iterator[Database]:
    """The records in an empty database, as far as this one sees it; gone at the end."""
    with database.rolled_back() as world:
        write(world, records, name)
        yield world


def write(database: Database, records: Records, name: str = "graph") -> None:
    """Write the records with a label on each mention, as a load of that fingerprint."""
    account, line = BatchReport(), InputLine("random", 1, 0, b"")
    papers = [BatchEntry(line, paper_record(dict(row), None)) for row in records.papers]
    texts = [BatchEntry(line, fulltext_record(row, None)) for row in records.texts]
    claims = [BatchEntry(line, claim_record(row, None)) for row in records.claims]
    pathways = [BatchEntry(line, pathway_record(row, None)) for row in records.pathways]
    counts = [BatchEntry(line, count_record(row, None)) for row in records.counts]
    documents = [BatchEntry(line, document_record(row, None)) for row in records.documents]

    def work(tx: Transaction) -> None:
        write_papers(tx, papers, account, name, keeps_unknown=True)
        write_fulltext(tx, texts, account, name)
        write_claims(tx, claims, account, name)
        write_pathways(tx, pathways, account, name)
        write_counts(tx, counts, account, name)
        write_documents(tx, documents, account, name)
        _communities(tx, records.communities, name)
        about = {"run": name, "source": None, "kind": "records", "files": "[]", "batch_size": 1}
        tx.rows("load/snapshot_begin", **about, options="{}", version="1", before="{}")
        done = {"run": name, "counts": "{}", "fingerprint": name, "graph_counts": "{}"}
        how = {"complete": True, "fault": None, "simulated": False, "version": "1"}
        tx.rows("load/snapshot_finish", **done, **how)

    database.write(work)
    pairs = [(row["paper_id"], mention) for row in records.texts for mention in _named(row)]
    result = citation_labels.mentions_of(database, list(dict.fromkeys(pairs)))
    mentions = sorted((m for listed in result.values() for m in listed), key=str)
    said = [(mention, citation_labels.Label(_sentiment(mention), 0.5)) for mention in mentions]
    papers_read = [row["paper_id"] for row in records.texts]
    citation_labels.store_labels(database, {"sentiment": said}, {"sentiment": "test"}, papers_read)


def _communities(tx: Transaction, rows: Sequence[Row], name: str) -> None:
    options = {"resolution": 1.0, "seed": 0, "graph_fingerprint": name}
    for row in rows:
        about = {
            "id": row["id"],
            "name": "Group",
            "spellings": ["|group|"],
            "size": len(row["papers"]),
        }
        tx.rows("community/write", **about, before=row["before"], **options)
        tx.rows("community/write_members", id=row["id"], paper_ids=sorted(row["papers"]))


def _sentiment(mention: citation_labels.MentionSpan) -> str:
    """One that follows from the mention alone."""
    return _SENTIMENTS[sum(map(ord, mention.paragraph_id + mention.cited_id)) % 3]


def _named(row: Row) -> list[str]:
    return [mark["paper_id"] for part in row["paragraphs"] for mark in part["mentions"]]
