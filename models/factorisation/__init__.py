"""Systems that compress the network into a few numbers per author and paper, once per period.

The numbers are made as of the first day of the query's year (or month), because to make them for
every day would cost too much; what is dated later in that period is unknown to them.
"""

from typing import Final

SYSTEMS: Final = {
    "collaborators-factors": "scinet.models.factorisation.systems:CollaboratorsFactors",
    "prior-work-factors": "scinet.models.factorisation.systems:PriorWorkFactors",
    "collaborators-embeddings": "scinet.models.factorisation.embeddings:CollaboratorsEmbeddings",
    "prior-work-embeddings": "scinet.models.factorisation.embeddings:PriorWorkEmbeddings",
    "collaborators-gds-link-prediction": "scinet.models.factorisation.embeddings:GdsLinkPrediction",
}
