"""Systems that answer what they know: a model behind an endpoint, or one on this machine.

Either is asked as it is, or with papers put before each question; who replies does not matter to
the questions about claims and to the answers made of the replies.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import reduce
from operator import add
from typing import Any, Final

from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Answer, NoAnswer, Record
from scinet.eval.suites.sciencemeter.judgment import PHRASINGS
from scinet.eval.suites.sciencemeter.metrics import Choice, read_choice
from scinet.eval.task import Query
from scinet.llm import prompts
from scinet.llm.question import Question, Reply
from scinet.llm.spoken import spoken
from scinet.models.base.system import Context, System, with_language_model
from scinet.models.llm.system import Answerer, asker_of
from scinet.models.sciencemeter.shown import Library, Shown, Way
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class Knowing(System):
    """A model that is asked about claims.

    Attributes:
        found: What is put before each question; see :class:`Library`.
        sample: Number of the sample, to ask a model that samples more than once.
    """

    track = "text"
    answers = Record
    needs = frozenset({"set", "update"})

    found: Way = "none"
    neighbours: Natural = 0
    sample: int = 0

    @abstractmethod
    def model(self, context: Context) -> Answerer:
        """Who is asked."""

    def answer(self, queries: Sequence[Query], context: Context) -> Iterator[Answer]:
        """Ask each question in all its phrasings."""
        library = Library(context.snapshot, self.found, self.neighbours)
        yield from answers(queries, self.model(context), library.shown, sample=self.sample)


@checked(frozen=True, config=OPTIONS)
class ClaimsLlm(Knowing):
    """A model behind an endpoint, by its memory alone."""

    name = "claims-llm"
    summary = "a language model judges or states claims from memory"
    asks_model = True

    def model(self, context: Context) -> Answerer:
        """The endpoint."""
        return asker_of(context)


@checked(frozen=True, config=OPTIONS)
class ClaimsLlmRag(ClaimsLlm):
    """The same with a paper put before each question: an update without any training."""

    name = "claims-llm-rag"
    summary = "claims-llm with a new paper put before each question: given, or found"

    found: Way = "given"


@checked(frozen=True, config=OPTIONS)
class ClaimsLocal(Knowing):
    """A model on this machine, as it was published or after `scinet train`.

    Attributes:
        folder: Folder of a transformers model, or of an update of one.
    """

    name = "claims-local"
    summary = "a transformers model on this machine judges or states claims"

    folder: str = ""
    batch: int = 8

    @property
    def settings(self) -> dict[str, Any]:
        """Also a caution, which no endpoint brings."""
        return with_language_model(super().settings)

    def model(self, context: Context) -> Answerer:
        """The model, loaded."""
        from scinet.models.local.model import LocalModel

        if not self.folder:
            raise DataError("no model is named", hint="Give -o folder=FOLDER.")
        return LocalModel(self.folder, batch=self.batch)


_BLOCK: Final = 64  # queries asked together; what is done of a stopped run is not asked again


def answers(
    queries: Sequence[Query], model: Answerer, shown: Callable[[Query], Shown], *, sample: int = 0
) -> Iterator[Answer]:
    """Ask about each query, with the papers shown before it, and read what was replied.

    An answer whose first reply failed fails as that did; what else failed is invalid in it.
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
    given: dict[str, Any] = {name: query.inputs.get(name) for name in ("title", "subject", "claim")}
    given["updates"] = [{"title": one["title"], "abstract": one["abstract"]} for one in shown]
    asked = ["generation"]
    if given["claim"] is not None:
        asked = [f"claim-{number}" for number in range(1, PHRASINGS + 1)]
    loaded = {name: prompts.load(f"sciencemeter/{name}") for name in (*asked, "information")}
    return [
        Question(
            item=f"{query.query_id} {name}",
            prompt=prompt,
            inputs={field: given[field] for field in prompt.inputs},
            before=query.before,
            sample=sample,
        )
        for name, prompt in loaded.items()
    ]


def _answer(query: Query, replies: Sequence[Reply], shown: Shown) -> Answer:
    *said, information = replies
    usage = asdict(reduce(add, (reply.usage for reply in replies)))
    explanation = {"shown": [paper["paper_id"] for paper in shown]} if shown else None
    first = said[0]
    if first.status != "ok":
        return NoAnswer(query.query_id, first.status, first.reason, usage=usage)
    record: dict[str, Any] = {"more_information": _choice(information)}
    if "claim" in query.inputs:
        record["choices"] = [_choice(reply) for reply in said]
        record["replies"] = [_text(reply) for reply in said]
    else:
        record["claim"] = spoken(_text(first))
    return Record(query.query_id, record, explanation=explanation, usage=usage)


def _choice(reply: Reply) -> Choice:
    return read_choice(_text(reply), "strict")


def _text(reply: Reply) -> str:
    """What was said; nothing where the reply failed."""
    return (reply.text or "") if reply.status == "ok" else ""
