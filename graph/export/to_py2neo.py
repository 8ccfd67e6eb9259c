"""Network as a py2neo sub-graph."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from scinet.graph.export.labelled import LabelledNetwork


def to_py2neo(network: LabelledNetwork) -> Any:
    """Return a ``py2neo.Subgraph`` that ``merge`` of a ``py2neo.Graph`` accepts."""
    from py2neo import Node, Relationship, Subgraph

    nodes: list[Any] = [
        Node(network.kind, id=node_id, **_plain_attributes(attributes))
        for node_id, attributes in network.node_rows()
    ]
    for node in nodes:
        node.__primarylabel__, node.__primarykey__ = network.kind, "id"
    join = Relationship.type(network.relation)
    links = [
        join(nodes[source], nodes[target], **_plain_attributes(attributes))
        for source, target, attributes in network.edge_rows()
    ]
    return Subgraph(nodes, links)


def _plain_attributes(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Convert days to ISO format, since py2neo has date types of its own."""
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in attributes.items()
    }
