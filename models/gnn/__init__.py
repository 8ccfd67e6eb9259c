"""Graph networks that put candidates in order, on neighbourhoods as of the day of a question.

Walks name the candidates; a network sees who they and the asker are and corrects the order of
the walks. Before the first step of training it answers as the walks do.
"""

from typing import Final

SYSTEMS: Final = {
    "collaborators-sage": "scinet.models.gnn.systems:CollaboratorsSage",
    "collaborators-hgt": "scinet.models.gnn.systems:CollaboratorsHgt",
    "collaborators-temporal": "scinet.models.gnn.systems:CollaboratorsTemporal",
    "prior-work-sage": "scinet.models.gnn.systems:PriorWorkSage",
    "prior-work-hgt": "scinet.models.gnn.systems:PriorWorkHgt",
    "prior-work-temporal": "scinet.models.gnn.systems:PriorWorkTemporal",
    "prior-work-title-sage": "scinet.models.gnn.systems:TitleSage",
    "prior-work-title-hgt": "scinet.models.gnn.systems:TitleHgt",
    "prior-work-title-temporal": "scinet.models.gnn.systems:TitleTemporal",
}
