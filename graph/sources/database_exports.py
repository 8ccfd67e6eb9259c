"""Rows of tables exported by Scopus, Web of Science, Dimensions and Lens, as entries.

The layout of a table is recognised by its column names. A paper with a DOI has it as id, so that
the exports of several databases give one record.
"""

import re
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Final

from scinet.graph.sources import affiliations, entry_warnings, reference_matching, values
from scinet.graph.sources.entries import ExportRow, TableFormat

_SCOPUS_PERSON: Final = re.compile(r"(.*)(?<!\s)\s*+\((\d+)\)")
_SCOPUS_LINK: Final = re.compile(r"eid=(2-s2\.0-\d+)")
_EXPORTED: Final = re.compile(r"exported on ([A-Za-z]+ \d\d?, \d{4})", re.IGNORECASE)
_REFERENCE: Final = re.compile(r";(?=\s*\[)")
_FOR: Final = re.compile(r"(\d{2,6}) (.+)")
_PLAIN: Final = ("doi", "pmid", "pmcid", "title", "year", "authors", "cites", "abstract", "venue",
                 "volume", "page")  # fmt: skip
_PRINTED: Final = re.compile(
    r"\. (\d{4}(?: [A-Z][a-z]{2}\b(?: \d\d?)?)?)[;:.]"
)  # in PubMed's citation
_INITIALS: Final = re.compile(
    r"^(\D*[^\W\d_]) ([A-Z]{1,3})((?: (?:[JS]r|2nd|3rd|4th))?)$"
)  # Bell A
_RETRACTED: Final = frozenset({"retracted", "retracted publication"})  # not the notice


def make_entry(
    ids: list[str],
    *,
    title: str,
    date: str | None,
    authors: list[dict[str, Any]],
    references: Iterable[reference_matching.CitedWork] = (),
    counts: Mapping[str, str] | None = None,
    read_on: str | None = None,
    unassigned: int = 0,
    **fields: Any,
) -> dict[str, Any]:
    """Make an entry: a record of the interchange format with its parsed references.

    Args:
        references: If an iterator, parsed only when consumed.
        unassigned: Number of affiliations that are joined to no author.
    """
    names = [author.get("name", "") for author in authors]
    plain = dict(identifier.split(":", 1) for identifier in ids)
    impact: dict[str, Any] = {name: text for name, text in (counts or {}).items() if text}
    if impact and read_on:
        impact["read_on"] = values.period_end(read_on)
    record = {
        "id": ids[0] if ids else values.make_id(names, date, title),
        "title": title,
        "date": date,
        "authors": authors,
        "external_ids": {name: plain[name] for name in ("doi", "arxiv", "pmid") if name in plain},
        "impact": impact,
        "ids": ids,
        "cited": references,
        "counts": affiliations.count_unassigned(unassigned),
        **fields,
    }
    return {**values.drop_empty(record), "ids": ids}


def _scopus_entry(row: ExportRow) -> dict[str, Any]:
    full = [
        m for m in map(_SCOPUS_PERSON.fullmatch, values.split_values(row("author full names"))) if m
    ]
    written = row("authors")
    # Formerly "Bell A., Dee C.", now "Bell A.; Dee C."
    short = values.split_values(written) if ";" in written else re.split(r"(?<=\.),\s*", written)
    if full:
        names, numbers = [m[1] for m in full], [m[2] for m in full]
    else:
        names = short
        numbers = values.split_values(row("author(s) id", "author(s) id "))
    people = values.make_authors(
        map(values.given_first, filter(None, names)), [f"scopus:{number}" for number in numbers]
    )
    return make_entry(
        values.collect_ids(
            doi=row("doi"),
            scopus=row("eid") or next(iter(_SCOPUS_LINK.findall(row("link"))), ""),
            pmid=row("pubmed id"),
        ),
        title=row("title", "titles"),
        date=values.parse_date(row("year")),
        authors=people,
        unassigned=affiliations.add_scopus(
            people,
            short,
            row("authors with affiliations"),
            row("affiliations"),
        ),
        references=map(reference_matching.parse_scopus, values.split_values(row("references"))),
        counts={"citing_papers": row("cited by")},
        abstract=row("abstract"),
        venue=row("source title"),
        type=row("document type").lower(),
        is_retracted=is_retracted([row("document type")]),
        fields=topics(values.split_values(row("author keywords"))),
        place={
            "short": row("abbreviated source title"),
            "volume": row("volume"),
            "page": row("page start", "art. no."),
        },
    )


