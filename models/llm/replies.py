"""From a query to the prompt for its answer type, and from the reply to the answer.

There is one prompt for each type: lists of papers, lists of authors, a number, one of two.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from scinet.errors import NotFoundError
from scinet.eval.answer import Answer, Choice, NoAnswer, Number
from scinet.eval.ranked_list import AuthorList, Item, PaperList
from scinet.eval.task import Query
from scinet.eval.titles import key
from scinet.llm.prompts import load
from scinet.llm.question import Question, Reply, Usage
from scinet.models.base.system import Context
from scinet.models.llm import pairs
from scinet.models.llm.prompts import Material, shared, titled

# The prompt for each answer type, and what that asks for in words.
_ASKED: Final[Mapping[type[Answer], tuple[str, str]]] = {
    PaperList: ("systems/papers", "a ranked list of papers by id, or a chain of papers"),
    AuthorList: ("systems/authors", "a ranked list of authors by id"),
    Number: ("systems/number", "one number"),
    Choice: ("systems/choice", "which of the two, A or B"),
}


class TaskPrompt:
    """Questions and answers of the type that a task wants, on one graph as of a day.

    Lists of at most ``most`` are asked for; of a query with more than ``listed`` candidates none is
    shown. Of two things it is asked as SciImpact does where ``clone`` holds its scripts.
    """

    def __init__(
        self, context: Context, *, most: int, listed: int, clone: Path | None = None
    ) -> None:
        self._clone = clone
        self._context = context
        self._snapshot = context.snapshot
        self._type = context.task_type.answers
        self._most = most
        self._listed = listed

    @property
    def wanted(self) -> str:
        """What is asked for in the end, in words."""
        return _ASKED[self._type][1]

    def question(self, query: Query, material: Material) -> Question:
        """The question that asks for the answer itself, with the material that was found."""
        if self._type is Choice:
            return pairs.question(query, material, self._clone)
        inputs: dict[str, Any] = {**shared(query), "material": material}
        if self._type is not Number:
            inputs["most"] = min(query.k, self._most)
            inputs["candidates"] = self.candidates(query)
        prompt = load(_ASKED[self._type][0])
        return Question(query.query_id, prompt, inputs, self._context.before)

    def candidates(self, query: Query) -> Material:
        """What may be listed, where that is limited to a few: ids with titles, or with names."""
        ids = query.candidates or ()
        if len(ids) > self._listed:
            return []
        if self._type is AuthorList:
            return [{"id": one, "name": self._author_name.get(one, one)} for one in ids]
        snapshot = self._snapshot
        return [{"id": one, "name": titled(snapshot, snapshot.index(one))} for one in ids]

    def answer(
        self,
        query: Query,
        reply: Reply,
        *,
        explanation: Mapping[str, Any] | None = None,
        spent: Usage | None = None,
    ) -> Answer:
        """The answer that a reply holds, or how the query ended without one.

        The explanation says what led to it, ``spent`` what was taken before.
        """
        used = asdict((spent or Usage()) + reply.usage)
        about = {**(explanation or {}), "reply": reply.text}
        if reply.status != "ok":
            return failed(query, reply, about, used)
        return replace(self._held(query, reply), explanation=about, usage=used)

    def _held(self, query: Query, reply: Reply) -> Answer:
        value = reply.value or {}
        if self._type is Choice:
            return Choice(query.query_id, pairs.side(query, reply.text or "", self._clone))
        if self._type is Number:
            return Number(query.query_id, value["value"])
        if self._type is AuthorList:
            return AuthorList(query.query_id, tuple(self._authors(value["authors"])))
        return PaperList(query.query_id, tuple(self._papers(value["papers"])))

    def _papers(self, listed: list[dict[str, Any]]) -> Iterator[Item]:
        """Papers by id where the network has it before the day, else by title and year."""
        for one in listed:
            if one["id"] and (self._is_paper(one["id"]) or not one["title"]):
                yield Item(one["id"])
            elif one["title"]:
                yield Item(title=one["title"], year=one["year"])

    def _authors(self, listed: list[dict[str, Any]]) -> Iterator[Item]:
        """Authors by id; a name that one author has becomes the id, others stay and are unknown."""
        for one in listed:
            if one["id"] and (one["id"] in self._author_name or not one["name"]):
                yield Item(one["id"])
            elif one["name"]:
                same = self._authors_named.get(key(one["name"]), [])
                yield Item(same[0] if len(same) == 1 else one["name"])

    def _is_paper(self, paper: str) -> bool:
        try:
            self._snapshot.index(paper)
        except NotFoundError:
            return False
        return True

    @cached_property
    def _author_name(self) -> dict[str, str]:
        snapshot = self._snapshot
        named = zip(snapshot.author_id, snapshot.author_name, strict=True)
        return {str(author): str(name or author) for author, name in named}

    @cached_property
    def _authors_named(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for author, name in self._author_name.items():
            found.setdefault(key(name), []).append(author)
        return found


def failed(query: Query, reply: Reply, about: Mapping[str, Any], used: Mapping[str, Any]) -> Answer:
    """How a query ended without an answer."""
    return NoAnswer(query.query_id, reply.status, reply.reason, explanation=about, usage=used)
