"""What a language model is tuned on, in which order; torch is not needed to name it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Questions: TypeAlias = Literal["all", "judgments"]


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage of an update.

    Attributes:
        is_tuning: Whether the texts are questions with answers, read several times and packed; else
            documents, read once and each by itself.
    """

    texts: str
    is_tuning: bool


@dataclass(frozen=True, slots=True)
class Curriculum:
    """What an update reads.

    Attributes:
        texts: Makes the texts by name, with the tokenizer that gives the format of questions.
        papers: Names the papers that it is about, where other tasks may be about the same.
    """

    texts: Callable[[Any], Mapping[str, Sequence[str]]]
    stages: Sequence[Stage]
    papers: str | None = None
