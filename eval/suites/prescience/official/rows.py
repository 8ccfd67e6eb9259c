"""PreScience's paper rows as a corpus of papers, authors and targets.

Rows are read and refused by the rules of the loader, so that a task made of rows and the graph
loaded from them hold the same papers.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

from scinet.errors import DataError
from scinet.eval.suites.prescience.official.published import Published, read_file_rows, split_files
from scinet.graph.schema.identifiers import add_source
from scinet.graph.schema.records import BadRecordError, PaperRecord
from scinet.graph.sources import files, input_files
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.prescience import KEY, TARGET, papers, prescience_record


@dataclass(frozen=True, slots=True)
class Person:
    """Author; the h-index as of the day of the row, 0 when unknown."""

    id: str
    name: str
    h_index: int


@dataclass(frozen=True, slots=True)
class TargetRow:
    """Target paper.

    Attributes:
        cited: Its key references, in order of id.
        cited_counts: Citations of these, where given in the row.
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
class PreScienceCorpus:
    """Corpus of all rows.

    Attributes:
        day: Last possible day of each paper that has one.
        papers_of: Papers of each author: from the published list where it is given, else from the
            bylines.
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
    targets: Sequence[TargetRow]
    rows: int
    left_out: Mapping[str, int]
    seeds: Mapping[str, str]
    files: Published


def read_corpus(paths: Sequence[Path], source: str | None) -> PreScienceCorpus:
    """Read the rows of all files; ids get the source as prefix.

    Besides rows there may be the list of publications by author, and predictions whose seed authors
    are taken.
    """
    reading = files.ReadProgress()
    left_out: Counter[str] = Counter()
    records: dict[str, tuple[PaperRecord, dict[str, Any]]] = {}
    count = 0
    of_rows, published = split_files(paths)
    with input_files.gather_files(of_rows, KEY) as (sources, faults):
        reading.faults.extend(faults)
        for line in papers(sources, reading):
            count += line.rows
            try:
                row = parse_object(line.data)
                record = prescience_record(row, source)
            except BadRecordError as error:
                left_out[f"rows_{error.reason}"] += 1
                continue
            stored = records.setdefault(record.id, (record, row))
            if stored[0] is not record:
                left_out["rows_conflict"] += 1
                if record.digest < stored[0].digest:
                    records[record.id] = (record, row)
        published = replace(published, rows=read_file_rows(sources))
    if reading.faults:
        fault = reading.faults[0]
        raise DataError(f"{fault.name} {fault.message}", hint="Fix or replace the file.")
    return _make_corpus(records, count, left_out, source, published)


def _make_corpus(
    records: Mapping[str, tuple[PaperRecord, dict[str, Any]]],
    count: int,
    left_out: Counter[str],
    source: str | None,
    published: Published,
) -> PreScienceCorpus:
    day = {record.id: record.date for record, _ in records.values() if record.date is not None}
    papers_of: dict[str, list[str]] = defaultdict(list)
    if published.publications is None:
        for paper in day:
            for author in records[paper][0].authors:
                papers_of[author.id].append(paper)
    else:
        for row in published.publications:
            listed = [add_source(paper, source) for paper in row["value"] or ()]
            papers_of[add_source(row["key"], source)] = [item for item in listed if item in day]
    targets: list[TargetRow] = []
    for record, row in records.values():
        if TARGET not in (row.get("roles") or ()):
            continue
        if record.date is None or record.date_precision != "day":
            left_out["targets_without_a_day"] += 1
            continue
        targets.append(_make_target(record, record.date, row, source))
    targets.sort(key=lambda target: target.day)
    return PreScienceCorpus(
        day=day,
        authors={
            name: tuple(a.id for a in record.authors) for name, (record, _) in records.items()
        },
        papers_of=papers_of,
        cited={
            name: record.references
            for name, (record, _) in records.items()
            if record.has_influential_only
        },
        texts={
            name: (record.title, record.abstract)
            for name, (record, _) in records.items()
            if record.title
        },
        subjects={
            name: item.name or item.id
            for name, (record, _) in records.items()
            for item in record.fields
            if item.is_primary
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
            add_source(paper, source): add_source(author, source)
            for paper, author in published.seeds.items()
        },
        files=published,
    )


def _make_target(
    record: PaperRecord, day: date, row: dict[str, Any], source: str | None
) -> TargetRow:
    h_index = {
        add_source(author["author_id"], source): author.get("h_index") or 0
        for author in row.get("authors") or ()
        if author.get("author_id")
    }
    return TargetRow(
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
                add_source(reference[KEY], source)
                for reference in row.get("key_references") or ()
                if add_source(reference[KEY], source) in record.references
            )
        ),
        cited_counts={
            add_source(reference[KEY], source): reference["num_citations"]
            for reference in row.get("key_references") or ()
            if isinstance(reference.get("num_citations"), int)
        },
        trajectory=tuple(row.get("citation_trajectory") or ()),
    )
