"""A language model as a command holds it."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scinet.llm.access import ModelAccess

if TYPE_CHECKING:
    from scinet.llm.asker import Asker


@dataclass(frozen=True)
class HeldModel(ModelAccess):
    """A language model that stays open until the command has printed what it found.

    Its end is an error where questions were left without an answer.

    Attributes:
        stack: Closed when the command has printed.
    """

    stack: ExitStack = field(default_factory=ExitStack)

    @contextmanager
    def open(self, graph_fingerprint: str, *, seed: int = 0) -> "Iterator[Asker]":
        """The model, ready to be asked; see :meth:`ModelAccess.open`."""
        yield self.stack.enter_context(super().open(graph_fingerprint, seed=seed))
