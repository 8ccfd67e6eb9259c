"""What a system answers to a query: one class per answer type.

The fields of a class are those of its line in a run file, which pydantic checks. A type also says
what of it is scored, what is counted in it, and what the controls answer.
"""

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, TypeVar

import numpy as np
from pydantic import BaseModel, Field, StrictStr, TypeAdapter

from scinet.llm.question import Reply, Status

ControlName: TypeAlias = Literal["random", "constant", "oracle", "anti-oracle"]
Side: TypeAlias = Literal["A", "B"]

SIDES: Final[tuple[Side, Side]] = ("A", "B")

FiniteFloat: TypeAlias = Annotated[float, Field(strict=True, allow_inf_nan=False)]
"""A number that is neither infinite nor NaN."""

Content = TypeVar("Content")


@dataclass(frozen=True)
class Answer(ABC):
    """How a query ended.

    Attributes:
        explanation: Anything that says why.
        usage: Calls, tokens and cost of a language model.
    """

    query_id: StrictStr
    explanation: Any = field(default=None, kw_only=True)
    usage: Mapping[str, Any] | None = field(default=None, kw_only=True)

    name: ClassVar[str]

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> Self:
        """Read a line of a run file; a ``ValidationError`` says how it breaks the format."""
        found: Self = _adapter(cls).validate_python(row)
        return found

    @abstractmethod
    def given(self) -> dict[str, Any]:
        """What its line in a run file holds of its own."""

    @property
    def fault(self) -> str | None:
        """Why it holds nothing; None where it does."""
        return None

    def numbers(self) -> Iterable[float | None]:
        """All numbers in it, which have to be finite."""
        return ()

    def row(self) -> dict[str, Any]:
        """Its line in a run file; None is left out."""
        common = {"explanation": self.explanation, "usage": self.usage}
        return without_none({"query_id": self.query_id, **self.given(), **common})


@dataclass(frozen=True)
class NoAnswer(Answer):
    """A query that ended without an answer."""

    name = "none"

    status: Status
    reason: str | None = None

    @classmethod
    def to(cls, query_id: str, reply: Reply) -> Self:
        """A query whose question to a language model ended without an answer."""
        return cls(query_id, reply.status, reply.reason, usage=asdict(reply.usage))

    @property
    def fault(self) -> str | None:
        """The reason, or how it ended."""
        return self.reason or self.status

    def given(self) -> dict[str, Any]:
        """How it ended, and why."""
        return {"status": self.status, "reason": self.reason}


@dataclass(frozen=True)
class Single(Answer, ABC, Generic[Content]):
    """An answer that is one thing, scored as it was given."""

    @property
    @abstractmethod
    def content(self) -> Content:
        """What is scored."""

    @classmethod
    def counts(cls, contents: Sequence[Content]) -> dict[str, int]:
        """What is counted in the answers of a run."""
        del contents
        return {}

    @classmethod
    @abstractmethod
    def control(
        cls,
        name: ControlName,
        queries: Sequence[str],
        ideal: Sequence[Any],
        rng: np.random.Generator,
    ) -> "list[Single[Content]]":
        """What a control answers; ``ideal`` is the best answer to each query."""


@dataclass(frozen=True)
class Number(Single[float]):
    """A number."""

    name = "number"

    value: FiniteFloat

    @property
    def content(self) -> float:
        """The number."""
        return self.value

    def given(self) -> dict[str, Any]:
        """The number."""
        return {"value": self.value}

    def numbers(self) -> Iterable[float | None]:
        """The number."""
        return (self.value,)

    @classmethod
    def counts(cls, contents: Sequence[float]) -> dict[str, int]:
        """How many are negative."""
        return {"negative": sum(value < 0.0 for value in contents)}

    @classmethod
    def control(
        cls,
        name: ControlName,
        queries: Sequence[str],
        ideal: Sequence[Any],
        rng: np.random.Generator,
    ) -> list[Single[float]]:
        """The true numbers shuffled, their median, themselves, or the largest for the smallest."""
        true = np.array(ideal, dtype=float)
        if name == "random":
            values = rng.permutation(true)
        elif name == "constant":
            values = np.full(len(true), np.median(true))
        elif name == "oracle":
            values = true
        else:
            order = np.argsort(true, kind="stable")
            values = np.empty_like(true)
            values[order] = true[order[::-1]]
        return [Number(query, float(value)) for query, value in zip(queries, values, strict=True)]


