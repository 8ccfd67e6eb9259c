"""Systems that ask a language model: closed book, with retrieved papers, or with tools."""

from typing import Final

SYSTEMS: Final = {
    "llm": "scinet.models.llm.system:LanguageModel",
    "llm-rag": "scinet.models.llm.rag:Retrieved",
    "llm-graph": "scinet.models.llm.graph:GraphAgent",
    "llm-graph-edges": "scinet.models.llm.graph:EdgeAgent",
}
