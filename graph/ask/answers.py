"""Answer to a question in plain words: a statement with its parameters, and its rows.

Fields are searched by the stems of their words, with abbreviations expanded.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scinet.graph import snapshot as arrays
from scinet.graph.ask import names
from scinet.graph.ask.cutoffs import Cutoff, extract_cutoff
from scinet.graph.ask.kinds import AUTHOR_KINDS, FIELD_KINDS, STATEMENTS
from scinet.graph.ask.lexicons import GraphLexicon
from scinet.graph.ask.names import SMALL_WORDS
from scinet.graph.ask.readings import QuestionReading, read_question
from scinet.graph.ask.wording import describe_reading, explain_text_search
from scinet.graph.ask.words import word_texts
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
_ABBREVIATION: Final = re.compile(r"\b[A-Z]{2,5}s?\b")
_MIN_TITLES: Final = 3  # titles that must spell an abbreviation out
# Endings that vary within a field; the search completes the stem.
_ENDINGS: Final = re.compile(r"(?:is|iz)(?:ations?|ing|e|er|ers)$|(?:ing|ers?|s)$")


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


def expand_field(name: str, titles_like: Callable[[str], Iterable[str]]) -> list[str]:
    """Return texts of which a paper of the field matches all words of one.

    Args:
        titles_like: Returns titles with adjacent words of these initials.
    """
    meant = [name]
    for short in _ABBREVIATION.findall(name):
        letters = short.rstrip("s").lower()
        meant += [
            name.replace(short, long) for long in _expand_initials(letters, titles_like(letters))
        ]
    return list(dict.fromkeys(" ".join(_stems(text)) for text in meant))


def _stems(name: str) -> Iterator[str]:
    for word in word_texts(name):
        if word not in SMALL_WORDS | {"and", "with"}:
            stem = _ENDINGS.sub("", word) if len(word) > 6 else word
            if stem.endswith("ll") and stem != word:  # labelling, as labeling
                stem = stem[:-1]
            stem = stem.removesuffix("ue") if stem.endswith("logue") else stem  # dialogue, dialog
            yield stem if len(stem) > 4 else word


def _expand_initials(letters: str, titles: Iterable[str]) -> list[str]:
    """Return the most frequent title phrase with these initials, if frequent enough."""
    counts: Counter[str] = Counter()
    for title in titles:
        counts.update(set(_initial_phrases(letters, word_texts(title))))
    best = counts.most_common(1)
    return [best[0][0]] if best and best[0][1] >= _MIN_TITLES else []


def _initial_phrases(letters: str, words: Sequence[str]) -> Iterator[str]:
    for start in range(len(words)):
        phrase = words[start : start + len(letters)]
        if "".join(word[0] for word in phrase) == letters and not SMALL_WORDS & {
            phrase[0],
            phrase[-1],
        }:
            yield " ".join(phrase)
