"""What a file calls a paper, as properties under which the graph may hold it.

A paper that any of them fits is meant; so it does not matter which records of a work are loaded.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from scinet.graph import identifiers
from scinet.graph.identifiers import bare, with_source
from scinet.graph.records import Notes
from scinet.graph.sources import fields, values

Names: TypeAlias = tuple[tuple[str, str], ...]
"""Properties of papers with their values, sorted."""
_WORK: Final = re.compile(r"(?:openalex:)?(W\d+)", re.IGNORECASE)
_NO_ID: Final = "external_id_malformed"
_NUMBER: Final = re.compile(r"(?:s2|corpusid)\s*:\s*(\d+)", re.IGNORECASE)
_PLAIN: Final = {"arxiv": "arxiv_id", "acl": "acl_id", "pmid": "pmid", "doi": "doi"}


def named(said: Mapping[str, Any], source: str | None, notes: Notes) -> Names:
    """The names of a paper: ``paper``, ``doi``, ``pmid``, ``arxiv``, ``openalex`` and ``mag``.

    ``paper_ids`` has DOIs and PubMed ids with semicolons between, ``lens_ids`` ids of Lens.
    """
    found: set[tuple[str, str]] = set()
    if text := (fields.text(dict(said), "paper") or "").strip():
        own = fields.one_id(text, "paper", notes)
        found |= {("id", own), ("id", with_source(own, source)), *_external(text)}
    if text := _said(said, "doi"):
        found.update(_noted(_doi(text), "doi_malformed", notes))
    if text := _said(said, "pmid"):
        found.update(_noted(_pmid(text.removesuffix(".0")), "pmid_malformed", notes))
    if text := _said(said, "arxiv"):
        found.update(_both("arxiv", identifiers.arxiv_id(text)[0]))
    for key in ("openalex", "mag"):  # OpenAlex kept the numbers of the latter
        if text := _said(said, key):
            found.update(_noted(_work(text), _NO_ID, notes))
    for text in values.listed(_said(said, "paper_ids")):
        found.update(_noted(_doi(text) or _pmid(text), _NO_ID, notes))
    found.update(("id", f"lens:{text}") for text in values.listed(_said(said, "lens_ids")))
    short = sorted(one for one in found if len(one[1]) <= identifiers.MAX_ID)
    if len(short) < len(found):
        notes.accept("external_id_over_256")
    return tuple(short)


def _external(text: str) -> Iterable[tuple[str, str]]:
    """The names in a text that says of which site it is."""
    if found := _doi(text):
        return found
    own = bare(text)
    if match := _WORK.fullmatch(own):
        return _both("openalex", match[1].upper())
    if match := _NUMBER.fullmatch(own):
        return _both("s2", match[1])
    site, colon, rest = own.partition(":")
    if "arxiv.org/" in text or (colon and site.lower() == "arxiv"):
        return _both("arxiv", identifiers.arxiv_id(text)[0])
    if colon and site.lower() in {"pmid", "pubmed"}:
        return _pmid(rest)
    return _both("acl", rest.strip()) if colon and site.lower() == "acl" else ()


def _noted(found: list[tuple[str, str]], reason: str, notes: Notes) -> list[tuple[str, str]]:
    """What an id was understood as; where it was not, that is counted."""
    if not found:
        notes.accept(reason)
    return found


def _work(text: str) -> list[tuple[str, str]]:
    match = _WORK.fullmatch(bare(text))
    number = f"W{text.removesuffix('.0')}" if match is None else match[1].upper()
    return _both("openalex", number if number[1:].isdecimal() else "")


def _both(site: str, text: str) -> list[tuple[str, str]]:
    """What a paper is called by, and what it may state."""
    return [("id", f"{site}:{text}"), (_PLAIN.get(site, f"{site}_id"), text)] if text else []


def _doi(text: str) -> list[tuple[str, str]]:
    return _both("doi", identifiers.doi(text)[0] or "")


def _pmid(text: str) -> list[tuple[str, str]]:
    return _both("pmid", identifiers.pmid(text) or "")


def _said(said: Mapping[str, Any], key: str) -> str:
    return values.said(fields.own_id(dict(said), key))