@dataclass(frozen=True)
class Choice(Single["Choice"]):
    """One of two.

    Attributes:
        choice: ``A`` or ``B``; empty for a reply that names neither.
        score: How far A is ahead of B; negative where B is.
    """

    name = "choice"

    choice: Literal["A", "B", ""]
    score: FiniteFloat | None = None

    @property
    def content(self) -> "Choice":
        """The choice with its score."""
        return self

    def given(self) -> dict[str, Any]:
        """The choice and its score."""
        return {"choice": self.choice, "score": self.score}

    def numbers(self) -> Iterable[float | None]:
        """The score."""
        return (self.score,)

    @classmethod
    def counts(cls, contents: "Sequence[Choice]") -> dict[str, int]:
        """How many name neither side."""
        return {"neither": sum(not one.choice for one in contents)}

    @classmethod
    def control(
        cls,
        name: ControlName,
        queries: Sequence[str],
        ideal: Sequence[Any],
        rng: np.random.Generator,
    ) -> "list[Single[Choice]]":
        """A coin's side, always A, the true side, or the other one."""
        first, second = SIDES
        found: list[Single[Choice]] = []
        for query, right in zip(queries, ideal, strict=True):
            if name == "random":
                choice = SIDES[rng.integers(2)]
            elif name == "constant":
                choice = first
            else:
                choice = first if (right == first) == (name == "oracle") else second
            found.append(Choice(query, choice))
        return found


@dataclass(frozen=True)
class Text(Single[str]):
    """A text."""

    name = "text"

    text: StrictStr

    @property
    def content(self) -> str:
        """The text."""
        return self.text

    def given(self) -> dict[str, Any]:
        """The text."""
        return {"text": self.text}

    @classmethod
    def control(
        cls,
        name: ControlName,
        queries: Sequence[str],
        ideal: Sequence[Any],
        rng: np.random.Generator,
    ) -> list[Single[str]]:
        """Text of another query, of the first one, the true one, or nothing."""
        return [Text(queries[at], ideal[of]) for at, of in _written(name, len(queries), rng)]


@dataclass(frozen=True)
class Record(Single[Mapping[str, Any]]):
    """A JSON object; a task's own records are a subclass with a schema.

    Attributes:
        schema: What it has to fit.
    """

    name = "record"
    schema: ClassVar[type[BaseModel] | None] = None

    record: Mapping[str, Any]

    @property
    def content(self) -> Mapping[str, Any]:
        """The object."""
        return self.record

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> Self:
        """Read a line of a run file."""
        found = super().parse(row)
        if cls.schema is not None:
            cls.schema.model_validate(found.record)
        return found

    def given(self) -> dict[str, Any]:
        """The object."""
        return {"record": self.record}

    @classmethod
    def control(
        cls,
        name: ControlName,
        queries: Sequence[str],
        ideal: Sequence[Any],
        rng: np.random.Generator,
    ) -> list[Single[Mapping[str, Any]]]:
        """Record of another query, of the first one, the true one, or nothing."""
        return [cls(queries[at], ideal[of]) for at, of in _written(name, len(queries), rng)]


def parse(row: Mapping[str, Any], wanted: type[Answer]) -> Answer:
    """Read a line of a run file: an answer of the type that the task asks for, or why not."""
    return (wanted if row.get("status", "ok") == "ok" else NoAnswer).parse(row)


def content_of(answer: Answer | None) -> Any:
    """What is scored of an answer that is one thing; None where there is none."""
    return answer.content if isinstance(answer, Single) else None


@cache
def _adapter(answer: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(answer)


def without_none(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without the fields that hold None."""
    return {key: value for key, value in row.items() if value is not None}


def _written(name: ControlName, size: int, rng: np.random.Generator) -> Iterable[tuple[int, int]]:
    """For each query that a control answers: its place, and whose true answer it gives."""
    if name == "anti-oracle":
        return []
    if name == "random":  # a derangement: everyone gets the next one's in a random circle
        circle = rng.permutation(size)
        of = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
        return [(place, of[place]) for place in range(size)]
    return [(place, 0 if name == "constant" else place) for place in range(size)]


def is_finite(answer: Answer) -> bool:
    """Whether all numbers in an answer are finite."""
    return all(number is None or math.isfinite(number) for number in answer.numbers())
