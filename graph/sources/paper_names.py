"""Names of a paper in a file, as properties by which the graph may hold it.

A paper that matches any of them is meant, so the match does not depend on which records of a work
are loaded.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from scinet.graph.schema import identifiers
from scinet.graph.schema.identifiers import add_source, strip_site
from scinet.graph.schema.records import Notes
from scinet.graph.sources import fields, values

Names: TypeAlias = tuple[tuple[str, str], ...]
"""Properties of papers with their values, sorted."""
_WORK: Final = re.compile(r"(?:openalex:)?(W\d+)", re.IGNORECASE)
_NO_ID: Final = "external_id_malformed"
_NUMBER: Final = re.compile(r"(?:s2|corpusid)\s*:\s*(\d+)", re.IGNORECASE)
_PLAIN: Final = {"arxiv": "arxiv_id", "acl": "acl_id", "pmid": "pmid", "doi": "doi"}


def parse_names(content: Mapping[str, Any], source: str | None, notes: Notes) -> Names:
    """Parse the fields ``paper``, ``doi``, ``pmid``, ``arxiv``, ``openalex`` and ``mag``.

    ``paper_ids`` has DOIs and PubMed ids separated by semicolons, ``lens_ids`` ids of Lens.
    """
    names: set[tuple[str, str]] = set()
    if text := (fields.read_text(dict(content), "paper") or "").strip():
        own = fields.read_id(text, "paper", notes)
        names |= {("id", own), ("id", add_source(own, source)), *_external_names(text)}
    if text := _read_value(content, "doi"):
        names.update(_note_malformed(_doi_names(text), "doi_malformed", notes))
    if text := _read_value(content, "pmid"):
        names.update(_note_malformed(_pmid_names(text.removesuffix(".0")), "pmid_malformed", notes))
    if text := _read_value(content, "arxiv"):
        names.update(_id_and_name("arxiv", identifiers.parse_arxiv_id(text)[0]))
    for key in ("openalex", "mag"):  # OpenAlex kept the numbers of the latter
        if text := _read_value(content, key):
            names.update(_note_malformed(_openalex_names(text), _NO_ID, notes))
    for text in values.split_values(_read_value(content, "paper_ids")):
        names.update(_note_malformed(_doi_names(text) or _pmid_names(text), _NO_ID, notes))
    names.update(
        ("id", f"lens:{text}") for text in values.split_values(_read_value(content, "lens_ids"))
    )
    short = sorted(name for name in names if len(name[1]) <= identifiers.MAX_ID)
    if len(short) < len(names):
        notes.accept("external_id_over_256")
    return tuple(short)


def _external_names(text: str) -> Iterable[tuple[str, str]]:
    if doi_names := _doi_names(text):
        return doi_names
    own = strip_site(text)
    if match := _WORK.fullmatch(own):
        return _id_and_name("openalex", match[1].upper())
    if match := _NUMBER.fullmatch(own):
        return _id_and_name("s2", match[1])
    site, colon, rest = own.partition(":")
    if "arxiv.org/" in text or (colon and site.lower() == "arxiv"):
        return _id_and_name("arxiv", identifiers.parse_arxiv_id(text)[0])
    if colon and site.lower() in {"pmid", "pubmed"}:
        return _pmid_names(rest)
    return _id_and_name("acl", rest.strip()) if colon and site.lower() == "acl" else ()


def _note_malformed(
    names: list[tuple[str, str]], reason: str, notes: Notes
) -> list[tuple[str, str]]:
    """Return the names, and count an id that gave none."""
    if not names:
        notes.accept(reason)
    return names


def _openalex_names(text: str) -> list[tuple[str, str]]:
    match = _WORK.fullmatch(strip_site(text))
    number = f"W{text.removesuffix('.0')}" if match is None else match[1].upper()
    return _id_and_name("openalex", number if number[1:].isdecimal() else "")


def _id_and_name(site: str, text: str) -> list[tuple[str, str]]:
    return [("id", f"{site}:{text}"), (_PLAIN.get(site, f"{site}_id"), text)] if text else []


def _doi_names(text: str) -> list[tuple[str, str]]:
    return _id_and_name("doi", identifiers.parse_doi(text)[0] or "")


def _pmid_names(text: str) -> list[tuple[str, str]]:
    return _id_and_name("pmid", identifiers.parse_pmid(text) or "")


def _read_value(content: Mapping[str, Any], key: str) -> str:
    return values.clean_text(fields.read_own_id(dict(content), key))
