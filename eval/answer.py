"""Answers of systems to queries: one class per answer type.

The fields of a class are those of its line in a run file, which pydantic checks. A type also
defines its scored content, its counts, and the answers of the controls.
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
"""Number that is neither infinite nor NaN."""

Content = TypeVar("Content")
_COMMON_FIELDS: Final = {"query_id", "explanation", "usage"}


@dataclass(frozen=True)
class Answer:
    """Outcome of a query.

    Attributes:
        explanation: Any reason for the answer.
        usage: Calls, tokens and cost of a language model.
    """

    query_id: StrictStr
    explanation: Any = field(default=None, kw_only=True)
    usage: Mapping[str, Any] | None = field(default=None, kw_only=True)

    name: ClassVar[str]

    @classmethod
    def known(cls) -> frozenset[str]:
        """Return the fields that a line in a run file may have."""
        return frozenset(member.name for member in fields(cls)) | {"status"}

    @classmethod
    def parse(cls, row: Mapping[str, Any]) -> Self:
        """Read a line of a run file; a ``ValidationError`` names the invalid field."""
        kind: Any = cls
        answer: Self = _make_adapter(kind).validate_python(row)
        return answer

    def given(self) -> dict[str, Any]:
        """Return the fields of its line in a run file that are specific to the answer type."""
        own = (member.name for member in fields(self) if member.name not in _COMMON_FIELDS)
        return {name: getattr(self, name) for name in own}

    @property
    def fault(self) -> str | None:
        """Reason for an unusable answer; None for a usable one."""
        return None

    def numbers(self) -> Iterable[float | None]:
        """Return all numbers in it, which have to be finite."""
        return [value for value in self.given().values() if isinstance(value, float)]

    def row(self) -> dict[str, Any]:
        """Return its line in a run file without fields that are None."""
        common = {"explanation": self.explanation, "usage": self.usage}
        return drop_none({"query_id": self.query_id, **self.given(), **common})


@dataclass(frozen=True)
class NoAnswer(Answer):
    """Query that ended without an answer."""

    name = "none"

    status: Status
    reason: str | None = None

    @classmethod
    def to(cls, query_id: str, reply: Reply) -> Self:
        """Make it from a reply of a language model that has no answer."""
        return cls(query_id, reply.status, reply.reason, usage=asdict(reply.usage))

    @property
    def fault(self) -> str | None:
        """The reason, else the status."""
        return self.reason or self.status


@dataclass(frozen=True)
class ScalarAnswer(Answer, Generic[Content]):
    """Answer with a single value, its first field, which is scored as it was given."""

    @property
    def content(self) -> Content:
        """The scored value."""
        value: Content = next(iter(self.given().values()))
        return value

    @classmethod
    def counts(cls, contents: Sequence[Content]) -> dict[str, int]:
        """Count properties of the answers of a run."""
        return {}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """Return a control's answer to each query, given the ``ideal`` ones.

        Those are the answer of another query, of the first query, the true one, or none at all.
        """
        if name == "anti-oracle":
            return []
        if name == "random":  # a derangement: each takes the next one's in a random cycle
            circle = rng.permutation(len(ideal))
            of = dict(zip(circle.tolist(), np.roll(circle, 1).tolist(), strict=True))
            return [ideal[of[place]] for place in range(len(ideal))]
        return ideal[:1] * len(ideal) if name == "constant" else ideal

    @classmethod
    def control(
        cls, name: ControlName, queries: Sequence[str], ideal: list[Any], rng: np.random.Generator
    ) -> list[Answer]:
        """Make the answers of a control."""
        make: Any = cls
        contents = cls.guesses(name, ideal, rng)
        return [make(query, content) for query, content in zip(queries, contents, strict=False)]


@dataclass(frozen=True)
class NumberAnswer(ScalarAnswer[float]):
    """Answer that is a number."""

    name = "number"

    value: FiniteFloat

    @classmethod
    def counts(cls, contents: Sequence[float]) -> dict[str, int]:
        """Count the negative numbers."""
        return {"negative": sum(value < 0.0 for value in contents)}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """Return the true numbers shuffled, their median, as they are, or in reverse."""
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
    """Choice between A and B.

    Attributes:
        choice: ``A`` or ``B``; empty for a reply that names neither.
        score: Lead of A over B; negative where B leads.
        published: Choice as the suite's scripts parse the reply; None without such a parse.
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
        """Return the choice for official scoring."""
        return self.choice if self.published is None else self.published

    @classmethod
    def counts(cls, contents: "Sequence[ChoiceAnswer]") -> dict[str, int]:
        """Count the answers that name neither side."""
        return {"neither": sum(not answer.choice for answer in contents)}

    @classmethod
    def guesses(cls, name: ControlName, ideal: list[Any], rng: np.random.Generator) -> list[Any]:
        """Return a random side, always A, the true side, or the other one."""
        first, second = SIDES
        if name == "random":
            return [SIDES[rng.integers(2)] for _ in ideal]
        if name == "constant":
            return [first] * len(ideal)
        is_right = name == "oracle"
        return [first if (right == first) == is_right else second for right in ideal]


@dataclass(frozen=True)
class TextAnswer(ScalarAnswer[str]):
    """Answer that is a text."""

    name = "text"

    text: StrictStr


@dataclass(frozen=True)
class RecordAnswer(ScalarAnswer[Mapping[str, Any]]):
    """Answer that is a JSON object; a task's own records are a subclass with a required schema."""

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
    """Read a line of a run file as an answer of the task's type, or as a failed query."""
    return (wanted if row.get("status", "ok") == "ok" else NoAnswer).parse(row)


def get_content(answer: Answer | None) -> Any:
    """Return the scored value of a single-valued answer; None without one."""
    return answer.content if isinstance(answer, ScalarAnswer) else None


@cache
def _make_adapter(answer: type[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(answer)


def drop_none(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row without the fields that are None."""
    return {key: value for key, value in row.items() if value is not None}


def is_finite(answer: Answer) -> bool:
    """Whether all numbers in an answer are finite."""
    return all(number is None or math.isfinite(number) for number in answer.numbers())
