"""The answer to a question in plain words: a statement with its parameters, and its rows."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from scinet.graph import grouping
from scinet.graph import snapshot as arrays
from scinet.graph.indicators import novelty
from scinet.graph.paper_names import named
from scinet.graph.snapshot import Snapshot
from scinet.graph.tools import leading
from scinet.models.questions.abbreviations import searched
from scinet.models.questions.fields import FIELD_KINDS
from scinet.models.questions.lexicons import GraphLexicon
from scinet.models.questions.readings import Kind, Reading, read

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Row

COUNT: Final = 10  # papers of an answer, unless the question says how many
_STATEMENTS: Final[dict[Kind, str]] = {
    "disruptive": "field/most_disruptive",
    "novel": "field/papers",
    "most-cited": "field/most_cited",
    "citing": "pair/citing",
    "references": "ego/references",
    "co-mentioned": "pair/mentioned_with",
    "similar": "ranking/similar",
    "papers-of": "lookup/author_papers",
    "coauthors": "ego/co_authors",
    "path": "path/shortest",
    "other": "lookup/text",
}
_SAID: Final[dict[Kind, str]] = {
    "disruptive": "the most disruptive papers in {}",
    "novel": "the most novel papers in {}",
    "most-cited": "the most cited papers in {}",
    "citing": "papers that cite {}",
    "references": "papers that {} cites",
    "co-mentioned": "papers mentioned in one paragraph with {}",
    "similar": "papers similar to {}",
    "papers-of": "papers of {}",
    "coauthors": "co-authors of {}",
    "path": "how {} led to {}",
}


@dataclass(frozen=True)
class Answer:
    """What one reading of a question gives.

    Attributes:
        reading: The question as it was read, in one line.
        statement: Name of the statement that answers it.
        rows: What it gives; papers with title, year and authors.
        before: Cut-off day, exclusive; None for everything.
        then: What is done with the rows of the statement, where they are not the answer.
    """

    reading: str
    statement: str
    params: dict[str, Any]
    rows: "list[Row]" = field(repr=False)
    before: date | None = None
    then: str = ""


def ask(
    database: "Database", text: str, before: date | None = None, *, cache: Path | None = None
) -> list[Answer]:
    """Answer a question in plain words.

    Args:
        before: Cut-off day, exclusive.

    Returns:
        One answer; one for each reading where the question can be read in two ways.
    """
    lexicon = GraphLexicon(database, before)
    return [_answer(database, reading, text, before, cache) for reading in read(text, lexicon)]


def _answer(
    database: "Database", reading: Reading, text: str, before: date | None, cache: Path | None
) -> Answer:
    then = ""
    if all(reading.ids) or reading.kind in FIELD_KINDS:
        statement, params = _asked(database, reading, text, before)
    else:
        statement, params = "lookup/title", {"text": " ".join(reading.names), "limit": COUNT}
        then = "the graph knows no paper of that name: these have its words"
    if reading.kind == "novel":
        limit = params.pop("limit")
    rows = list(database.rows(statement, **params, before=before))
    if reading.kind == "novel":
        rows = _most_novel(arrays.read(database, before, cache=cache), rows, limit)
        then = "by the order of `scinet indicators novelty --item venue`, from five references on"
    if reading.kind == "path" and not then:
        rows = [{"paper_id": paper} for row in rows for paper in row["papers"]]
    if rows and "paper_id" in rows[0]:
        rows = named(database, rows)
    return Answer(described(reading), statement, params, rows, before, then)


def _most_novel(past: Snapshot, rows: "list[Row]", limit: int) -> "list[Row]":
    """The papers of some rows whose pairs of cited venues are least usual."""
    value = novelty.on_arrays(past, grouping.of(past, "venue").code).p10
    by_place = {past.index(row["paper_id"]): row for row in rows if row["date"] is not None}
    order = leading.most_novel(
        past, np.array(sorted(by_place), dtype=np.int64), value, min_references=5
    )
    return [by_place[int(place)] | {"p10": float(value[place])} for place in order[:limit]]


def _asked(
    database: "Database", reading: Reading, text: str, before: date | None
) -> tuple[str, dict[str, Any]]:
    limits, statement = reading.limits, _STATEMENTS[reading.kind]
    narrowed = {"since": limits.since, "until": limits.until}
    params: dict[str, Any] = {"limit": limits.count or COUNT}
    params |= {name: year for name, year in narrowed.items() if year is not None}
    if reading.kind == "other":
        return statement, {"text": text, "limit": COUNT}
    if reading.kind == "path":
        return statement, {"source_id": reading.ids[0][0], "target_id": reading.ids[1][0]}
    if not reading.ids[0]:
        found = searched(reading.names[0], lambda initials: _titles(database, initials, before))
        return statement, {"name": reading.names[0], "texts": found, **params}
    if reading.polarity is not None:
        params |= {"sentiment": reading.polarity, "rule": "any"}
        statement = "pair/citing_with"
    key = "author_id" if reading.kind in {"papers-of", "coauthors"} else "paper_id"
    return statement, {key: reading.ids[0][0], **params}


def _titles(database: "Database", initials: str, before: date | None) -> Iterator[str]:
    for row in database.rows("lookup/title_initials", initials=initials, before=before):
        yield row["title"]


def described(reading: Reading) -> str:
    """A reading in one line."""
    if reading.kind == "other":
        return "no kind of question that is known: searched by its words"
    said = _SAID[reading.kind].format(*(f"“{name}”" for name in reading.names))
    if reading.polarity is not None:
        said += {"neutral": " without an opinion"}.get(
            reading.polarity,
            f" with {'approval' if reading.polarity == 'positive' else 'criticism'}",
        )
    limits = reading.limits
    if limits.since is not None and limits.since == limits.until:
        said += f", of {limits.since}"
    else:
        said += f", since {limits.since}" if limits.since is not None else ""
        said += f", until {limits.until}" if limits.until is not None else ""
    return said + (f", {limits.count} at most" if limits.count else "")
