"""Questions which of two had more impact: as this package asks them, or as SciImpact does."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal

from scinet.eval.answer import SIDES, Side
from scinet.eval.suites.sciimpact.official.prompts import published
from scinet.eval.suites.sciimpact.official.replies import parsed
from scinet.eval.task import Query, Row, Task
from scinet.llm.prompts import load
from scinet.llm.question import Question
from scinet.models.llm.prompts import Material, shared

# SciImpact's scripts read these sentences as well.
_PREDICATES: Final[Mapping[str, tuple[str, str]]] = {
    "citation": ("Paper", "has more citations"),
    "award-cs": ("Paper", "won the award"),
    "award-mdpi": ("Paper", "won the award"),
    "award-nobel": ("Paper", "is the Nobel Prize-winning paper"),
    "patent": ("Paper", "has more patents that cite it"),
    "media": ("Paper", "has more media coverage"),
    "code": ("Repo", "has more stars"),
    "dataset": ("Dataset", "has more downloads"),
    "model": ("Model", "has more downloads"),
}
_OTHERWISE: Final = ("Paper", "had more impact")


def question(query: Query, material: Material, clone: Path | None) -> Question:
    """The question, by the published prompt of its dimension where there is a clone with it."""
    if clone is None:
        inputs = {**shared(query), "material": material, "sentences": sentences(query)}
        return Question(query.query_id, load("systems/choice"), inputs, query.before)
    prompt = published(clone, str(query.inputs["dimension"]))
    texts = {side: query.inputs[side] for side in "ab"}
    filled = {"system": prompt.system, "user": prompt.filled(texts)}
    return Question(query.query_id, load("sciimpact/published"), filled, query.before)


def side(query: Query, text: str, clone: Path | None) -> Side | Literal[""]:
    """Which one a reply names, read as the prompt's own scripts do; empty for neither."""
    if clone is None:
        return chosen(text, sentences(query))
    found = parsed(text, str(query.inputs["dimension"]))
    return "A" if found == "A" else "B" if found == "B" else ""


def conversations(task: Task, split: str, clone: Path | None) -> Iterator[Row]:
    """Questions with their true answers, as ShareGPT writes conversations; ties are left out."""
    truth = task.truth(split)
    for query in task.queries(split):
        row = truth[query.query_id]
        if row.get("is_tie") or not row.get("has_text", True):
            continue
        asked = question(query, [], clone).messages()
        options = (
            {name: f"{text}." for name, text in sentences(query).items()}
            if clone is None
            else published(clone, str(query.inputs["dimension"])).sentences
        )
        turns = [
            {"from": "system" if message.role == "system" else "human", "value": message.content}
            for message in asked
        ]
        answer = {"from": "gpt", "value": options[row["choice"]]}
        yield {"conversations": [*turns, answer]}


def sentences(query: Query) -> dict[Side, str]:
    """The two sentences of which one is the answer, by choice."""
    name, predicate = _PREDICATES.get(str(query.inputs.get("dimension")), _OTHERWISE)
    return {side: f"{name} {side} {predicate}" for side in SIDES}


def chosen(text: str, allowed: Mapping[Side, str]) -> Side | Literal[""]:
    """``A`` or ``B`` where a text holds one of two sentences and not the other, else empty."""
    folded = " ".join(text.casefold().split())
    found = [side for side, sentence in allowed.items() if sentence.casefold() in folded]
    return found[0] if len(found) == 1 else ""
