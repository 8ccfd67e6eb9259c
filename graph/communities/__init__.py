"""Fields that nobody has to name beforehand: communities of papers, their names and lineages."""

from scinet.graph.communities.detect import Community, detect
from scinet.graph.communities.finding import find_and_store
from scinet.graph.communities.lineage import THRESHOLD, Change, Followed, follow
from scinet.graph.communities.mix import CITATION, Mix, mix_name, parse_mix
from scinet.graph.communities.naming import telling_words
from scinet.graph.communities.store import stored, write

__all__ = [
    "CITATION",
    "THRESHOLD",
    "Change",
    "Community",
    "Followed",
    "Mix",
    "detect",
    "find_and_store",
    "follow",
    "mix_name",
    "parse_mix",
    "stored",
    "telling_words",
    "write",
]
