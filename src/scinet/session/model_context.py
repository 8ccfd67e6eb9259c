"""The language model that a verb may be given, opened where it is."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING

from scinet.llm.access import ModelAccess

if TYPE_CHECKING:
    from scinet.eval.task import Task
    from scinet.llm.batch_client import LLMSession


@contextmanager
def open_model(
    model: ModelAccess | None, graph_fingerprint: str, *, seed: int
) -> "Iterator[LLMSession | None]":
    """The model, ready to be asked; None where none is given."""
    if model is None:
        yield None
        return
    with model.open(graph_fingerprint, seed=seed) as asker:
        yield asker


def lazy_model(
    stack: ExitStack, model: ModelAccess | None, task: "Task", *, seed: int
) -> "Callable[[], LLMSession] | None":
    """What opens the model for a task at first need; called again, it gives the same asker."""
    if model is None:
        return None
    return cache(lambda: stack.enter_context(model.open(task.graph_fingerprint, seed=seed)))
