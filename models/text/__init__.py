"""Systems that go by titles and abstracts, and the vectors they share."""

from typing import Final

SYSTEMS: Final = {
    "popularity": "scinet.models.text.search:Popularity",
    "bm25": "scinet.models.text.search:Bm25",
    "dense": "scinet.models.text.dense:Dense",
    "dense-index": "scinet.models.text.quantised:DenseIndex",
    "hybrid": "scinet.models.text.search:Hybrid",
    "graph-expanded": "scinet.models.text.search:GraphExpanded",
}
