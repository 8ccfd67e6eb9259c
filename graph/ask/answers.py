"""Answer to a question in plain words: a statement with its parameters, and its rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scinet.graph import snapshot as arrays
from scinet.graph.ask import names
from scinet.graph.ask.cutoffs import Cutoff, extract_cutoff
from scinet.graph.ask.field_texts import expand_field
from scinet.graph.ask.kinds import AUTHOR_KINDS, FIELD_KINDS, STATEMENTS
from scinet.graph.ask.lexicons import GraphLexicon
from scinet.graph.ask.readings import QuestionReading, read_question
from scinet.graph.ask.wording import describe_reading, explain_text_search
from scinet.graph.db.empty_result import explain_empty
from scinet.graph.db.query import load_query
from scinet.graph.indicators import novelty
from scinet.graph.search.paper_names import add_names
from scinet.graph.snapshot import Snapshot, grouping
from scinet.graph.tools import ranking

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database, Row

DEFAULT_COUNT: Final = 10  # papers of an answer, unless the question states a number
_MIN_REFERENCES: Final = 5  # of a paper in rankings of novelty


@dataclass(frozen=True)
class QuestionAnswer:
    """Answer to one reading of a question.

    Attributes:
        reading: The reading in one line.
        rows: Its rows; papers with title, year and authors.
        before: Cutoff, exclusive: the requested one, or an earlier one named in the question.
        then: Further processing of the statement's rows, if any.
        why: Reasons why the statement has no rows, if known.
    """

    reading: str
    statement: str
    params: dict[str, Any]
    rows: "list[Row]" = field(repr=False)
    before: date | None = None
    then: str = ""
    why: tuple[str, ...] = ()


def answer_question(
    database: "Database", text: str, before: date | None = None, *, cache: Path | None = None
) -> list[QuestionAnswer]:
    """Answer a question in plain words, once for each of its readings."""
    text, cutoff = _split_cutoff(database, text, before)
    day = cutoff.day(before) if cutoff else before
    note = f"; {cutoff.describe(before)}" if cutoff else ""
    readings = [QuestionReading("other")]
    if cutoff is None or cutoff.is_read:
        readings = read_question(text, GraphLexicon(database, day))
    answers = [_answer_reading(database, reading, text, day, cache) for reading in readings]
    return [replace(answer, reading=f"{answer.reading}{note}") for answer in answers]


def find_cutoff_day(database: "Database", text: str, before: date | None) -> date | None:
    """Return the cutoff of the answer to a question, given the requested one."""
    _, cutoff = _split_cutoff(database, text, before)
    return cutoff.day(before) if cutoff else before


def _split_cutoff(
    database: "Database", text: str, before: date | None
) -> tuple[str, Cutoff | None]:
    lexicon = GraphLexicon(database, before)
    return extract_cutoff(text, lambda part: names.find_papers(part, lexicon.titles(part)))


def _answer_reading(
    database: "Database",
    reading: QuestionReading,
    text: str,
    before: date | None,
    cache: Path | None,
) -> QuestionAnswer:
    then = ""
    if _is_resolved(reading):
        statement, params = _build_statement(database, reading, text, before)
    else:
        statement, params = (
            "lookup/title",
            {"text": " ".join(reading.names), "limit": DEFAULT_COUNT},
        )
        then = "the graph knows no paper of that name: these have its words"
    if reading.kind == "novel":
        limit = params.pop("limit")
    matches = rows = list(database.rows(statement, **params, before=before))
    if reading.kind == "novel":
        rows = _most_novel(arrays.read_snapshot(database, before, cache=cache), rows, limit)
        then = "by the order of `scinet indicators novelty --item venue`, from five references on"
    if reading.kind == "path" and not then:
        rows = [{"paper_id": paper} for row in rows for paper in row["papers"]]
    if reading.kind == "author-path":
        rows = [step for row in rows for step in _chain_steps(database, row, before)]
    if rows and "paper_id" in rows[0]:
        rows = add_names(database, rows)
    is_other = reading.kind == "other"
    description = (
        explain_text_search(text, reading.unused) if is_other else describe_reading(reading)
    )
    values = params | {"before": before}
    why = () if matches else tuple(explain_empty(database, load_query(statement).text, values))
    if reading.kind == "novel" and matches and not rows:
        why = (
            f"none of the {len(matches):,} papers of that field has {_MIN_REFERENCES} references",
        )
    return QuestionAnswer(description, statement, params, rows, before, then, why)


def _is_resolved(reading: QuestionReading) -> bool:
    """Whether all papers and authors of a reading are in the graph."""
    return reading.kind in (*FIELD_KINDS, *AUTHOR_KINDS) or all(reading.ids)


def _chain_steps(database: "Database", way: "Row", before: date | None) -> "Iterator[Row]":
    """Yield the joint papers of a chain of authors, each with its two authors."""
    authors = database.rows("lookup/authors", author_ids=way["authors"], before=before)
    name = {row["author_id"]: row["name"] for row in authors}
    for (author, coauthor), paper in zip(pairwise(way["authors"]), way["papers"], strict=True):
        yield {"author": name[author], "co_author": name[coauthor], "paper_id": paper}


def _most_novel(past: Snapshot, rows: "list[Row]", limit: int) -> "list[Row]":
    """Return the papers of rows with the least usual pairs of cited venues."""
    value = novelty.compute_novelty(past, grouping.group_papers(past, "venue").code).p10
    by_place = {past.index(row["paper_id"]): row for row in rows if row["date"] is not None}
    order = ranking.rank_novel(
        past, np.array(sorted(by_place), dtype=np.int64), value, min_references=_MIN_REFERENCES
    )
    return [by_place[int(place)] | {"p10": float(value[place])} for place in order[:limit]]


def _build_statement(
    database: "Database", reading: QuestionReading, text: str, before: date | None
) -> tuple[str, dict[str, Any]]:
    kind, limits, statement = reading.kind, reading.limits, STATEMENTS[reading.kind]
    narrowed = {"since": limits.since, "until": limits.until}
    years = {name: year for name, year in narrowed.items() if year is not None}
    params: dict[str, Any] = {"limit": limits.count or DEFAULT_COUNT} | years
    if kind == "other":
        return statement, {"text": text, "limit": DEFAULT_COUNT}
    if kind == "path":
        return statement, {"source_id": reading.ids[0][0], "target_id": reading.ids[1][0]}
    if kind == "author-path":
        return statement, {"author_id": reading.ids[0][0], "other_author_id": reading.ids[1][0]}
    if not reading.names:
        return "lookup/most_cited", params
    if not reading.ids[-1]:

        def titles(initials: str) -> Iterator[str]:
            rows = database.rows("lookup/title_initials", initials=initials, before=before)
            return (row["title"] for row in rows)

        field_name = reading.names[-1]
        topic_params = {"name": field_name, "texts": expand_field(field_name, titles)}
        if kind == "papers-of":
            statement, topic_params = (
                "field/papers_of_author",
                {"author_id": reading.ids[0][0], **topic_params},
            )
        return statement, topic_params | (years if kind == "per-year" else params)
    if reading.polarity is not None:
        params |= {"sentiment": reading.polarity, "rule": "any"}
        statement = "pair/citing_with"
    key = "author_id" if kind in AUTHOR_KINDS else "paper_id"
    return statement, {key: reading.ids[0][0], **params}
