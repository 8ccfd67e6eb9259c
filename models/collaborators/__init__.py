"""Systems that rank an author's next co-authors."""

from typing import Final

SYSTEMS: Final = {
    "collaborators-frequency": "scinet.models.collaborators.network:Frequency",
    "collaborators-faded": "scinet.models.collaborators.network:Faded",
    "collaborators-common": "scinet.models.collaborators.network:CommonNeighbours",
    "collaborators-adamic-adar": "scinet.models.collaborators.network:AdamicAdar",
    "collaborators-resource-allocation": "scinet.models.collaborators.network:ResourceAllocation",
    "collaborators-walk": "scinet.models.collaborators.network:AuthorWalk",
    "collaborators-lambdarank": "scinet.models.collaborators.lambdarank:CollaboratorsLambdarank",
    "collaborators-bm25": "scinet.models.collaborators.text_similarity:AuthorWords",
    "collaborators-embedding-fusion": "scinet.models.collaborators.text_similarity:AuthorVectors",
    "collaborators-rank-fusion": "scinet.models.collaborators.text_similarity:NearPapers",
    "collaborators-hierarchical-clustering": (
        "scinet.models.collaborators.text_similarity:AuthorClusters"
    ),
    "collaborators-fuse": "scinet.models.fusion:CollaboratorsFuse",
}
