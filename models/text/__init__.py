"""Systems that go by titles and abstracts, and the vectors they share."""

from typing import Final

SYSTEMS: Final = {
    "popularity": "scinet.models.text.popularity:Popularity",
    "bm25": "scinet.models.text.bm25:Bm25",
    "dense": "scinet.models.text.dense:Dense",
    "hybrid": "scinet.models.text.hybrid:Hybrid",
    "graph-expanded": "scinet.models.text.graph_expanded:GraphExpanded",
}
