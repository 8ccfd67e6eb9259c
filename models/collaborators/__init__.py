"""Systems that rank an author's next co-authors."""

from typing import Final

SYSTEMS: Final = {
    "collaborators-frequency": "scinet.models.collaborators.frequency:Frequency",
    "collaborators-faded": "scinet.models.collaborators.frequency:Faded",
    "collaborators-common": "scinet.models.collaborators.proximity:CommonNeighbours",
    "collaborators-adamic-adar": "scinet.models.collaborators.proximity:AdamicAdar",
    "collaborators-resource-allocation": "scinet.models.collaborators.proximity:ResourceAllocation",
    "collaborators-walk": "scinet.models.collaborators.proximity:AuthorWalk",
    "collaborators-lambdarank": "scinet.models.collaborators.lambdarank:CollaboratorsLambdarank",
    "collaborators-bm25": "scinet.models.collaborators.text_similarity:AuthorWords",
    "collaborators-embedding-fusion": "scinet.models.collaborators.text_similarity:AuthorVectors",
    "collaborators-rank-fusion": "scinet.models.collaborators.text_similarity:NearPapers",
    "collaborators-fuse": "scinet.models.fusion:CollaboratorsFuse",
}
