"""A network that brings the vectors of a team near to those of whom or what it will turn to."""

from typing import Final

SYSTEMS: Final = {
    "collaborators-projection": "scinet.models.projection.systems:CollaboratorsProjection",
    "prior-work-projection": "scinet.models.projection.systems:PriorWorkProjection",
}
