"""The formats by the end of a file's name; a further one is a line here."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Final, TypeAlias

from scinet import saving
from scinet.errors import DataError
from scinet.graph.export import bibliography, markup, tables, vosviewer
from scinet.graph.export.labelled import LabelledNetwork

NetworkWriter: TypeAlias = Callable[[LabelledNetwork, BinaryIO], None]
PapersWriter: TypeAlias = Callable[[list[dict[str, Any]], BinaryIO], None]

# What is put before the end of the name tells the files of one network apart.
NETWORKS: Final[Mapping[str, Mapping[str, NetworkWriter]]] = {
    ".graphml": {"": markup.graphml},
    ".gexf": {"": markup.gexf},
    ".net": {"": markup.pajek},
    ".json": {"": vosviewer.write},
    ".csv": {"": tables.edges_csv, ".nodes": tables.nodes_csv},
    ".parquet": {"": tables.edges_parquet, ".nodes": tables.nodes_parquet},
}
PAPERS: Final[Mapping[str, PapersWriter]] = {
    ".bib": bibliography.bibtex,
    ".ris": bibliography.ris,
    ".csv": tables.papers_csv,
    ".parquet": tables.papers_parquet,
}


def refuse_unknown(out: Path, known: Mapping[str, Any], what: str) -> None:
    """Refuse a file whose name ends like none of these.

    Raises:
        DataError: If it does.
    """
    if out.suffix.lower() not in known:
        raise DataError(
            f"{out} ends like no format for {what}", hint=f"It may end in {', '.join(known)}."
        )


def save_network(network: LabelledNetwork, out: Path) -> list[Path]:
    """Write a network, all its files or none; their paths."""
    refuse_unknown(out, NETWORKS, "a network")
    files: list[Path] = []
    with ExitStack() as stack:
        for part, write in NETWORKS[out.suffix.lower()].items():
            file = out.with_name(f"{out.stem}{part}{out.suffix}")
            stream = stack.enter_context(saving.replaced(file)).open("wb")
            files.append(file)
            with stream:
                write(network, stream)
    return files


def save_papers(papers: list[dict[str, Any]], out: Path) -> list[Path]:
    """Write papers as ``lookup/papers`` has them."""
    refuse_unknown(out, PAPERS, "papers")
    with saving.replaced(out) as partial, partial.open("wb") as stream:
        PAPERS[out.suffix.lower()](papers, stream)
    return [out]
