"""PreScience's paper rows as a corpus: who wrote what, which papers are asked about, what is true.

A row is read and refused by the rules of the loader, so that a task made of rows and the graph
loaded from them hold the same papers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from scinet.errors import DataError
from scinet.eval.suites.prescience.official.published import Published, as_they_are, split_files
from scinet.graph.identifiers import with_source
from scinet.graph.records import BadRecordError, PaperRecord
from scinet.graph.sources import files, inputs
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.prescience import KEY, TARGET, papers, prescience_record


@dataclass(frozen=True, slots=True)
class Person:
    """An author; the h-index as of the day of the row, 0 when it does not tell."""

    id: str
    name: str
    h_index: int


@dataclass(frozen=True, slots=True)
class Target:
    """A paper that is asked about.

    Attributes:
        cited: Its key references, in order of id.
        cited_counts: Citations of these, where the row tells them.
        trajectory: Citations so far after 1, 2, … months of 30 days.
    """

    id: str
    day: date
    title: str | None
    abstract: str | None
    team: tuple[Person, ...]
    cited: tuple[str, ...]
    cited_counts: Mapping[str, int]
    trajectory: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All rows.

    Attributes:
        day: Last possible day of each paper that has one.
        papers_of: Papers of each author: those of the published list where it is given, else of
            the bylines.
        cited: Key references of each paper whose row states them.
        texts: Title and abstract of each paper that has a title.
        subjects: Main category of each paper that has one.
        first_day: Day of the first paper of each author.
        targets: In order of day, ties as in the files.
        seeds: Seed author of each paper, where predictions give it.
    """

    day: Mapping[str, date]
    authors: Mapping[str, tuple[str, ...]]
    papers_of: Mapping[str, Sequence[str]]
    cited: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, tuple[str, str | None]]
    subjects: Mapping[str, str]
    first_day: Mapping[str, date]
    targets: Sequence[Target]
    rows: int
    left_out: Mapping[str, int]
    seeds: Mapping[str, str]
    files: Published


def read(paths: Sequence[Path], source: str | None) -> Corpus:
    """Read the rows of all files; ids get the source as prefix.

    Besides rows there may be the list of publications by author, and predictions whose seed
    authors are taken.
    """
    reading = files.Reading()
    left_out: Counter[str] = Counter()
    kept: dict[str, tuple[PaperRecord, dict[str, Any]]] = {}
    count = 0
    of_rows, published = split_files(paths)
    with inputs.gathered(of_rows, KEY) as (found, faults):
        reading.faults.extend(faults)
        for line in papers(found, reading):
            count += line.rows
            try:
                row = parse_object(line.data)
                record = prescience_record(row, source)
            except BadRecordError as error:
                left_out[f"rows_{error.reason}"] += 1
                continue
            other = kept.setdefault(record.id, (record, row))
            if other[0] is not record:
                left_out["rows_conflict"] += 1
                if record.digest < other[0].digest:
                    kept[record.id] = (record, row)
        published = replace(published, rows=as_they_are(found))
    if reading.faults:
        fault = reading.faults[0]
        raise DataError(f"{fault.name} {fault.message}", hint="Fix or replace the file.")
    return _corpus(kept, count, left_out, source, published)


def _corpus(
    kept: Mapping[str, tuple[PaperRecord, dict[str, Any]]],
    count: int,
    left_out: Counter[str],
    source: str | None,
    published: Published,
) -> Corpus:
    day = {record.id: record.date for record, _ in kept.values() if record.date is not None}
    papers_of: dict[str, list[str]] = defaultdict(list)
    if published.publications is None:
        for paper in day:
            for author in kept[paper][0].authors:
                papers_of[author.id].append(paper)
    else:
        for row in published.publications:
            listed = [with_source(paper, source) for paper in row["value"] or ()]
            papers_of[with_source(row["key"], source)] = [one for one in listed if one in day]
    targets: list[Target] = []
    for record, row in kept.values():
        if TARGET not in (row.get("roles") or ()):
            continue
        if record.date is None or record.date_precision != "day":
            left_out["targets_without_a_day"] += 1
            continue
        targets.append(_target(record, record.date, row, source))
    targets.sort(key=lambda target: target.day)
    return Corpus(
        day=day,
        authors={name: tuple(a.id for a in record.authors) for name, (record, _) in kept.items()},
        papers_of=papers_of,
        cited={
            name: record.references
            for name, (record, _) in kept.items()
            if record.has_influential_only
        },
        texts={
            name: (record.title, record.abstract)
            for name, (record, _) in kept.items()
            if record.title
        },
        subjects={
            name: one.name or one.id
            for name, (record, _) in kept.items()
            for one in record.fields
            if one.is_primary
        },
        first_day={
            author: min(day[paper] for paper in listed)
            for author, listed in papers_of.items()
            if listed
        },
        targets=targets,
        rows=count,
        left_out=left_out,
        seeds={
            with_source(paper, source): with_source(author, source)
            for paper, author in published.seeds.items()
        },
        files=published,
    )


def _target(record: PaperRecord, day: date, row: dict[str, Any], source: str | None) -> Target:
    h_index = {
        with_source(author["author_id"], source): author.get("h_index") or 0
        for author in row.get("authors") or ()
        if author.get("author_id")
    }
    return Target(
        id=record.id,
        day=day,
        title=record.title,
        abstract=record.abstract,
        team=tuple(
            Person(author.id, author.name or author.id, h_index.get(author.id, 0))
            for author in record.authors
        ),
        cited=tuple(
            dict.fromkeys(
                with_source(one[KEY], source)
                for one in row.get("key_references") or ()
                if with_source(one[KEY], source) in record.references
            )
        ),
        cited_counts={
            with_source(one[KEY], source): one["num_citations"]
            for one in row.get("key_references") or ()
            if isinstance(one.get("num_citations"), int)
        },
        trajectory=tuple(row.get("citation_trajectory") or ()),
    )
