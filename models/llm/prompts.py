"""What a query itself shows a language model: the request, texts, candidates, the day."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from scinet.eval.task import Query
from scinet.graph.schema.dates import date_of
from scinet.graph.snapshot import Snapshot

Material: TypeAlias = list[dict[str, str]]
"""Texts with names, as prompts take them."""

_SIDES: Final = ("a", "b")


def shared_inputs(query: Query) -> dict[str, Any]:
    """Inputs that all prompts of systems share, besides the material that was found.

    Texts are the abstract of what is asked about, or both works of which one is to be chosen.
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
    """Title and year of a paper."""
    year = date_of(int(snapshot.day[place])).year
    return f"{snapshot.title[place] or '(no title is known)'} ({year})"


def id_material(query: Query) -> Material:
    """The ids of what the query names, for systems that can look them up."""
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
