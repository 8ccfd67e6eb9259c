"""The papers that a file of pathways names, as records: enough of a network to ground claims in.

A file has titles and ids of several sites but no dates. An arXiv number gives a month, an ACL id,
a key of DBLP or a DOI a year; a paper without these stays undated, and is
never visible in a task.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from scinet.graph.identifiers import arxiv_month
from scinet.graph.records import PathwayRecord, Reference

_DBLP_ARXIV: Final = re.compile(r"journals/corr/abs-(\d{4})-(\d+)")
_DBLP: Final = re.compile(r".*[A-Za-z](\d\d)[a-z]?")
_ACL: Final = re.compile(r"(\d{4})\..+|[A-Z](\d\d)-\d{4}")
_YEAR: Final = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")
_TURN: Final = 50  # two digits below it are of this century


def papers(claims: Iterable[tuple[PathwayRecord, Mapping[str, Any]]]) -> Iterator[dict[str, Any]]:
    """One record per paper, in order of id; a target cites what its contributions rest on."""
    found: dict[str, dict[str, Any]] = {}
    by_title: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    targets: list[tuple[PathwayRecord, list[str]]] = []
    for record, row in claims:
        keys = _dblp_keys(row)
        named: list[str] = []
        for step in record.enabling:
            canonical = [] if step.canonical is None else [step.canonical]
            for one in (*canonical, *step.additional):
                identifier = _id(one)
                found.setdefault(identifier, _record(identifier, one, keys.get(one.id or "")))
                if one.title:
                    by_title.setdefault(one.title.casefold(), identifier)
                named.append(identifier)
        targets.append((record, named))
    for record, named in targets:
        identifier = by_title.get((record.target.title or "").casefold(), _id(record.target))
        if identifier not in found:
            found[identifier] = _record(identifier, record.target, None)
        made = found[identifier]
        made["date"] = made["date"] or str(record.date.year)
        made["external_ids"].setdefault("acl", record.target.acl)
        pairs += [(identifier, cited) for cited in named if cited != identifier]
    for citing, cited in sorted(set(pairs)):
        found[citing]["references"].append(cited)
    for identifier in sorted(found):
        yield found[identifier]


def stated_date(one: Reference, dblp: str | None) -> str | None:
    """``YYYY-MM`` or ``YYYY`` of a paper, as far as its ids and key of DBLP show; else None."""
    for text in (one.arxiv or "", _DBLP_ARXIV.sub(r"\1.\2", dblp or "")):
        if month := arxiv_month(text):
            return month
    if (match := _ACL.fullmatch(one.acl or "")) is not None:
        return match[1] or _century(match[2])
    if (match := _DBLP.fullmatch(dblp or "")) is not None:
        return _century(match[1])
    match = _YEAR.search(one.doi or "")
    return None if match is None else match[1]


def _century(digits: str) -> str:
    return f"{'20' if int(digits) < _TURN else '19'}{digits}"


def _record(identifier: str, one: Reference, dblp: str | None) -> dict[str, Any]:
    ids = {"acl": one.acl, "arxiv": one.arxiv, "doi": one.doi, "s2": next(iter(one.s2), None)}
    return {
        "id": identifier,
        "title": one.title,
        "date": stated_date(one, dblp),
        "references": [],
        "external_ids": {name: value for name, value in ids.items() if value},
    }


def _id(one: Reference) -> str:
    """The id of its record: that of Semantic Scholar, else of ACL, else as the file has it."""
    if one.s2:
        return f"s2:{one.s2[0]}"
    if one.acl:
        return f"acl:{one.acl}"
    return f"scipaths:{one.id or one.title}"


def _dblp_keys(row: Mapping[str, Any]) -> dict[str, str]:
    """Keys of DBLP of all groundings of a claim that state one, by the id of the file."""
    found: dict[str, str] = {}
    for step in row.get("enabling_contributions") or ():
        for one in (step.get("canonical_grounding"), *(step.get("additional_groundings") or ())):
            ids = (one or {}).get("external_ids")
            key = ids.get("DBLP") if isinstance(ids, Mapping) else None
            if one and isinstance(key, str):
                found[str(one.get("paper_id") or one.get("ref_id"))] = key
    return found
