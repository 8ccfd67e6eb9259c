"""Files of claims read whole, outside a load: for their papers, and for tasks made of them.

A file has titles and ids of several sites but no dates. An arXiv number gives a month; an ACL id,
a DBLP key or a DOI a year. A paper without these stays undated, and is never visible in a task.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.errors import DataError
from scinet.graph.schema.identifiers import parse_arxiv_month
from scinet.graph.schema.records import BadRecordError, PathwayRecord, Reference
from scinet.graph.sources import files, input_files, scipaths
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_files

_DBLP_ARXIV: Final = re.compile(r"journals/corr/abs-(\d{4})-(\d+)")
_DBLP: Final = re.compile(r".*[A-Za-z](\d\d)[a-z]?")
_ACL: Final = re.compile(r"(\d{4})\..+|[A-Z](\d\d)-\d{4}")
_YEAR: Final = re.compile(r"(?:^|\D)((?:19|20)\d\d)(?:\D|$)")
_TURN: Final = 50  # two-digit years below it are of this century


def read_claims(paths: Sequence[Path]) -> list[tuple[PathwayRecord, dict[str, Any]]]:
    """Read the claims of files (JSON lists or lines), with ids as given, each with its row."""
    reading = files.ReadProgress()
    claims: list[tuple[PathwayRecord, dict[str, Any]]] = []
    with input_files.gather_files(paths, scipaths.KEY) as (listed, faults):
        for line in read_files(listed, reading):
            try:
                row = parse_object(line.data, is_last=line.is_last)
                claims.append((scipaths.pathway_record(row, None), row))
            except BadRecordError as error:
                raise DataError(
                    f"a claim {error} ({line.file}, record {line.number})",
                    hint="Correct the file; nothing was written.",
                ) from error
        for fault in (*faults, *reading.faults):
            raise DataError(
                f"{fault.name} {fault.message}", hint="Name files of claims, such as dev.json."
            )
    return claims


def write_papers(paths: Sequence[Path], out: Path) -> dict[str, int]:
    """Write records of all papers named by claims; return counts."""
    claims = read_claims(paths)
    counts = Counter(claims=len(claims), papers=0, citations=0, undated=0)
    rows: list[str] = []
    for record in _paper_records(claims):
        counts["papers"] += 1
        counts["citations"] += len(record["references"])
        counts["undated"] += record["date"] is None
        rows.append(orjson.dumps(record).decode() + "\n")
    atomic_files.write_file("".join(rows), out)
    return dict(counts)


def _paper_records(
    claims: Iterable[tuple[PathwayRecord, Mapping[str, Any]]],
) -> Iterator[dict[str, Any]]:
    """Yield a record per paper, in order of id; a target cites its groundings."""
    records: dict[str, dict[str, Any]] = {}
    by_title: dict[str, str] = {}
    pairs: list[tuple[str, str]] = []
    targets: list[tuple[PathwayRecord, list[str]]] = []
    for record, row in claims:
        keys = _dblp_keys(row)
        named: list[str] = []
        for step in record.enabling:
            canonical = [] if step.canonical is None else [step.canonical]
            for reference in (*canonical, *step.additional):
                identifier = _paper_id(reference)
                records.setdefault(
                    identifier, _paper_record(identifier, reference, keys.get(reference.id or ""))
                )
                if reference.title:
                    by_title.setdefault(reference.title.casefold(), identifier)
                named.append(identifier)
        targets.append((record, named))
    for record, named in targets:
        identifier = by_title.get((record.target.title or "").casefold(), _paper_id(record.target))
        if identifier not in records:
            records[identifier] = _paper_record(identifier, record.target, None)
        made = records[identifier]
        made["date"] = made["date"] or str(record.date.year)
        made["external_ids"].setdefault("acl", record.target.acl)
        pairs += [(identifier, cited) for cited in named if cited != identifier]
    for citing, cited in sorted(set(pairs)):
        records[citing]["references"].append(cited)
    for identifier in sorted(records):
        yield records[identifier]


def date_from_ids(reference: Reference, dblp: str | None) -> str | None:
    """Return ``YYYY-MM`` or ``YYYY`` as far as ids and the DBLP key show, else None."""
    for text in (reference.arxiv or "", _DBLP_ARXIV.sub(r"\1.\2", dblp or "")):
        if month := parse_arxiv_month(text):
            return month
    if (match := _ACL.fullmatch(reference.acl or "")) is not None:
        return match[1] or _century(match[2])
    if (match := _DBLP.fullmatch(dblp or "")) is not None:
        return _century(match[1])
    match = _YEAR.search(reference.doi or "")
    return None if match is None else match[1]


def _century(digits: str) -> str:
    return f"{'20' if int(digits) < _TURN else '19'}{digits}"


def _paper_record(identifier: str, reference: Reference, dblp: str | None) -> dict[str, Any]:
    ids = {
        "acl": reference.acl,
        "arxiv": reference.arxiv,
        "doi": reference.doi,
        "s2": next(iter(reference.s2), None),
    }
    return {
        "id": identifier,
        "title": reference.title,
        "date": date_from_ids(reference, dblp),
        "references": [],
        "external_ids": {name: value for name, value in ids.items() if value},
    }


def _paper_id(reference: Reference) -> str:
    """Return the id of its record: of Semantic Scholar, else of ACL, else as in the file."""
    if reference.s2:
        return f"s2:{reference.s2[0]}"
    if reference.acl:
        return f"acl:{reference.acl}"
    return f"scipaths:{reference.id or reference.title}"


def _dblp_keys(row: Mapping[str, Any]) -> dict[str, str]:
    keys: dict[str, str] = {}
    for step in row.get("enabling_contributions") or ():
        for grounding in (
            step.get("canonical_grounding"),
            *(step.get("additional_groundings") or ()),
        ):
            ids = (grounding or {}).get("external_ids")
            key = ids.get("DBLP") if isinstance(ids, Mapping) else None
            if grounding and isinstance(key, str):
                keys[str(grounding.get("paper_id") or grounding.get("ref_id"))] = key
    return keys
