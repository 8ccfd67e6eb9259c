"""Counts of nodes and relationships from the count store, and blocks of node ids."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database


_NODES: Final = {
    "authors": "Author", "venues": "Venue", "fields": "Field", "institutions": "Institution",
    "artifacts": "Artifact", "paragraphs": "Paragraph", "contributions": "Contribution",
    "claims": "Claim",
}  # fmt: skip
_LINKS: Final = {
    "citations": "CITES", "authorships": "AUTHORED", "publications": "PUBLISHED_IN",
    "field_memberships": "IN_FIELD", "affiliations": "AFFILIATED_WITH", "releases": "RELEASED",
    "referrals": "REFERS_TO", "mentions": "MENTIONS", "co_mentions": "CO_MENTIONED",
    "attributions": "CONTRIBUTES", "pathway_steps": "ENABLED_BY", "groundings": "GROUNDED_IN",
}  # fmt: skip


def graph_counts(db: "Database") -> dict[str, int]:
    """Return committed counts of source nodes and relationships by kind."""
    [row] = db.rows("admin/committed_counts")
    nodes, links = Counter(dict(row["nodes"])), Counter(dict(row["relationships"]))
    return {
        "papers": nodes["Paper"],
        "unknown_works": nodes["Work"] - nodes["Paper"],
        **{name: nodes[label] for name, label in _NODES.items()},
        **{name: links[kind] for name, kind in _LINKS.items()},
    }


def count_nodes(counts: Mapping[str, int]) -> int:
    """Return the total number of nodes in such counts."""
    return sum(counts[name] for name in ("papers", "unknown_works", *_NODES))


def node_blocks(db: "Database") -> list[tuple[int, int]]:
    """Return the first and last internal node id within each thousand in use, in order.

    Readers by these blocks skip unused ids.
    """
    return [(row["first"], row["last"]) for row in db.rows("admin/node_blocks")]
