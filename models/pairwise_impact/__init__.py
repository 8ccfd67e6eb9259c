"""Systems that choose which of two papers gets more citations."""

from typing import Final

SYSTEMS: Final = {
    "pair-author-mean": "scinet.models.pairwise_impact.heuristics:PairAuthorMean",
    "pair-h-index": "scinet.models.pairwise_impact.heuristics:PairHIndex",
    "pair-venue": "scinet.models.pairwise_impact.heuristics:PairVenue",
    "pair-team-size": "scinet.models.pairwise_impact.heuristics:PairTeamSize",
    "pair-new-references": "scinet.models.pairwise_impact.heuristics:PairReferences",
    "pair-early-citations": "scinet.models.pairwise_impact.heuristics:PairEarlyCitations",
    "pair-line": "scinet.models.pairwise_impact.line:PairLine",
    "pair-boosted": "scinet.models.pairwise_impact.boosted:PairBoosted",
}
