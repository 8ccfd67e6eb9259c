"""Tables that Scopus, Web of Science, Dimensions and Lens export: each row as a paper.

A table is known by the names of its columns. A paper is called by its DOI where it has one, so that
one paper is one record whichever of them it is from.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from scinet.graph.sources import cited, values

_SCOPUS_PERSON: Final = re.compile(r"(.*)(?<!\s)\s*+\((\d+)\)")
_SCOPUS_LINK: Final = re.compile(r"eid=(2-s2\.0-\d+)")
_EXPORTED: Final = re.compile(r"exported on ([A-Za-z]+ \d\d?, \d{4})", re.IGNORECASE)
_REFERENCE: Final = re.compile(r";(?=\s*\[)")
_FOR: Final = re.compile(r"(\d{2,6}) (.+)")
_RETRACTED: Final = frozenset({"retracted", "retracted publication"})  # and not what retracts it


class Row:
    """A row by the names of its columns."""

    def __init__(self, cells: Mapping[str, str], about: str = "") -> None:
        self._cells = cells
        self.about = about

    def __call__(self, *names: str) -> str:
        """The first filled cell of these columns, empty where there is none."""
        return next(filter(None, (values.said(self._cells.get(name)) for name in names)), "")


class Layout(NamedTuple):
    """What a database calls its columns.

    Attributes:
        marks: Columns, in lower case, that all its tables have and no others.
        entry: Makes an entry of a row.
    """

    name: str
    marks: frozenset[str]
    entry: Callable[[Row], dict[str, Any]]


def entry(
    ids: list[str],
    *,
    title: str,
    date: str | None,
    authors: list[dict[str, Any]],
    references: Iterable[cited.Cited] = (),
    counts: Mapping[str, str] | None = None,
    read_on: str | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """An entry: a record of the interchange format, and what its references say of their works.

    Args:
        references: Parsed only where they are looked at, if they are an iterator.
    """
    names = [author.get("name", "") for author in authors]
    plain = dict(one.split(":", 1) for one in ids)
    numbers = {name: values.whole(text) for name, text in (counts or {}).items()}
    impact: dict[str, Any] = {name: n for name, n in numbers.items() if n is not None}
    if impact and read_on:
        impact["read_on"] = values.end(read_on)
    record = {
        "id": ids[0] if ids else values.made_id(names, date, title),
        "title": title,
        "date": date,
        "authors": authors,
        "external_ids": {name: plain[name] for name in ("doi", "arxiv", "pmid") if name in plain},
        "impact": impact,
        "ids": ids,
        "cited": references,
        **fields,
    }
    return {**values.filled(record), "ids": ids}


def _scopus(row: Row) -> dict[str, Any]:
    full = [m for m in map(_SCOPUS_PERSON.fullmatch, values.listed(row("author full names"))) if m]
    if full:
        names, numbers = [m[1] for m in full], [m[2] for m in full]
    else:
        written = row("authors")
        # Formerly "Bell A., Dee C.", now "Bell A.; Dee C."
        names = values.listed(written) if ";" in written else re.split(r"(?<=\.),\s*", written)
        numbers = values.listed(row("author(s) id", "author(s) id "))
    return entry(
        values.ids(
            doi=row("doi"),
            scopus=row("eid") or next(iter(_SCOPUS_LINK.findall(row("link"))), ""),
            pmid=row("pubmed id"),
        ),
        title=row("title", "titles"),
        date=values.date(row("year")),
        authors=values.people(
            map(values.printed, filter(None, names)), [f"scopus:{number}" for number in numbers]
        ),
        references=map(cited.of_scopus, values.listed(row("references"))),
        counts={"citing_papers": row("cited by")},
        abstract=row("abstract"),
        venue=row("source title"),
        type=row("document type").lower(),
        is_retracted=retracted([row("document type")]),
        fields=topics(values.listed(row("author keywords"))),
        place={
            "short": row("abbreviated source title"),
            "volume": row("volume"),
            "page": row("page start", "art. no."),
        },
    )


def web_of_science(row: Row) -> dict[str, Any]:
    """An entry of Web of Science, by the tags of its text or by the names of its columns."""
    names = values.listed(row("af", "author full names", "au", "authors", "ba", "book authors"))
    people = values.people(map(values.printed, names))
    for part in values.listed(row("oi", "orcids")):
        name, _, number = part.rpartition("/")
        if name in names and values.ORCID.fullmatch(number):
            people[names.index(name)]["orcid"] = number
    people += values.people(values.listed(row("ca", "group authors")))
    kind = row("dt", "document type")
    year, month = row("py", "publication year"), row("pd", "publication date")
    subjects = [
        {"level": level, "name": name}
        for level, columns in (
            ("field", ("sc", "research areas")), ("subfield", ("wc", "wos categories")),
        )
        for name in dict.fromkeys(values.listed(row(*columns)))
    ]  # fmt: skip
    return entry(
        values.ids(
            doi=row("di", "doi") or row("d2", "book doi"),
            wos=row("ut", "ut (unique wos id)", "ut (unique id)"),
            pmid=row("pm", "pubmed id"),
        ),
        title=row("ti", "article title"),
        date=values.date(f"{month} {year}" if year else "", year)
        or values.date(row("ea", "early access date")),
        authors=people,
        references=map(cited.of_web_of_science, _outside_brackets(row("cr", "cited references"))),
        counts={
            "citing_papers": row("tc", "times cited, wos core", "z9", "times cited, all databases")
        },
        read_on=values.date(row("da", "date of export")),
        abstract=row("ab", "abstract"),
        venue=row("so", "source title"),
        type=kind.lower(),
        is_retracted=retracted(values.listed(kind)),
        fields=[*subjects, *topics(values.listed(row("de", "author keywords")))],
        place={
            "short": row("j9", "journal abbreviation"),
            "volume": row("vl", "volume"),
            "page": row("bp", "start page", "ar", "article number"),
        },
    )


def _dimensions(row: Row) -> dict[str, Any]:
    stated = _EXPORTED.search(row.about)
    subjects = [
        {"id": f"anzsrc:{match[1]}", "name": match[2], "level": level}
        for part in values.listed(row("fields of research (anzsrc 2020)", "fields of research"))
        if (match := _FOR.fullmatch(part))
        and (level := {2: "field", 4: "subfield"}.get(len(match[1])))
    ]
    return entry(
        values.ids(
            doi=row("doi"), dimensions=row("publication id"), pmid=row("pmid"),
            arxiv=row("arxiv id"),
        ),
        title=row("title"),
        date=values.date(row("publication date"), row("pubyear")),
        authors=values.people(map(values.printed, values.listed(row("authors")))),
        references=map(
            cited.of_dimensions, filter(None, _REFERENCE.split(row("cited references")))
        ),
        counts={"citing_papers": row("times cited")},
        read_on=values.date(stated[1]) if stated else None,
        abstract=row("abstract"),
        venue=row("source title", "source title/anthology title", "anthology title"),
        type=row("publication type").lower(),
        fields=subjects,
        place={"volume": row("volume"), "page": row("pagination").partition("-")[0]},
    )  # fmt: skip


def _lens(row: Row) -> dict[str, Any]:
    return entry(
        values.ids(doi=row("doi"), lens=row("lens id"), pmid=row("pmid")),
        title=row("title"),
        date=values.date(row("date published"), row("publication year")),
        authors=values.people(values.listed(row("author/s"))),
        references=(
            cited.Cited(tuple(values.ids(lens=one))) for one in values.listed(row("references"))
        ),
        counts={
            "citing_papers": row("citing works count", "cited by count"),
            "citing_patents": row("citing patents count"),
        },
        abstract=row("abstract"),
        venue=row("source title"),
        type=row("publication type").lower(),
        fields=topics(values.listed(row("fields of study"))),
        place={"volume": row("volume"), "page": row("start page")},
    )


LAYOUTS: Final = (
    Layout("Scopus", frozenset({"source title", "year", "title", "eid"}), _scopus),
    Layout("Scopus", frozenset({"source title", "year", "title", "cited by", "link"}), _scopus),
    Layout("Web of Science", frozenset({"pt", "au", "ti", "so", "py"}), web_of_science),
    Layout(
        "Web of Science", frozenset({"article title", "source title", "author full names"}),
        web_of_science,
    ),
    Layout("Dimensions", frozenset({"publication id", "title", "pubyear"}), _dimensions),
    Layout("Lens", frozenset({"lens id", "title"}), _lens),
)  # fmt: skip


def layout_of(names: Collection[str]) -> Layout | None:
    """The database whose columns these are."""
    lowered = {name.strip().lower() for name in names}
    return next((layout for layout in LAYOUTS if layout.marks <= lowered), None)


def retracted(kinds: Iterable[str]) -> bool:
    """Whether one of the types that a database gives a paper says that it is retracted."""
    return any(kind.lower() in _RETRACTED for kind in kinds)


def topics(words: Iterable[str]) -> list[dict[str, Any]]:
    """Keywords as topics, each once."""
    kept = {values.made_id((), None, word): word for word in words}
    return [{"level": "topic", "name": word} for key, word in kept.items() if key]


def _outside_brackets(text: str) -> list[str]:
    """The parts between ``;``, which may also stand inside ``[…]``."""
    return values.listed(text, values.SEMICOLON + r"(?![^\[\]]*\])")
