"""Systems that rank the papers that a team will cite next."""

from typing import Final

SYSTEMS: Final = {
    "prior-work-frequency": "scinet.models.prior_work.citations:PriorWorkFrequency",
    "prior-work-co-cited": "scinet.models.prior_work.citations:CoCited",
    "prior-work-walk": "scinet.models.prior_work.walks:PriorWorkWalk",
    "prior-work-second": "scinet.models.prior_work.citations:ReferencesOfReferences",
    "prior-work-coupled": "scinet.models.prior_work.citations:Coupled",
    "recent-popularity": "scinet.models.prior_work.citations:RecentPopularity",
    "prior-work-venue": "scinet.models.prior_work.citations:VenuePopularity",
    "prior-work-bm25": "scinet.models.prior_work.text_similarity:TeamWords",
    "prior-work-embedding-fusion": "scinet.models.prior_work.text_similarity:TeamVectors",
    "prior-work-rank-fusion": "scinet.models.prior_work.text_similarity:NearReferences",
    "prior-work-embedding-fusion-references": (
        "scinet.models.prior_work.text_similarity:NearCentroids"
    ),
    "prior-work-hierarchical-clustering": "scinet.models.prior_work.text_similarity:NearClusters",
    "prior-work-fuse": "scinet.models.fusion:Fuse",
    "prior-work-team-walk": "scinet.models.prior_work.walks:TeamWalk",
    "prior-work-title-walk": "scinet.models.prior_work.walks:TitleWalk",
    "prior-work-lambdarank": "scinet.models.prior_work.lambdarank:PriorWorkLambdarank",
}
