"""Systems that choose between two artefacts."""

from typing import Final

SYSTEMS: Final = {
    "pair-author-mean": "scinet.models.pairs.number:PairAuthorMean",
    "pair-h-index": "scinet.models.pairs.number:PairHIndex",
    "pair-venue": "scinet.models.pairs.number:PairVenue",
    "pair-team-size": "scinet.models.pairs.number:PairTeamSize",
    "pair-new-references": "scinet.models.pairs.number:PairReferences",
    "pair-early-citations": "scinet.models.pairs.number:PairEarlyCitations",
    "pair-line": "scinet.models.pairs.learned:PairLine",
    "pair-boosted": "scinet.models.pairs.boosted:PairBoosted",
}
