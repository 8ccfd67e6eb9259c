"""The kinds of load: one entry for each thing that files hold, in the order of loading."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scinet.errors import DataError
from scinet.graph.load.claims import write_claims
from scinet.graph.load.counts import write_counts
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.papers import write_papers
from scinet.graph.load.scipaths import write_pathways
from scinet.graph.sources import (
    bibliographies,
    claims,
    counts,
    fulltext,
    openalex,
    papers,
    prescience,
    sciencemeter,
    scipaths,
)
from scinet.graph.sources.files import Line, Reading, SourceFile
from scinet.graph.sources.rows import row_files


@dataclass(frozen=True, slots=True)
class LoadKind:
    """One kind of load.

    Attributes:
        holds: What its files hold, in words.
        make: Makes a valid record of a JSON object, with the ids below a source.
        write: Stores the records of a batch of a run inside the transaction of the batch.
        has_papers: Whether it brings papers; the other kinds add to papers that are loaded.
        source: Prefix of the ids unless the caller names one; None to store them as given.
        lines: Reads the files, when they are not simply read one after the other.
    """

    name: str
    holds: str
    make: Callable[[dict[str, Any], str | None], Any]
    write: Callable[..., None]
    batch_size: int
    has_papers: bool = False
    source: str | None = None
    lines: Callable[[Sequence[SourceFile], Reading], Iterator[Line]] | None = None


KINDS: Final = {
    kind.name: kind
    for kind in (
        LoadKind(
            "records",
            "papers",
            papers.paper_record,
            write_papers,
            2_500,
            has_papers=True,
            lines=row_files,
        ),
        LoadKind(
            "bibliography",
            "entries of BibTeX, RIS or CSL-JSON",
            papers.paper_record,
            write_papers,
            2_500,
            has_papers=True,
            lines=bibliographies.papers,
        ),
        LoadKind(
            "openalex",
            "works of OpenAlex",
            openalex.openalex_record,
            write_papers,
            1_000,  # a work has some forty references
            has_papers=True,
            source=openalex.SOURCE,
            lines=row_files,
        ),
        LoadKind(
            "prescience",
            "paper rows of PreScience",
            prescience.prescience_record,
            write_papers,
            2_500,
            has_papers=True,
            source=prescience.SOURCE,
            lines=prescience.papers,
        ),
        LoadKind(
            "sciencemeter",
            "triplets of ScienceMeter",
            papers.paper_record,
            write_papers,
            2_500,
            has_papers=True,
            source=sciencemeter.SOURCE,
            lines=sciencemeter.papers,
        ),
        LoadKind(
            "fulltext", "full text", fulltext.fulltext_record, write_fulltext, 100, lines=row_files
        ),
        LoadKind("counts", "counts", counts.count_record, write_counts, 2_500),
        LoadKind(
            "pathways",
            "pathways of SciPaths",
            scipaths.pathway_record,
            write_pathways,
            500,
            source=scipaths.SOURCE,
            lines=scipaths.claims,
        ),
        LoadKind(
            "claims", "claims", claims.claim_record, write_claims, 2_500, lines=sciencemeter.claims
        ),
    )
}


def kind_of(name: str) -> LoadKind:
    """The kind of that name."""
    if name not in KINDS:
        raise DataError(f"no load is called {name!r}", hint=f"Known: {', '.join(KINDS)}.")
    return KINDS[name]
