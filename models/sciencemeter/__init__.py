"""Language models that are asked what they know of papers, and updates of them."""

from typing import Final

SYSTEMS: Final = {
    "claims-llm": "scinet.models.sciencemeter.systems:ClaimsLlm",
    "claims-llm-rag": "scinet.models.sciencemeter.systems:ClaimsLlmRag",
    "claims-local": "scinet.models.sciencemeter.systems:ClaimsLocal",
}
