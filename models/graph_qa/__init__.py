"""Systems that read a question in words and answer it from the graph."""

from typing import Final

SYSTEMS: Final = {
    "graph": "scinet.models.graph_qa.systems:GraphSearch",
    "graph-edges": "scinet.models.graph_qa.systems:EdgeSearch",
}
