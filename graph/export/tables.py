"""Networks and papers as tables: CSV with the headers of Neo4j's importer, and Parquet."""

import re
from typing import Any, BinaryIO, Final

import orjson
import pyarrow as pa
from pyarrow import compute, csv, parquet

from scinet.graph.export import bibliography
from scinet.graph.export.labelled import LabelledNetwork

_PARTS_NAMES: Final = re.compile(r"[;|,\[]|\band\b", re.IGNORECASE)
_PARTS_IDS: Final = re.compile(r"[;|,\[\s]")
_TYPES: Final = {"int32": "int", "int64": "long", "date32[day]": "date", "double": "double"}


def write_edges_csv(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write edges by the ids of their nodes."""
    ends = {"source": f"START_ID({network.kind})", "target": f"END_ID({network.kind})"}
    _write_csv(_edges(network), ends, ":TYPE", network.relation, file)


def write_nodes_csv(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write nodes, with their label in the last column."""
    _write_csv(_nodes(network), {"id": f"ID({network.kind})"}, ":LABEL", network.kind, file)


def write_edges_parquet(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write edges by the ids of their nodes."""
    parquet.write_table(_edges(network), file)


def write_nodes_parquet(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write nodes."""
    parquet.write_table(_nodes(network), file)


def write_papers_csv(papers: list[dict[str, Any]], file: BinaryIO) -> None:
    """Write papers with their authors in one column, and dates as exact as they are."""
    csv.write_csv(pa.Table.from_pylist([_flatten_paper(paper) for paper in papers]), file)


def write_papers_parquet(papers: list[dict[str, Any]], file: BinaryIO) -> None:
    """Write papers with lists of authors."""
    parquet.write_table(pa.Table.from_pylist(papers), file)


def _write_csv(
    table: pa.Table, special: dict[str, str], last: str, constant: str, file: BinaryIO
) -> None:
    names = []
    for place, field in enumerate(table.schema):
        if pa.types.is_string(field.type):  # by default the importer refuses line breaks
            one_line = compute.call_function(
                "replace_substring_regex",
                [table[place]],
                compute.ReplaceSubstringOptions(pattern=r"\s*[\r\n]\s*", replacement=" "),
            )
            table = table.set_column(place, field, one_line)
        kind = special.get(field.name, _TYPES.get(str(field.type)))
        names.append(f"{field.name}:{kind}" if kind else field.name)
    whole = table.rename_columns(names).append_column(last, pa.array([constant] * len(table)))
    csv.write_csv(whole, file)


def _nodes(network: LabelledNetwork) -> pa.Table:
    return pa.table({name: as_array(values) for name, values in network.nodes.items()})


def _edges(network: LabelledNetwork) -> pa.Table:
    ids = pa.array(network.nodes["id"], pa.string())
    return pa.table(
        {
            name: ids.take(pa.array(values)) if name in {"source", "target"} else as_array(values)
            for name, values in network.edges.items()
        }
    )


def as_array(values: Any) -> pa.Array:
    """Return a column; objects are texts."""
    return pa.array(values, pa.string()) if values.dtype == object else pa.array(values)


def _flatten_paper(paper: dict[str, Any]) -> dict[str, Any]:
    flat = {name: value for name, value in paper.items() if name != "first_date"}
    flat["date"] = bibliography.stated_date(paper) or None
    flat["authors"] = _join(
        [bibliography.line_name(name) for name in paper["authors"] if name], _PARTS_NAMES
    )
    flat["references"] = _join(paper["references"], _PARTS_IDS)
    return flat


def _join(texts: list[str], parting: re.Pattern[str]) -> str:
    """Join texts by semicolons; in JSON if one holds what a reader would take for a separator."""
    joined = "; ".join(texts)
    return orjson.dumps(texts).decode() if any(map(parting.search, texts)) else joined
