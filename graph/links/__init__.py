"""Link prediction: features of pairs in a network as of a day."""

from scinet.graph.links.database import features_in_database
from scinet.graph.links.features import FEATURES, pair_features, two_hop
from scinet.graph.links.networks import NETWORKS, Network, network, node_ids

__all__ = [
    "FEATURES",
    "NETWORKS",
    "Network",
    "features_in_database",
    "network",
    "node_ids",
    "pair_features",
    "two_hop",
]
