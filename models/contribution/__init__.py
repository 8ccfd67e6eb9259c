"""Systems and measures of the task that asks for a title and an abstract."""

from typing import Final

SYSTEMS: Final = {
    "nearest-reference": "scinet.models.contribution.earlier_papers:NearestReference",
    "random-reference": "scinet.models.contribution.earlier_papers:RandomReference",
    "random-paper": "scinet.models.contribution.earlier_papers:RandomPaper",
    "recombined": "scinet.models.contribution.recombined:Recombined",
    "contribution-llm": "scinet.models.contribution.language_model:Foreseen",
    "paraphrase": "scinet.models.contribution.language_model:Paraphrase",
}
