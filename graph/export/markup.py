"""GraphML, GEXF and Pajek by NetworkX, JSON of VOSviewer, and objects of NetworkX and igraph."""

import re
from collections.abc import Mapping
from datetime import date
from html import escape
from typing import Any, BinaryIO, Final

import orjson

from scinet.graph.export.labelled import LabelledNetwork
from scinet.machine import refuse_if_too_large

# Delimiters of the format, replaced by typographic characters.
_QUOTES: Final = {ord('"'): "\u201d", ord("'"): "\u2019", ord("\\"): "/"}
_KIB: Final = 2  # of memory for each node and edge of NetworkX and its output


def write_graphml(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write GraphML with all attributes."""
    import networkx as nx

    nx.write_graphml(_networkx(network), file)


def write_gexf(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write GEXF with all attributes; nodes and edges start on their day, for a timeline."""
    import networkx as nx

    made = _networkx(network)
    for rows in (made.nodes, made.edges):
        for attributes in rows.values():
            if begin := attributes.get("first", attributes.get("date")):
                attributes["start"] = begin
    nx.write_gexf(made, file)


def write_pajek(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write Pajek: nodes by label, edges with weight, without further attributes."""
    import networkx as nx

    made = to_networkx(network, attributes=False)
    called: dict[str, str] = {}
    for node, attributes in made.nodes(data=True):
        name = clean_line(attributes["label"]).translate(_QUOTES) or node
        # Labels must be unique.
        while name in called:
            name += f" ({node})"
        called[name] = node
        attributes.clear()
    names = {node: name for name, node in called.items()}
    nx.write_pajek(nx.relabel_nodes(made, names), file)


def to_networkx(network: LabelledNetwork, *, attributes: bool = True) -> Any:
    """Return a ``Graph`` or ``DiGraph``; dates are text."""
    import networkx as nx

    made = nx.DiGraph() if network.is_directed else nx.Graph()
    for node, data in network.node_rows():
        made.add_node(node, **_plain_attributes(data))
    ids = network.nodes["id"]
    for source, target, data in network.edge_rows():
        selected = data if attributes else {k: v for k, v in data.items() if k == "weight"}
        made.add_edge(ids[source], ids[target], **_plain_attributes(selected))
    return made


def to_igraph(network: LabelledNetwork) -> Any:
    """Return an ``igraph.Graph``; dates are text, and ids are called ``name``."""
    import igraph

    def written(columns: Mapping[str, Any], without: set[str]) -> dict[str, list[Any]]:
        return {
            {"id": "name"}.get(name, name): [
                item.isoformat() if isinstance(item, date) else item for item in values.tolist()
            ]
            for name, values in columns.items()
            if name not in without
        }

    ends = zip(network.edges["source"].tolist(), network.edges["target"].tolist(), strict=True)
    return igraph.Graph(
        n=len(network.nodes["id"]),
        edges=list(ends),
        directed=network.is_directed,
        vertex_attrs=written(network.nodes, set()),
        edge_attrs=written(network.edges, {"source", "target"}),
    )


def clean_line(text: str) -> str:
    """Remove line breaks and characters that XML does not allow."""
    bare = re.sub("[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff\ufffe\uffff]", " ", text)
    return " ".join(bare.split())


def _networkx(network: LabelledNetwork) -> Any:
    size = len(network.nodes["id"]) + len(network.edges["source"])
    refuse_if_too_large(
        "the file", size * _KIB // 1024, hint="Write .csv or .parquet, or a smaller network."
    )
    return to_networkx(network)


def _plain_attributes(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _format_value(value) for name, value in attributes.items()}


def _format_value(value: Any) -> Any:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        value = "; ".join(map(str, value))
    return clean_line(value) if isinstance(value, str) else value


def write_vosviewer(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write one JSON file: counts of nodes are weights, years are scores.

    Source:
        https://app.vosviewer.com/docs/file-types/json-file-type/
    """
    items = [_item(node_id, attributes) for node_id, attributes in network.node_rows()]
    links = [
        {"source_id": source + 1, "target_id": target + 1, "strength": attributes.get("weight", 1)}
        for source, target, attributes in network.edge_rows()
    ]
    for number, item in enumerate(items, start=1):
        item["id"] = number
    file.write(orjson.dumps({"network": {"items": items, "links": links}}))


def _item(identifier: str, attributes: dict[str, Any]) -> dict[str, Any]:
    begun = attributes.get("first", attributes.get("date"))
    counts = {key: attributes[key] for key in ("citations", "papers") if key in attributes}
    item: dict[str, Any] = {
        "label": attributes["label"],
        "description": escape(f"{attributes['label']} ({identifier})"),
        "weights": {key.capitalize(): value for key, value in counts.items()},
    }
    if isinstance(begun, date):
        item["scores"] = {"Year": begun.year}
    return item
