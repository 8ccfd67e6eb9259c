"""Systems that predict how often a paper will be cited."""

from typing import Final

SYSTEMS: Final = {
    "impact-constant": "scinet.models.impact.heuristics:Constant",
    "impact-best-author": "scinet.models.impact.heuristics:BestAuthor",
    "impact-h-index": "scinet.models.impact.heuristics:LargestHIndex",
    "impact-team": "scinet.models.impact.heuristics:Team",
    "impact-venue": "scinet.models.impact.heuristics:VenueMean",
    "impact-topic": "scinet.models.impact.heuristics:TopicMean",
    "impact-ridge": "scinet.models.impact.linear:ImpactRidge",
    "impact-poisson": "scinet.models.impact.linear:ImpactPoisson",
    "impact-negative-binomial": "scinet.models.impact.linear:ImpactNegativeBinomial",
    "impact-boosted": "scinet.models.impact.boosted:ImpactBoosted",
}
