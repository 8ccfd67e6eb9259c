"""Questions about claims, and answers made of the replies; who replies does not matter here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import reduce
from operator import add
from typing import Any, Final, Protocol, TypeAlias

from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.suites.sciencemeter.judgment import PHRASINGS
from scinet.eval.suites.sciencemeter.metrics import Choice, read_choice
from scinet.eval.task import Query
from scinet.llm import prompts
from scinet.llm.question import Question, Reply

Shown: TypeAlias = Sequence[Mapping[str, str]]
"""Papers that are put before a question: ``paper_id``, ``title``, ``abstract``."""

_BLOCK: Final = 64  # queries asked together; what is done of a stopped run is not asked again


class Answerer(Protocol):
    """A language model."""

    def ask(self, questions: Sequence[Question]) -> list[Reply]:
        """Reply to each question, in order."""


def answers(
    queries: Sequence[Query],
    model: Answerer,
    shown: Callable[[Query], Shown],
    *,
    sample: int = 0,
) -> Iterator[Answer]:
    """Ask about each query, and read what was replied.

    Args:
        queries: Of a task of ScienceMeter.
        model: Who is asked.
        shown: Papers that are put before a query's questions.
        sample: Number of the draw, where a model is asked more than once.

    Yields:
        One answer per query, in order. An answer whose first reply failed fails as that did; what
        else failed is invalid in it.
    """
    for start in range(0, len(queries), _BLOCK):
        block = queries[start : start + _BLOCK]
        before = [shown(query) for query in block]
        asked = [
            questions(query, papers, sample=sample)
            for query, papers in zip(block, before, strict=True)
        ]
        replies = iter(model.ask([question for listed in asked for question in listed]))
        for query, papers, listed in zip(block, before, asked, strict=True):
            yield _answer(query, [next(replies) for _ in listed], papers)


def questions(query: Query, shown: Shown, *, sample: int = 0) -> list[Question]:
    """The questions of one query: each phrasing, then whether more information is needed."""
    inputs = query.inputs
    title, subject, claim = (inputs.get(name) for name in ("title", "subject", "claim"))
    updates = [{"title": paper["title"], "abstract": paper["abstract"]} for paper in shown]
    filled: list[tuple[str, dict[str, Any]]]
    if claim is not None:
        one = {"claim": claim, "title": title, "updates": updates}
        filled = [(f"claim-{number}", one) for number in range(1, PHRASINGS + 1)]
    else:
        filled = [("generation", {"title": title, "subject": subject, "updates": updates})]
    more = {"claim": claim, "title": title, "subject": subject, "updates": updates}
    return [
        Question(
            item=f"{query.query_id} {name}",
            prompt=prompts.load(f"sciencemeter/{name}"),
            inputs=given,
            before=query.before,
            sample=sample,
        )
        for name, given in (*filled, ("information", more))
    ]


def _answer(query: Query, replies: Sequence[Reply], shown: Shown) -> Answer:
    *said, information = replies
    usage = asdict(reduce(add, (reply.usage for reply in replies)))
    explanation = {"shown": [paper["paper_id"] for paper in shown]} if shown else None
    if said[0].status != "ok":
        first = said[0]
        return NoAnswer(query.query_id, first.status, first.reason, usage=usage)
    record: dict[str, Any] = {"more_information": _choice(information)}
    if "claim" in query.inputs:
        record["choices"] = [_choice(reply) for reply in said]
        record["replies"] = [_text(reply) for reply in said]
    else:
        record["claim"] = _text(said[0]).strip()
    return Record(query.query_id, record, explanation=explanation, usage=usage)


def _choice(reply: Reply) -> Choice:
    return read_choice(_text(reply), "strict")


def _text(reply: Reply) -> str:
    """What was said; nothing where the reply failed."""
    return (reply.text or "") if reply.status == "ok" else ""
