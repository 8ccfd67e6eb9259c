"""Registry of the kinds of load, in the order of loading."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from scinet.extension import look_up
from scinet.graph.load.claims import write_claims
from scinet.graph.load.counts import write_counts
from scinet.graph.load.documents import write_documents
from scinet.graph.load.fulltext import write_fulltext
from scinet.graph.load.papers import write_papers
from scinet.graph.load.scipaths import write_pathways
from scinet.graph.schema.records import PaperRecord
from scinet.graph.sources import (
    aminer,
    bibliographies,
    claims,
    counts,
    document_files,
    documents,
    openalex,
    openalex_snapshot,
    plain_records,
    prescience,
    sciencemeter,
    scipaths,
    semantic_scholar,
    semantic_scholar_files,
)
from scinet.graph.sources.files import InputLine, ReadProgress, SourceFile
from scinet.graph.sources.filled_dates import FilledDates, read_first_day
from scinet.graph.sources.rows import read_files


@dataclass(frozen=True, slots=True)
class LoadKind:
    """Kind of load.

    Attributes:
        holds: Description of the content of its files.
        make: Makes a valid record of a JSON object, with the ids below a source.
        write: Stores the records of a batch of a run inside the transaction of the batch.
        source: Prefix of the ids unless the caller names one; None to store them as given.
        lines: Reads the files.
        fills_dates: Whether its source fills in the first day where it knows a year or month.
        rows: Reads the rows of single files, for estimates, where ``lines`` would sort all files
            before its first line; rows that are not papers count as no record.
    """

    name: str
    holds: str
    make: Callable[[dict[str, Any], str | None], Any]
    write: Callable[..., None] = write_papers
    batch_size: int = 2_500
    source: str | None = None
    lines: Callable[[Sequence[SourceFile], ReadProgress], Iterator[InputLine]] = read_files
    fills_dates: bool = False
    rows: Callable[[Sequence[SourceFile], ReadProgress], Iterator[InputLine]] | None = None

    def reading_dates(self, filled_dates: FilledDates) -> "LoadKind":
        """Return the kind with this treatment of first days of a year or month."""
        if not self.has_papers or not (self.fills_dates or filled_dates == "all"):
            return self
        return replace(self, make=partial(_make_dated, self.make, as_period=filled_dates != "none"))

    def periods(self, filled_dates: FilledDates) -> FilledDates | None:
        """Return the option if it makes first days periods; else None."""
        is_read = filled_dates == "all" or (filled_dates == "known" and self.fills_dates)
        return filled_dates if is_read and self.has_papers else None

    @property
    def has_papers(self) -> bool:
        """Whether it brings papers; other kinds add to loaded papers."""
        return self.write is write_papers

    @property
    def has_texts(self) -> bool:
        """Whether its records have abstracts or paragraphs."""
        return self.write in {write_papers, write_fulltext}

    @property
    def resolves_references(self) -> bool:
        """Whether references without an id are matched to its papers."""
        return self.lines is bibliographies.papers


def _make_dated(
    make: Callable[[dict[str, Any], str | None], PaperRecord],
    item: dict[str, Any],
    source: str | None,
    *,
    as_period: bool,
) -> PaperRecord:
    return read_first_day(make(item, source), as_period=as_period)


_ALL: Final = (
    LoadKind("records", "papers", plain_records.paper_record),
    LoadKind(
        "bibliography",
        "papers as reference managers and databases export them",
        bibliographies.entry_record,
        lines=bibliographies.papers,
    ),
    LoadKind(
        "articles",
        "papers with their full text",
        bibliographies.entry_record,
        batch_size=1_000,
        lines=bibliographies.papers,
    ),
    LoadKind(
        "openalex",
        "works of OpenAlex",
        plain_records.openalex_record,
        batch_size=1_000,  # a work has some forty references
        source=openalex.SOURCE,
        lines=openalex_snapshot.works,
        fills_dates=True,
    ),
    LoadKind(
        "semanticscholar",
        "papers of Semantic Scholar",
        semantic_scholar.semantic_record,
        source=semantic_scholar.SOURCE,
        lines=semantic_scholar_files.read_papers,
        rows=semantic_scholar_files.read_rows,
        fills_dates=True,
    ),
    LoadKind(
        "aminer",
        "papers of AMiner's citation data",
        aminer.aminer_record,
        source=aminer.SOURCE,
        lines=aminer.papers,
    ),
    LoadKind(
        "prescience",
        "paper rows of PreScience",
        prescience.prescience_record,
        source=prescience.SOURCE,
        lines=prescience.papers,
    ),
    LoadKind(
        "sciencemeter",
        "triplets of ScienceMeter",
        plain_records.paper_record,
        source=sciencemeter.SOURCE,
        lines=sciencemeter.papers,
        fills_dates=True,  # they are those of Semantic Scholar
    ),
    LoadKind(
        "fulltext",
        "full text",
        bibliographies.text_record,
        write_fulltext,
        batch_size=100,
        lines=bibliographies.texts,
    ),
    LoadKind("counts", "counts", counts.count_record, write_counts),
    LoadKind(
        "documents",
        "patents, news and other documents that mention papers",
        documents.document_record,
        write_documents,
        lines=document_files.read_lines,
    ),
    LoadKind(
        "pathways",
        "pathways of SciPaths",
        scipaths.pathway_record,
        write_pathways,
        batch_size=500,
        source=scipaths.SOURCE,
    ),
    LoadKind("claims", "claims", claims.claim_record, write_claims, lines=sciencemeter.claims),
)
KINDS: Final = {kind.name: kind for kind in _ALL}
PAPER_KINDS: Final = frozenset(kind.name for kind in _ALL if kind.has_papers)


def kind_of(name: str) -> LoadKind:
    """Return the kind of that name."""
    return look_up("kind of load", name, KINDS)
