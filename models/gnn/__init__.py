"""Graph networks that rerank candidates, on neighbourhoods as of the day of a question.

Walks name the candidates; a network sees authors and candidates and corrects the order of the
walks. Before training it answers as the walks do.
"""

from typing import Final

SYSTEMS: Final = {
    "collaborators-gnn": "scinet.models.gnn.systems:CollaboratorsNetwork",
    "prior-work-gnn": "scinet.models.gnn.systems:PriorWorkNetwork",
    "prior-work-title-gnn": "scinet.models.gnn.systems:PriorWorkTitleNetwork",
}
