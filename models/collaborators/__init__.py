"""Systems that tell with whom an author will write next."""

from typing import Final

SYSTEMS: Final = {
    "collaborators-frequency": "scinet.models.collaborators.earlier:Frequency",
    "collaborators-faded": "scinet.models.collaborators.earlier:Faded",
    "collaborators-common": "scinet.models.collaborators.near:CommonNeighbours",
    "collaborators-adamic-adar": "scinet.models.collaborators.near:AdamicAdar",
    "collaborators-resource-allocation": "scinet.models.collaborators.near:ResourceAllocation",
    "collaborators-walk": "scinet.models.collaborators.near:AuthorWalk",
    "collaborators-lambdarank": "scinet.models.collaborators.lambdarank:CollaboratorsLambdarank",
    "collaborators-bm25": "scinet.models.collaborators.profiles:AuthorWords",
    "collaborators-embedding-fusion": "scinet.models.collaborators.profiles:AuthorVectors",
    "collaborators-rank-fusion": "scinet.models.collaborators.profiles:NearPapers",
    "collaborators-fuse": "scinet.models.fusion:CollaboratorsFuse",
}
