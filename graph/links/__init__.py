"""Links that are not there yet: features of pairs in a network as of a day."""

from scinet.graph.links.features import FEATURES, pair_features, two_hop
from scinet.graph.links.networks import NETWORKS, Network, network, node_ids
from scinet.graph.links.twin import in_database

__all__ = [
    "FEATURES",
    "NETWORKS",
    "Network",
    "in_database",
    "network",
    "node_ids",
    "pair_features",
    "two_hop",
]
