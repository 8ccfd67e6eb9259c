"""The answer to a question in plain words: a statement with its parameters, and its rows."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from scinet.graph import grouping
from scinet.graph import snapshot as arrays
from scinet.graph.indicators import novelty
from scinet.graph.paper_names import named
from scinet.graph.snapshot import Snapshot
from scinet.graph.tools import leading
from scinet.models.questions.fields import FIELD_KINDS
from scinet.models.questions.intents import trained
from scinet.models.questions.lexicons import GraphLexicon
from scinet.models.questions.limits import take_limits
from scinet.models.questions.names import SMALL
from scinet.models.questions.readings import Kind, Reading, read
from scinet.models.questions.words import texts

if TYPE_CHECKING:
    from scinet.graph.connection import Database, Row


COUNT: Final = 10  # papers of an answer, unless the question says how many
STATEMENTS: Final[dict[Kind, str]] = {
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
_SURE: Final = 0.8  # how likely a kind must be for what is missing to be said
_SHORT: Final = re.compile(r"\b[A-Z]{2,5}s?\b")
_LEAST: Final = 3  # titles that must spell an abbreviation out
# Endings by which words of one field differ; what is left is completed by the search.
_ENDINGS: Final = re.compile(r"(?:is|iz)(?:ations?|ing|e|er|ers)$|(?:ing|ers?|s)$")


@dataclass(frozen=True)
class Answer:
    """What one reading of a question gives.

    Attributes:
        reading: The question as it was read, in one line.
        rows: What it gives; papers with title, year and authors.
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
    """Answer a question in plain words, once for each of its readings where it has two."""
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
    said = _searched(text) if reading.kind == "other" else described(reading)
    return Answer(said, statement, params, rows, before, then)


def _searched(text: str) -> str:
    """Why a question is searched by its words, in one line."""
    likely = trained().probabilities(take_limits(text)[0])
    kind = max(likely, key=lambda kind: likely[kind])
    base = cast(Kind, "citing" if kind.startswith("citing") else kind)
    if base == "other" or likely[kind] < _SURE:
        return described(Reading("other"))
    of_author = base in {"papers-of", "coauthors"}
    missing = "field" if base in FIELD_KINDS else "author" if of_author else "paper"
    said = _SAID[base].format("…", "…")
    return f"{said}, with no {missing} that is recognised: searched by its words"


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
    limits, statement = reading.limits, STATEMENTS[reading.kind]
    narrowed = {"since": limits.since, "until": limits.until}
    params: dict[str, Any] = {"limit": limits.count or COUNT}
    params |= {name: year for name, year in narrowed.items() if year is not None}
    if reading.kind == "other":
        return statement, {"text": text, "limit": COUNT}
    if reading.kind == "path":
        return statement, {"source_id": reading.ids[0][0], "target_id": reading.ids[1][0]}
    if not reading.ids[0]:

        def titles(initials: str) -> Iterator[str]:
            rows = database.rows("lookup/title_initials", initials=initials, before=before)
            return (row["title"] for row in rows)

        found = searched(reading.names[0], titles)
        return statement, {"name": reading.names[0], "texts": found, **params}
    if reading.polarity is not None:
        params |= {"sentiment": reading.polarity, "rule": "any"}
        statement = "pair/citing_with"
    key = "author_id" if reading.kind in {"papers-of", "coauthors"} else "paper_id"
    return statement, {key: reading.ids[0][0], **params}


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


def searched(name: str, titles_like: Callable[[str], Iterable[str]]) -> list[str]:
    """Texts of which a paper of the field has all words of one.

    Args:
        titles_like: Titles with words that fit a pattern, one per initial.
    """
    meant = [name]
    for short in _SHORT.findall(name):
        letters = short.rstrip("s").lower()
        meant += [name.replace(short, long) for long in _spelt_out(letters, titles_like(letters))]
    return list(dict.fromkeys(" ".join(_stems(text)) for text in meant))


def _stems(name: str) -> Iterator[str]:
    for word in texts(name):
        if word not in SMALL | {"and", "with"}:
            stem = _ENDINGS.sub("", word) if len(word) > 6 else word
            if stem.endswith("ll") and stem != word:  # labelling, as labeling
                stem = stem[:-1]
            yield stem if len(stem) > 4 else word


def _spelt_out(letters: str, titles: Iterable[str]) -> list[str]:
    """The phrase with these initials that most titles have, if many do."""
    found: Counter[str] = Counter()
    for title in titles:
        found.update(set(_phrases(letters, texts(title))))
    best = found.most_common(1)
    return [best[0][0]] if best and best[0][1] >= _LEAST else []


def _phrases(letters: str, words: Sequence[str]) -> Iterator[str]:
    for start in range(len(words)):
        phrase = words[start : start + len(letters)]
        if "".join(word[0] for word in phrase) == letters and not SMALL & {phrase[0], phrase[-1]}:
            yield " ".join(phrase)
