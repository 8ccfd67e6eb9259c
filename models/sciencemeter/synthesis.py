"""Claims and subjects of papers, written by a language model from titles and abstracts."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from scinet.graph.schema.dates import day_of
from scinet.graph.snapshot import Snapshot
from scinet.llm import prompts
from scinet.llm.batch_client import LLMSession
from scinet.llm.question import Question, Reply
from scinet.llm.reply_text import strip_thinking
from scinet.models.sciencemeter.context_library import has_abstract

_STANCES: Final = ("support", "refute")


@dataclass(frozen=True, slots=True)
class GeneratedText:
    """What a model wrote.

    Attributes:
        rows: Lines of a file of claims (``paper_id``, ``stance``, ``text``, ``origin``) or of
            subjects (``paper_id``, ``subject``, ``origin``).
        counts: Papers by how the question about each ended.
    """

    rows: list[dict[str, Any]]
    counts: Mapping[str, int]


def sample_papers(snapshot: Snapshot, after: Any, papers: int, seed: int) -> list[int]:
    """Positions, in time order, of papers with title and abstract from a day on.

    All where ``papers`` is 0, else a random sample of so many.
    """
    able = has_abstract(snapshot)
    if after is not None:
        able &= snapshot.first_day >= day_of(after)
    places = np.flatnonzero(able)
    if papers and papers < len(places):
        places = np.sort(np.random.default_rng(seed).choice(places, papers, replace=False))
    return [int(place) for place in places]


def write_claims(snapshot: Snapshot, places: Sequence[int], asker: LLMSession) -> GeneratedText:
    """One claim that each paper backs and one that it does not."""
    origin, replies = _send_questions("claims", snapshot, places, asker)
    rows = [
        {"paper_id": reply.item, "stance": stance, "text": reply.value[stance], "origin": origin}
        for reply in replies
        if reply.value is not None
        for stance in _STANCES
    ]
    return GeneratedText(rows, Counter(reply.status for reply in replies))


def write_subjects(snapshot: Snapshot, places: Sequence[int], asker: LLMSession) -> GeneratedText:
    """What each paper is about, in a phrase."""
    origin, replies = _send_questions("subject", snapshot, places, asker)
    rows = [
        {"paper_id": reply.item, "subject": strip_thinking(reply.text), "origin": origin}
        for reply in replies
        if reply.status == "ok" and reply.text is not None and strip_thinking(reply.text)
    ]
    return GeneratedText(rows, Counter(reply.status for reply in replies))


def _send_questions(
    name: str, snapshot: Snapshot, places: Sequence[int], asker: LLMSession
) -> tuple[str, list[Reply]]:
    """What rows name as their origin, and a reply for each paper."""
    prompt = prompts.load_prompt(f"sciencemeter/{name}")
    questions = [
        Question(
            str(snapshot.paper_id[place]),
            prompt,
            {field: getattr(snapshot, field)[place] for field in prompt.inputs},
            before=snapshot.before,
        )
        for place in places
    ]
    return f"{asker.endpoint.model}, {prompt.name} {prompt.version}", asker.ask(questions)