def web_of_science_entry(row: ExportRow) -> dict[str, Any]:
    """Make an entry of Web of Science, by tags or by column names."""
    names = values.split_values(
        row("af", "author full names", "au", "authors", "ba", "book authors")
    )
    people = values.make_authors(map(values.given_first, names))
    for part in values.split_values(row("oi", "orcids")):
        name, _, number = part.rpartition("/")
        if name in names and values.ORCID.fullmatch(number):
            people[names.index(name)]["orcid"] = number
    unassigned = affiliations.add_web_of_science(
        people,
        (names, values.split_values(row("au", "authors"))),
        _split_outside_brackets(row("c1", "addresses")),
    )
    people += values.make_authors(values.split_values(row("ca", "group authors")))
    kind = row("dt", "document type")
    year, month = row("py", "publication year"), row("pd", "publication date")
    subjects = [
        {"level": level, "name": name}
        for level, columns in (
            ("field", ("sc", "research areas")), ("subfield", ("wc", "wos categories")),
        )
        for name in dict.fromkeys(values.split_values(row(*columns)))
    ]  # fmt: skip
    return make_entry(
        values.collect_ids(
            doi=row("di", "doi") or row("d2", "book doi"),
            wos=row("ut", "ut (unique wos id)", "ut (unique id)"),
            pmid=row("pm", "pubmed id"),
        ),
        title=row("ti", "article title"),
        date=values.parse_date(f"{month} {year}" if year else "", year)
        or values.parse_date(row("ea", "early access date")),
        authors=people,
        unassigned=unassigned,
        references=map(
            reference_matching.parse_web_of_science,
            _split_outside_brackets(row("cr", "cited references")),
        ),
        counts={
            "citing_papers": row("tc", "times cited, wos core", "z9", "times cited, all databases")
        },
        read_on=values.parse_date(row("da", "date of export")),
        abstract=row("ab", "abstract"),
        venue=row("so", "source title"),
        type=kind.lower(),
        is_retracted=is_retracted(values.split_values(kind)),
        fields=[*subjects, *topics(values.split_values(row("de", "author keywords")))],
        place={
            "short": row("j9", "journal abbreviation"),
            "volume": row("vl", "volume"),
            "page": row("bp", "start page", "ar", "article number"),
        },
    )


def _dimensions_entry(row: ExportRow) -> dict[str, Any]:
    stated = _EXPORTED.search(row.about)
    subjects = [
        {"id": f"anzsrc:{match[1]}", "name": match[2], "level": level}
        for part in values.split_values(
            row("fields of research (anzsrc 2020)", "fields of research")
        )
        if (match := _FOR.fullmatch(part))
        and (level := {2: "field", 4: "subfield"}.get(len(match[1])))
    ]
    people = values.make_authors(map(values.given_first, values.split_values(row("authors"))))
    return make_entry(
        values.collect_ids(
            doi=row("doi"), dimensions=row("publication id"), pmid=row("pmid"),
            arxiv=row("arxiv id"),
        ),
        title=row("title"),
        date=values.parse_date(row("publication date"), row("pubyear")),
        authors=people,
        unassigned=_add_dimensions_affiliations(people, row),
        references=map(
            reference_matching.parse_dimensions,
            filter(None, _REFERENCE.split(row("cited references"))),
        ),
        counts={"citing_papers": row("times cited")},
        read_on=values.parse_date(stated[1]) if stated else None,
        abstract=row("abstract"),
        venue=row("source title", "source title/anthology title", "anthology title"),
        type=row("publication type").lower(),
        fields=subjects,
        place={"volume": row("volume"), "page": row("pagination").partition("-")[0]},
    )  # fmt: skip


def _add_dimensions_affiliations(people: list[dict[str, Any]], row: ExportRow) -> int:
    mapped = "authors affiliations - name of research organization"
    listed = values.split_values(row("research organizations - standardized", mapped))
    countries = values.split_values(
        row(
            "country of research organization",
            "country of standardized research organization",
            "authors affiliations - country of research organization",
        )
    )
    if len(set(countries)) == 1:
        countries = countries[:1] * len(listed)
    of = dict(zip(listed, countries, strict=True)) if len(listed) == len(countries) else {}
    beside, raw = row("authors affiliations"), row("authors (raw affiliation)")
    if beside or raw:
        return affiliations.add_dimensions(people, beside, raw, of)
    named = [affiliations.join_country(name, of.get(name, "")) for name in listed]
    return affiliations.add_listed(people, named)


def _lens_entry(row: ExportRow) -> dict[str, Any]:
    return make_entry(
        values.collect_ids(doi=row("doi"), lens=row("lens id"), pmid=row("pmid")),
        title=row("title"),
        date=values.parse_date(row("date published"), row("publication year")),
        authors=values.make_authors(values.split_values(row("author/s"))),
        references=(
            reference_matching.CitedWork(tuple(values.collect_ids(lens=identifier)))
            for identifier in values.split_values(row("references"))
        ),
        counts={
            "citing_papers": row("citing works count", "cited by count"),
            "citing_patents": row("citing patents count"),
        },
        abstract=row("abstract"),
        venue=row("source title"),
        type=row("publication type").lower(),
        fields=topics(
            [
                word
                for column in ("fields of study", "keywords")
                for word in values.split_values(row(column))
            ]
        ),
        place={"volume": row("volume"), "page": row("start page")},
    )


