"""Systems and measures of the task that asks for a title and an abstract."""

from typing import Final

SYSTEMS: Final = {
    "nearest-reference": "scinet.models.contribution.earlier:NearestReference",
    "random-reference": "scinet.models.contribution.earlier:RandomReference",
    "random-paper": "scinet.models.contribution.earlier:RandomPaper",
    "contribution-llm": "scinet.models.contribution.written:Foreseen",
    "paraphrase": "scinet.models.contribution.written:Paraphrase",
}
