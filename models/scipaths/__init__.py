"""SciPaths' systems: what enabled a contribution, and in which papers that is grounded."""

from typing import Final

SYSTEMS: Final = {
    "enabling-nearest": "scinet.models.scipaths.enabling:EnablingNearest",
    "enabling-llm": "scinet.models.scipaths.enabling:EnablingModel",
    "grounding-search": "scinet.models.scipaths.grounding:GroundingSearch",
    "grounding-queries": "scinet.models.scipaths.grounding:GroundingQueries",
    "grounding-llm": "scinet.models.scipaths.grounding:GroundingScores",
    "single-nearest": "scinet.models.scipaths.single:SingleNearest",
    "single-llm": "scinet.models.scipaths.single:SingleScores",
}
