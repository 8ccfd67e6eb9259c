"""Systems that predict how often a paper will be cited."""

from typing import Final

SYSTEMS: Final = {
    "impact-constant": "scinet.models.impact.constant:Constant",
    "impact-best-author": "scinet.models.impact.team:BestAuthor",
    "impact-h-index": "scinet.models.impact.h_index:LargestHIndex",
    "impact-team": "scinet.models.impact.team:Team",
    "impact-venue": "scinet.models.impact.venue:VenueMean",
    "impact-topic": "scinet.models.impact.topic:TopicMean",
    "impact-boosted": "scinet.models.impact.boosted:ImpactBoosted",
}
