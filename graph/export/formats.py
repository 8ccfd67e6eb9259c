"""Registry of export formats by file extension."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from scinet import atomic_files
from scinet.errors import DataError
from scinet.extension import suggest
from scinet.graph.export import bibliography, markup, tables
from scinet.graph.export.labelled import LabelledNetwork

NetworkWriter: TypeAlias = Callable[[LabelledNetwork, BinaryIO], None]
PapersWriter: TypeAlias = Callable[[list[dict[str, Any]], BinaryIO], None]

# A suffix before the extension distinguishes the files of one network.
NETWORKS: Final[Mapping[str, Mapping[str, NetworkWriter]]] = {
    ".graphml": {"": markup.write_graphml},
    ".gexf": {"": markup.write_gexf},
    ".net": {"": markup.write_pajek},
    ".json": {"": markup.write_vosviewer},
    ".csv": {"": tables.write_edges_csv, ".nodes": tables.write_nodes_csv},
    ".parquet": {"": tables.write_edges_parquet, ".nodes": tables.write_nodes_parquet},
}
PAPERS: Final[Mapping[str, PapersWriter]] = {
    ".bib": bibliography.write_bibtex,
    ".ris": bibliography.write_ris,
    ".json": bibliography.write_csl,
    ".csv": tables.write_papers_csv,
    ".parquet": tables.write_papers_parquet,
}


def refuse_unknown(out: Path, formats: Mapping[str, Any], what: str) -> None:
    """Refuse a file with an unknown extension.

    Raises:
        DataError: If it has one.
    """
    if out.suffix.lower() not in formats:
        raise DataError(
            f"{out} has an unsupported extension for {what}", hint=suggest(out.suffix, formats)
        )


def save_network(network: LabelledNetwork, out: Path) -> list[Path]:
    """Write a network, all its files or none; return their paths."""
    refuse_unknown(out, NETWORKS, "a network")
    files: list[Path] = []
    with ExitStack() as stack:
        for part, write in NETWORKS[out.suffix.lower()].items():
            file = out.with_name(f"{out.stem}{part}{out.suffix}")
            stream = stack.enter_context(atomic_files.replace_file(file)).open("wb")
            files.append(file)
            with stream:
                write(network, stream)
    return files


def save_papers(papers: list[dict[str, Any]], out: Path) -> list[Path]:
    """Write rows of ``lookup/papers``."""
    refuse_unknown(out, PAPERS, "papers")
    with atomic_files.replace_file(out) as partial, partial.open("wb") as stream:
        PAPERS[out.suffix.lower()](papers, stream)
    return [out]
