"""Inputs of prompts from a query itself: the request, texts, candidates, the day."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from scinet.eval.task import Query
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot

Material: TypeAlias = list[dict[str, str]]
"""Named texts for prompts."""

_SIDES: Final = ("a", "b")


def shared_inputs(query: Query) -> dict[str, Any]:
    """Make the inputs shared by all prompts of systems, besides retrieved material.

    Texts are the abstract of the query's subject, or both works to choose from.
    """
    texts = []
    if abstract := query.inputs.get("abstract"):
        texts.append({"name": "Abstract", "text": str(abstract)})
    for side in _SIDES:
        if isinstance(of := query.inputs.get(side), dict):
            parts: Sequence[Any] = (of.get("name"), of.get("title"), of.get("abstract"))
            text = "\n".join(str(part) for part in parts if part)
            texts.append({"name": side.upper(), "text": text})
    return {"question": query.text, "day": query.before.isoformat(), "texts": texts}


def format_title(snapshot: Snapshot, place: int) -> str:
    """Format title and year of a paper."""
    year = date_of(int(snapshot.day[place])).year
    return f"{snapshot.title[place] or '(no title is known)'} ({year})"


def id_material(query: Query) -> Material:
    """Return the ids in the query, for systems that can look them up."""
    named = {
        name: [value] if isinstance(value, str) else value
        for name, value in query.inputs.items()
        if name.endswith(("_id", "_ids")) and value
    }
    for side in _SIDES:
        of = query.inputs.get(side)
        if isinstance(of, dict) and of.get("paper_id"):
            named[f"paper {side.upper()}"] = [of["paper_id"]]
    lines = [f"{name}: {', '.join(map(str, values))}" for name, values in named.items()]
    return [{"name": "Ids in the network", "text": "\n".join(lines)}] if lines else []
