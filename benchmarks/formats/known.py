"""The formats whose readers are timed; and those that are not, with the reason."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.formats import markup, objects, parsers, texts
from benchmarks.formats.papers import Papers
from benchmarks.formats.parsers import Parser
from scinet.graph.load.kinds import KINDS
from scinet.graph.sources import entries


@dataclass(frozen=True)
class Format:
    """A format.

    Attributes:
        readers: Names of what reads it, in :data:`~scinet.graph.sources.entries.READERS` or
            :data:`~scinet.graph.load.kinds.KINDS`.
        write: Writes papers in it into an empty folder.
        parser: What its parser does alone; None where the reader has none but its own.
        has_references: Whether it says who cites whom.
    """

    title: str
    readers: frozenset[str]
    write: Callable[[Papers, Path], None]
    parser: Parser | None
    has_references: bool = True


def _format(
    title: str,
    reader: str,
    write: Callable[[Papers, Path], None],
    parser: Parser | None,
    *,
    has_references: bool = True,
) -> Format:
    return Format(title, frozenset({reader}), write, parser, has_references)


FORMATS: Final = (
    _format("JSON lines of scinet", "records", objects.records, parsers.json_lines),
    _format("OpenAlex, JSON lines", "openalex", objects.openalex_lines, parsers.json_lines),
    _format("OpenAlex, pages of its API", "openalex", objects.openalex_pages,
            parsers.json_documents),
    _format("OpenAlex, Parquet of its snapshot", "openalex", objects.openalex_table,
            parsers.parquet),
    _format(
        "Semantic Scholar, a release", "semanticscholar", objects.semantic_scholar,
        parsers.json_lines,
    ),
    _format("Crossref, JSON lines", "crossref.work", objects.crossref, parsers.json_lines),
    _format("Scopus, CSV", "Scopus", texts.scopus, parsers.table),
    Format(
        "Web of Science, tagged text",
        frozenset({"Web of Science", "web_of_science.entries"}),
        texts.web_of_science,
        None,
    ),
    _format("Dimensions, CSV", "Dimensions", texts.dimensions, parsers.table),
    _format("Lens, CSV", "Lens", texts.lens, parsers.table),
    _format("PubMed, XML", "pubmed.article", markup.pubmed, parsers.xml),
    _format("JATS, full text", "articles.jats", markup.jats, parsers.xml),
    _format("TEI of GROBID, full text", "articles.tei", markup.tei, parsers.xml),
    _format("unarXive, full text", "articles.parsed", objects.unarxive, parsers.json_lines),
    _format("BibTeX", "bibtex.entries", texts.bibtex, parsers.bibtex, has_references=False),
    _format("RIS", "ris.entries", texts.ris, parsers.ris, has_references=False),
    _format("CSL-JSON", "csl.record", objects.csl, parsers.json_documents, has_references=False),
    _format("arXiv, JSON lines", "arxiv.record", objects.arxiv, parsers.json_lines,
            has_references=False),
    _format("DBLP, XML", "dblp.record", markup.dblp, parsers.xml, has_references=False),
    _format("ACL Anthology, XML", "acl_anthology.volume", markup.acl_anthology, parsers.xml,
            has_references=False),
)  # fmt: skip
LEFT_OUT: Final = {
    "endnote.entries": "tagged text of EndNote, which is read as that of Web of Science is",
    "endnote.record": "XML of EndNote, which is read as that of PubMed is",
    "pubmed.entries": "tagged text of PubMed, which is read as that of Web of Science is",
    "lens.work": "JSON of Lens, which is read as that of Crossref is",
    "aminer": "papers of AMiner, which are read as those of OpenAlex are",
    "prescience": "rows of PreScience, which are those of one benchmark",
    "sciencemeter": "triplets of ScienceMeter, which are those of one benchmark",
}
"""What reads papers and is not timed, and why not."""
_TABLES: Final = "tables of papers and citations of your own, which become JSON lines first"


def all_readers() -> frozenset[str]:
    """Whatever reads papers, by name."""
    # These two kinds take in the readers of entries.
    kinds = {kind.name for kind in KINDS.values() if kind.has_papers}
    return entries.READERS | (kinds - {"bibliography", "articles"})


def left_out() -> Iterator[str]:
    """What is not timed, each with the reason."""
    timed = {name for one in FORMATS for name in one.readers}
    for name in sorted(all_readers() - timed):
        yield LEFT_OUT.get(name, f"{name}, which nothing here writes yet")
    yield _TABLES
