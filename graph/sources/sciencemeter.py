"""ScienceMeter's files of triplets: their papers and claims, as lines of the other formats.

A triplet holds an earlier paper, one that cited it after a model's cutoff, and one that cited it
later still. Papers recur, so the triplets of one paper are merged first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import orjson

from scinet.graph.schema.records import BadRecordError
from scinet.graph.sources import claims as one_claim
from scinet.graph.sources.entries import ObjectFormat
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.json_lines import parse_object
from scinet.graph.sources.rows import read_file

KEY: Final = "prior_paper"
SOURCE: Final = "s2"
SETS: Final = ("prior", "new", "future")
_REVIEW: Final = "Review"


def papers(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the papers of all files, one line of the interchange format per version of a paper.

    New and future papers of a triplet cite the prior one; their other references are unknown.

    Source:
        The files released with ScienceMeter, for the form of triplets.
    """
    versions: dict[bytes, tuple[InputLine, set[str]]] = {}
    for line, triplet in _triplets(files, reading):
        if triplet is None:
            yield line
            continue
        prior = triplet["prior"]["paperId"]
        for name in SETS:
            record = orjson.dumps(_paper_object(triplet[name]), option=orjson.OPT_SORT_KEYS)
            first, cited = versions.setdefault(record, (line._replace(rows=0), set()))
            versions[record] = (first._replace(rows=first.rows + 1), cited)
            if name != "prior":
                cited.add(prior)
    for record, (line, cited) in versions.items():
        row = {**orjson.loads(record), "references": sorted(cited)}
        yield line._replace(data=orjson.dumps(row), is_last=False)


def claims(files: Sequence[SourceFile], reading: ReadProgress) -> Iterator[InputLine]:
    """Yield the claims of all files, a line for each; files of claims are read unchanged."""
    for file in files:
        for line in read_file(file, reading):
            row = _parse_line(line)
            if row is None or KEY not in row:
                yield line
                continue
            triplet = _check_triplet(row)
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


def merged_type(listed: Sequence[str] | None) -> str | None:
    """Return one publication type: review if listed, else the first."""
    if not listed:
        return None
    return _REVIEW.lower() if _REVIEW in listed else listed[0].lower()


def _triplets(
    files: Sequence[SourceFile], reading: ReadProgress
) -> Iterator[tuple[InputLine, Mapping[str, dict[str, Any]] | None]]:
    for file in files:
        for line in read_file(file, reading):
            row = _parse_line(line)
            yield line, None if row is None else _check_triplet(row)


def _parse_line(line: InputLine) -> dict[str, Any] | None:
    try:
        return None if line.reason else parse_object(line.data, is_last=line.is_last)
    except BadRecordError:
        return None


def _check_triplet(row: dict[str, Any]) -> Mapping[str, dict[str, Any]] | None:
    """Return the papers by set, if all three are complete."""
    triplet = {name: row.get(f"{name}_paper") for name in SETS}
    for paper in triplet.values():
        if not isinstance(paper, dict) or not isinstance(paper.get("paperId"), str):
            return None
        texts = [paper.get(f"synthetic_{stance}_claim") for stance in one_claim.STANCES]
        if not all(isinstance(text, str) for text in texts):
            return None
    return {name: paper for name, paper in triplet.items() if paper is not None}


def _paper_object(paper: Mapping[str, Any]) -> dict[str, Any]:
    types = paper.get("publicationTypes")
    all_texts = type(types) is list and set(map(type, types)) <= {str}
    return {
        "id": paper["paperId"],
        "title": paper.get("title"),
        "abstract": paper.get("abstract"),
        "date": paper.get("publicationDate"),
        "type": merged_type(types) if all_texts else types,
        "external_ids": {"s2": paper["paperId"]},
    }


FORMAT: Final = ObjectFormat(
    lambda item: item.keys() >= {f"{name}_paper" for name in SETS},
    name="ScienceMeter",
    kind="sciencemeter",
    page="benchmarks",
)
