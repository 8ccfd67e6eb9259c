"""What a system answers to a query: one class per answer type.

The fields of a class are those of its line in a run file, which pydantic checks. A type also says
what of it is scored, what is counted in it, and what the controls answer.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, TypeVar

import numpy as np
from pydantic import BaseModel, Field, StrictStr, TypeAdapter

from scinet.llm.question import Reply, Status

ControlName: TypeAlias = Literal["random", "constant", "oracle", "anti-oracle"]
Side: TypeAlias = Literal["A", "B"]
Choice: TypeAlias = Literal["A", "B", ""]

SIDES: Final[tuple[Side, Side]] = ("A", "B")

FiniteFloat: TypeAlias = Annotated[float, Field(strict=True, allow_inf_nan=False)]
"""A number that is neither infinite nor NaN."""

Content = TypeVar("Content")
_COMMON_FIELDS: Final = {"query_id", "explanation", "usage"}


@dataclass(frozen=True)
class Answer:
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
    def known(cls) -> frozenset[str]:
        """Fields that its line in a run file may have."""
        return frozenset(member.name for member in fields(cls)) | {"status"}

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> Self:
        """Read a line of a run file; a ``ValidationError`` says how it breaks the format."""
        kind: Any = cls
        answer: Self = _make_adapter(kind).validate_python(row)
        return answer

    def given(self) -> dict[str, Any]:
        """What its line in a run file holds of its own."""
        own = (member.name for member in fields(self) if member.name not in _COMMON_FIELDS)
        return {name: getattr(self, name) for name in own}

    @property
    def fault(self) -> str | None:
        """Why it holds nothing; None where it does."""
        return None

    def numbers(self) -> Iterable[float | None]:
        """All numbers in it, which have to be finite."""
        return [value for value in self.given().values() if isinstance(value, float)]

    def row(self) -> dict[str, Any]:
        """Its line in a run file; None is left out."""
        common = {"explanation": self.explanation, "usage": self.usage}
        return drop_none({"query_id": self.query_id, **self.given(), **common})


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


@dataclass(frozen=True)
class ScalarAnswer(Answer, Generic[Content]):
    """An answer that is one thing, its first field, scored as it was given."""

    @property
    def content(self) -> Content:
        """What is scored."""
        value: Content = next(iter(self.given().values()))
        return value

    @classmethod
    def counts(cls, contents: Sequence[Content]) -> dict[str, int]:
        """What is counted in the answers of a run."""
        return {}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """What a control answers to each query, of which ``ideal`` are the best answers.

        That of another query, of the first one, the true one, or nothing to any.
        """
        if name == "anti-oracle":
            return []
        if name == "random":  # a derangement: everyone gets the next one's in a random circle
            circle = rng.permutation(len(ideal))
            of = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
            return [ideal[of[place]] for place in range(len(ideal))]
        return ideal[:1] * len(ideal) if name == "constant" else ideal

    @classmethod
    def control(
        cls, name: ControlName, queries: Sequence[str], ideal: list[Any], rng: np.random.Generator
    ) -> list[Answer]:
        """The answers of a control."""
        make: Any = cls
        contents = cls.guesses(name, ideal, rng)
        return [make(query, content) for query, content in zip(queries, contents, strict=False)]


@dataclass(frozen=True)
class NumberAnswer(ScalarAnswer[float]):
    """A number."""

    name = "number"

    value: FiniteFloat

    @classmethod
    def counts(cls, contents: Sequence[float]) -> dict[str, int]:
        """How many are negative."""
        return {"negative": sum(value < 0.0 for value in contents)}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """The true numbers shuffled, their median, themselves, or the largest for the smallest."""
        true = np.array(ideal, dtype=float)
        values = true
        if name == "random":
            values = rng.permutation(true)
        elif name == "constant":
            values = np.full(len(true), np.median(true))
        elif name == "anti-oracle":
            order = np.argsort(true, kind="stable")
            values = np.empty_like(true)
            values[order] = true[order[::-1]]
        return list(map(float, values))


@dataclass(frozen=True)
class ChoiceAnswer(ScalarAnswer["ChoiceAnswer"]):
    """One of two.

    Attributes:
        choice: ``A`` or ``B``; empty for a reply that names neither.
        score: How far A is ahead of B; negative where B is.
        published: What the suite's scripts read in the reply; None where there is no such reading.
    """

    name = "choice"

    choice: Choice
    score: FiniteFloat | None = None
    published: Choice | None = None

    @property
    def content(self) -> "ChoiceAnswer":
        """The choice with its score."""
        return self

    @property
    def official(self) -> Choice:
        """The choice that official scoring takes."""
        return self.choice if self.published is None else self.published

    @classmethod
    def counts(cls, contents: "Sequence[ChoiceAnswer]") -> dict[str, int]:
        """How many name neither side."""
        return {"neither": sum(not answer.choice for answer in contents)}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """A coin's side, always A, the true side, or the other one."""
        first, second = SIDES
        if name == "random":
            return [SIDES[rng.integers(2)] for _ in ideal]
        if name == "constant":
            return [first] * len(ideal)
        is_right = name == "oracle"
        return [first if (right == first) == is_right else second for right in ideal]


@dataclass(frozen=True)
class TextAnswer(ScalarAnswer[str]):
    """A text."""

    name = "text"

    text: StrictStr


@dataclass(frozen=True)
class RecordAnswer(ScalarAnswer[Mapping[str, Any]]):
    """A JSON object; a task's own records are a subclass with a schema that they have to fit."""

    name = "record"
    schema: ClassVar[type[BaseModel] | None] = None

    record: Mapping[str, Any]

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> Self:
        """Read a line of a run file."""
        answer = super().parse(row)
        if cls.schema is not None:
            cls.schema.model_validate(answer.record)
        return answer


def parse_answer(row: Mapping[str, Any], wanted: type[Answer]) -> Answer:
    """Read a line of a run file: an answer of the type that the task asks for, or why not."""
    return (wanted if row.get("status", "ok") == "ok" else NoAnswer).parse(row)


def get_content(answer: Answer | None) -> Any:
    """What is scored of an answer that is one thing; None where there is none."""
    return answer.content if isinstance(answer, ScalarAnswer) else None


@cache
def _make_adapter(answer: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(answer)


def drop_none(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row without the fields that hold None."""
    return {key: value for key, value in row.items() if value is not None}


def is_finite(answer: Answer) -> bool:
    """Whether all numbers in an answer are finite."""
    return all(number is None or math.isfinite(number) for number in answer.numbers())
