"""Communities of papers: detection, names, and lineages between days."""

from scinet.graph.communities.detect import Community, detect
from scinet.graph.communities.lineage import (
    THRESHOLD,
    CommunityChange,
    TrackedCommunities,
    follow_communities,
)
from scinet.graph.communities.mix import CITATION, Mix, mix_name, parse_mix
from scinet.graph.communities.naming import characteristic_words
from scinet.graph.communities.store import find_and_store, read_communities, write_communities

__all__ = [
    "CITATION",
    "THRESHOLD",
    "Community",
    "CommunityChange",
    "Mix",
    "TrackedCommunities",
    "characteristic_words",
    "detect",
    "find_and_store",
    "follow_communities",
    "mix_name",
    "parse_mix",
    "read_communities",
    "write_communities",
]