def is_retracted(kinds: Iterable[str]) -> bool:
    """Whether one of a paper's types marks it as retracted."""
    return any(kind.lower() in _RETRACTED for kind in kinds)


def topics(words: Iterable[str]) -> list[dict[str, Any]]:
    """Return keywords as topics without repetition."""
    topics_by_id = {values.make_id((), None, word): word for word in words}
    return [{"level": "topic", "name": word} for key, word in topics_by_id.items() if key]


def _split_outside_brackets(text: str) -> list[str]:
    """Split at ``;`` outside of ``[…]``."""
    return values.split_values(text, values.SEMICOLON + r"(?![^\[\]]*\])")


def _plain_entry(row: ExportRow, between: str, **columns: str) -> dict[str, Any]:
    """Make an entry of a table without references, in which a number of citations is a count.

    Args:
        between: Text between two authors.
        columns: Column of a field, where it is not called like the field.
    """
    cells = {name: row(columns.get(name, name)) for name in _PLAIN}
    doubts: list[entry_warnings.Doubt] = []
    written, citation = cells["authors"].rstrip(" ,;"), row("citation")
    if written.endswith(("...", "…")):
        doubts.append(("authors_not_all", "its list of authors breaks off"))
    written = written.rstrip(" .…") if between == "," else written
    listed = filter(None, map(str.strip, written.split(between)))
    names = list(map(values.given_first, entry_warnings.iter_authors(listed, doubts)))
    if citation:
        names = [_INITIALS.sub(r"\2 \1\3", name) for name in names]
    printed = _PRINTED.search(citation)
    return make_entry(
        values.collect_ids(doi=cells["doi"], pmid=cells["pmid"], pmc=cells["pmcid"]),
        title=cells["title"],
        date=values.parse_date(printed[1] if printed else "", cells["year"]),
        authors=values.make_authors(names),
        counts={"citing_papers": cells["cites"]},
        read_on=values.parse_date(row("querydate")[:10]),
        abstract=cells["abstract"],
        venue=cells["venue"],
        fields=topics(values.split_values(row("author keywords"))),
        place={"volume": cells["volume"], "page": cells["page"].partition("-")[0]},
        doubts=doubts,
    )


_DATABASES: Final[Any] = {"page": "databases", "without": frozenset({"id"})}
_SCOPUS: Final = frozenset({"source title", "year", "title"})
FORMATS: Final = (
    TableFormat(
        [_SCOPUS | {"eid"}, _SCOPUS | {"cited by"}, _SCOPUS | {"author full names"}],
        _scopus_entry,
        name="Scopus",
        **_DATABASES,
    ),
    TableFormat(
        [
            frozenset({"pt", "au", "ti", "so", "py"}),
            frozenset({"article title", "source title", "author full names"}),
            frozenset({"article title", "source title", "ut (unique wos id)"}),
        ],
        web_of_science_entry,
        name="Web of Science",
        **_DATABASES,
    ),
    TableFormat(
        [frozenset({"publication id", "title", "pubyear"})],
        _dimensions_entry,
        name="Dimensions",
        **_DATABASES,
    ),
    TableFormat([frozenset({"lens id", "title"})], _lens_entry, name="Lens", **_DATABASES),
    TableFormat(
        [frozenset({"pmid", "title", "authors", "citation", "journal/book"})],
        partial(_plain_entry, between=",", venue="journal/book", year="publication year"),
        name="PubMed CSV",
        **_DATABASES,
    ),
    TableFormat(
        [frozenset({"cites", "title", "gsrank"}), frozenset({"cites", "title", "citesurl"})],
        partial(_plain_entry, between=",", venue="source", page="startpage"),
        name="Publish or Perish",
        **_DATABASES,
    ),
    TableFormat(
        [frozenset({"authors", "title", "publication", "volume", "number", "pages", "year"})],
        partial(_plain_entry, between=";", venue="publication", page="pages"),
        name="Google Scholar",
        **_DATABASES,
    ),
    TableFormat(
        [frozenset({"document title", "publication title", "article citation count"})],
        partial(
            _plain_entry,
            between=";",
            title="document title",
            venue="publication title",
            year="publication year",
            cites="article citation count",
            page="start page",
        ),
        name="IEEE Xplore",
        **_DATABASES,
    ),
)
