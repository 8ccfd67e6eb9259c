"""The options of evaluations, and verbs that take them as keywords."""

import inspect
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Concatenate,
    Final,
    Literal,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypeVar,
    overload,
)

from annotated_types import Ge, Le

from scinet.arguments import ArgumentRole, OutPath
from scinet.llm.access import ModelAccess

if TYPE_CHECKING:
    from scinet.eval.run import Run
    from scinet.eval.task import Task

Scoring: TypeAlias = Literal["strict", "official"]
# Of classes that take long to import, so that they are named here and not looked into.
TaskArg: TypeAlias = Annotated["Task", ArgumentRole()]
RunArg: TypeAlias = Annotated["Run | str | Path", ArgumentRole()]

_P = ParamSpec("_P")
_A = TypeVar("_A")
_B = TypeVar("_B")
_C = TypeVar("_C")
_T = TypeVar("_T")
_Options = TypeVar("_Options", covariant=True)


@dataclass(frozen=True, kw_only=True)
class EvaluationOptions:
    """How runs of a task are scored.

    Attributes:
        scoring: ``strict``, or ``official``: as published, faults included.
        split: Split of the task.
        baseline: System to test the others against; ``bm25`` when it is among the runs.
        similar: Least edit similarity at which a title still names a paper; 1 asks for
            equality.
        by: Fields of queries or truth by which the results are also divided, each as ``NAME`` or
            ``NAME:LEAST,LEAST,…`` with the least value of each band; ``before`` is the day of the
            query. Days fall into years, numbers into bands.
        metrics: Further metrics of each answer: names that an installed package gives them, or
            ``module:function``.
        scores: File of further measures of the answers, JSON lines of ``system``, ``query_id`` or
            ``paper_id``, and numbers by name.
        seed: Seed of controls, intervals and tests.
        out: Folder for result files; none is written unless given.
        model: A language model that judges what only it can judge.
    """

    scoring: Scoring = "strict"
    split: str = "test"
    baseline: str | None = None
    similar: Annotated[float, Ge(0.5), Le(1)] = 1.0
    by: Sequence[str] = ()
    metrics: Sequence[str] = ()
    scores: str | Path | None = None
    seed: Annotated[int, Ge(0)] = 0
    out: OutPath | None = None
    model: ModelAccess | None = None


@dataclass(frozen=True, kw_only=True)
class UpdateOptions:
    """How updates of a language model are scored.

    Attributes:
        scoring: ``strict``, or ``official``: as published, faults included.
        signals: Signs of confidence before and after an update; all that the task has unless given.
        weights: Whether domains count alike, or by their triplets.
        domains: File of numbers by domain to correlate with the goals, JSON lines such as those of
            ``indicators volatility``.
        token_counts: File of counts of words in training data, a JSON object: how common the rarest
            words of each domain are, to correlate likewise.
        split: Split of the task.
        seed: Seed of intervals and tests.
        out: Folder for result files; none is written unless given.
        model: A language model that judges how sure replies sound, or what abstracts support.
    """

    scoring: Scoring = "strict"
    signals: Sequence[str] | None = None
    weights: Literal["domains", "triplets"] = "domains"
    domains: str | Path | None = None
    token_counts: str | Path | None = None
    split: str = "test"
    seed: Annotated[int, Ge(0)] = 0
    out: OutPath | None = None
    model: ModelAccess | None = None


DEFAULT_OPTIONS: Final = EvaluationOptions()


def metric_name(reference: str) -> str:
    """Return the name of a further metric in results: its entry point, or its function."""
    return reference.rpartition(":")[2]


class _Expand(Protocol[_P, _Options]):
    """Turns a verb with options as its last parameter into one that takes them as keywords."""

    @overload
    def __call__(
        self, verb: Callable[[_A, _B, _Options], _T], /
    ) -> Callable[Concatenate[_A, _B, _P], _T]: ...

    @overload
    def __call__(
        self, verb: Callable[[_A, _B, _C, _Options], _T], /
    ) -> Callable[Concatenate[_A, _B, _C, _P], _T]: ...


def takes_options(options: Callable[_P, _Options]) -> _Expand[_P, _Options]:
    """Have a verb take the fields of its last parameter, a dataclass, as keywords.

    They are written, typed and documented in the dataclass alone: the signature and the docstring
    of the verb name them as if they were its own, for type checkers, help and commands.
    """
    fields = inspect.signature(options).parameters
    _, _, entries = (inspect.getdoc(options) or "").partition("Attributes:\n")

    def expand(verb: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(verb)
        *own, last = signature.parameters.values()

        @wraps(verb)
        def with_keywords(*args: Any, **keywords: Any) -> Any:
            values: dict[str, Any] = {
                name: keywords.pop(name) for name in fields if name in keywords
            }
            make: Callable[..., Any] = options
            return verb(*args, **keywords, **{last.name: make(**values)})

        text = inspect.getdoc(verb) or ""
        with_keywords.__doc__ = re.sub(rf"^ +{last.name}: .*", lambda _: entries, text, flags=re.M)
        whole = signature.replace(parameters=[*own, *fields.values()])
        with_keywords.__dict__["__signature__"] = whole
        return with_keywords

    return expand
