"""ScienceMeter's files of triplets: their papers and their claims, as lines of the other formats.

A triplet holds an earlier paper, one that cited it after a model's cut-off day, and one that cited
it later still. Papers recur: the triplets of one paper are put together first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from scinet.graph.records import BadRecordError
from scinet.graph.sources import claims as one_claim
from scinet.graph.sources import fields
from scinet.graph.sources.files import Line, Reading, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import row_lines

KEY: Final = "prior_paper"
SOURCE: Final = "s2"
SETS: Final = ("prior", "new", "future")
_REVIEW: Final = "Review"


def papers(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """The papers of all files, a line of the interchange format for each version of one.

    The new and the future paper of a triplet cite the prior one; what else they cite is unknown.

    Source:
        The files released with ScienceMeter, for the form of triplets.
    """
    versions: dict[bytes, tuple[Line, set[str]]] = {}
    for line, triplet in _triplets(found, reading):
        if triplet is None:
            yield line
            continue
        prior = triplet["prior"]["paperId"]
        for name in SETS:
            record = orjson.dumps(_record(triplet[name]), option=orjson.OPT_SORT_KEYS)
            first, cited = versions.setdefault(record, (line._replace(rows=0), set()))
            versions[record] = (first._replace(rows=first.rows + 1), cited)
            if name != "prior":
                cited.add(prior)
    for record, (line, cited) in versions.items():
        row = {**orjson.loads(record), "references": sorted(cited)}
        yield line._replace(data=orjson.dumps(row), is_last=False)


def claims(found: Sequence[SourceFile], reading: Reading) -> Iterator[Line]:
    """Claims of all files, a line for each; files of claims are read as they are."""
    for file in found:
        for line in row_lines(file, reading):
            row = _parsed(line)
            if row is None or KEY not in row:
                yield line
                continue
            triplet = _checked(row)
            if triplet is None:
                yield line
                continue
            for name in SETS:
                for stance in one_claim.STANCES:
                    claim = {
                        "paper_id": triplet[name]["paperId"],
                        "stance": stance,
                        "text": triplet[name][f"synthetic_{stance}_claim"],
                        "origin": "sciencemeter",
                    }
                    yield line._replace(data=orjson.dumps(claim), is_last=False)


def type_of(listed: Sequence[str] | None) -> str | None:
    """One type of what is stated: a review is one whatever else it is."""
    if not listed:
        return None
    return _REVIEW.lower() if _REVIEW in listed else listed[0].lower()


def _triplets(
    found: Sequence[SourceFile], reading: Reading
) -> Iterator[tuple[Line, Mapping[str, dict[str, Any]] | None]]:
    """Each line with its triplet by set, None where it holds none."""
    for file in found:
        for line in row_lines(file, reading):
            row = _parsed(line)
            yield line, None if row is None else _checked(row)


def _parsed(line: Line) -> dict[str, Any] | None:
    try:
        return None if line.reason else parse_object(line.data, is_last=line.is_last)
    except BadRecordError:
        return None


def _checked(row: dict[str, Any]) -> Mapping[str, dict[str, Any]] | None:
    """The papers by set, if all three have what a paper must have."""
    triplet = {name: row.get(f"{name}_paper") for name in SETS}
    for paper in triplet.values():
        if not isinstance(paper, dict) or not isinstance(paper.get("paperId"), str):
            return None
        try:
            if any(type(one) is not str for one in fields.items(paper, "publicationTypes")):
                return None
        except BadRecordError:
            return None
        texts = [paper.get(f"synthetic_{stance}_claim") for stance in one_claim.STANCES]
        if not all(isinstance(text, str) for text in texts):
            return None
    return {name: paper for name, paper in triplet.items() if paper is not None}


def _record(paper: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": paper["paperId"],
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),
        "date": paper.get("publicationDate"),
        "type": type_of(paper.get("publicationTypes")),
        "external_ids": {"s2": paper["paperId"]},
    }
