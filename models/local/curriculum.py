"""Training texts of a language model in stages; importable without torch."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

Questions: TypeAlias = Literal["all", "judgments"]


@dataclass(frozen=True, slots=True)
class Stage:
    """Stage of an update.

    Attributes:
        is_tuning: Whether the texts are questions with answers, in several epochs and packed; else
            documents, once and one by one.
    """

    texts: str
    is_tuning: bool


@dataclass(frozen=True, slots=True)
class Curriculum:
    """Training texts of an update.

    Attributes:
        texts: Makes the texts by name, given the tokenizer that formats questions.
        papers: Identifies their papers, which may be shared by other tasks.
    """

    texts: Callable[[Any], Mapping[str, Sequence[str]]]
    stages: Sequence[Stage]
    papers: str | None = None
