"""From a query to the prompt for the form of its answer, and from the reply to the answer.

There is one prompt for each form: lists of papers, lists of authors, a number, one of two.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from scinet.eval.run import Answer, Answers, Item
from scinet.eval.task import Query
from scinet.eval.titles import key
from scinet.graph.snapshot import Snapshot
from scinet.llm.prompts import Prompt, load
from scinet.llm.question import Question, Reply, Usage
from scinet.models.language.told import Material, candidates, told
from scinet.models.system import Context

WANTED: Final[Mapping[Answers, str]] = {
    "paper": "a ranked list of papers by id, or a chain of papers",
    "author": "a ranked list of authors by id",
    "number": "one number",
    "choice": "which of the two, A or B",
}
_PROMPTS: Final[Mapping[Answers, str]] = {
    "paper": "systems/papers",
    "author": "systems/authors",
    "number": "systems/number",
    "choice": "systems/choice",
}
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


def closing(
    query: Query, context: Context, material: Material, *, most: int, listed: int
) -> Question:
    """The question that asks for the answer itself, in the form of the task.

    Args:
        query: The query.
        context: The graph as of its day, and the task.
        material: What was found, empty for nothing.
        most: Longest list.
        listed: Most candidates that are told.
    """
    form = context.kind.answers
    inputs: dict[str, Any] = {**told(query, context), "material": material}
    if form == "choice":
        inputs["sentences"] = sentences(query)
    elif form != "number":
        inputs["most"] = min(query.k, most)
        inputs["candidates"] = candidates(query, context.snapshot, form, listed)
    return Question(query.query_id, prompt_of(form), inputs, context.before)


def prompt_of(form: Answers) -> Prompt:
    """The prompt for answers of a form."""
    return load(_PROMPTS[form])


def answer(
    query: Query,
    reply: Reply,
    context: Context,
    *,
    explanation: Mapping[str, Any] | None = None,
    spent: Usage | None = None,
) -> Answer:
    """The answer that a reply holds, or how the query ended without one.

    Args:
        query: The query.
        reply: The reply to :func:`closing`.
        context: As there.
        explanation: What led to it.
        spent: What was taken before.
    """
    used = asdict((spent or Usage()) + reply.usage)
    about = {**(explanation or {}), "reply": reply.text}
    if reply.status != "ok":
        return Answer(
            query.query_id,
            explanation=about,
            status=reply.status,
            reason=reply.reason,
            usage=used,
        )
    held = _held(query, reply, context)
    return Answer(query.query_id, explanation=about, usage=used, **held)


def sentences(query: Query) -> dict[str, str]:
    """The two sentences of which one is the answer, by choice."""
    name, predicate = _PREDICATES.get(str(query.inputs.get("dimension")), _OTHERWISE)
    return {side: f"{name} {side} {predicate}" for side in ("A", "B")}


def chosen(text: str, allowed: Mapping[str, str]) -> str:
    """``A`` or ``B`` where a text holds one of two sentences and not the other, else empty."""
    folded = " ".join(text.casefold().split())
    found = [side for side, sentence in allowed.items() if sentence.casefold() in folded]
    return found[0] if len(found) == 1 else ""


def _held(query: Query, reply: Reply, context: Context) -> dict[str, Any]:
    form, value = context.kind.answers, reply.value or {}
    if form == "choice":
        return {"choice": chosen(reply.text or "", sentences(query))}
    if form == "number":
        return {"value": value["value"]}
    if form == "author":
        return {"items": _authors(value["authors"], context.snapshot)}
    return {"items": _papers(value["papers"], context.snapshot)}


def _papers(listed: list[dict[str, Any]], snapshot: Snapshot) -> tuple[Item, ...]:
    """Papers by id where the network has it before the day, else by title and year."""
    known = set(snapshot.paper_id)
    items = []
    for one in listed:
        if one["id"] and (one["id"] in known or not one["title"]):
            items.append(Item(one["id"]))
        elif one["title"]:
            items.append(Item(title=one["title"], year=one["year"]))
    return tuple(items)


def _authors(listed: list[dict[str, Any]], snapshot: Snapshot) -> tuple[Item, ...]:
    """Authors by id; a name that one author has becomes the id, any other stays and is unknown."""
    known = set(snapshot.author_id)
    named: dict[str, list[str]] = {}
    for author, name in zip(snapshot.author_id, snapshot.author_name, strict=True):
        named.setdefault(key(str(name or "")), []).append(str(author))
    items = []
    for one in listed:
        if one["id"] and (one["id"] in known or not one["name"]):
            items.append(Item(one["id"]))
        elif one["name"]:
            same = named.get(key(one["name"]), [])
            items.append(Item(same[0] if len(same) == 1 else one["name"]))
    return tuple(items)
