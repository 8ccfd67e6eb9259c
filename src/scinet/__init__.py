"""A dated scientific network in Neo4j: explore it, learn from it, evaluate on it.

```python
import scinet

with scinet.connect() as graph:
    graph.load(["papers.jsonl.gz"], source="acl")
    graph.query("ranking/co_citation", paper_id="acl:P02-1040", before="2010-01-01")
    snapshot = graph.snapshot("2010-01-01")
```
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scinet.session import Graph

__all__ = ["connect"]


def connect(**settings: Any) -> "Graph":
    """Open the graph; see :func:`scinet.session.connect`."""
    # The driver and pandas take half a second to import, which `scinet --help` need not pay.
    from scinet.session import connect as open_graph

    return open_graph(**settings)
