"""Networks for VOSviewer and VOSviewer Online.

Source:
    https://app.vosviewer.com/docs/file-types/json-file-type/
"""

from datetime import date
from html import escape
from typing import Any, BinaryIO

import orjson

from scinet.graph.export.labelled import LabelledNetwork


def write_vosviewer(network: LabelledNetwork, file: BinaryIO) -> None:
    """Write one JSON file: counts of nodes are weights, years are scores."""
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
