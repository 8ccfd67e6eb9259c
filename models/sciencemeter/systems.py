"""Systems that answer what they know: a model behind an endpoint, or one on this machine.

Either is asked as it is, or with papers put before each question.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence

from pydantic.dataclasses import dataclass as checked

from scinet.errors import DataError
from scinet.eval.answer import Answer, Record
from scinet.eval.task import Query
from scinet.models.base.system import Context, System
from scinet.models.llm.system import Answerer, asker_of
from scinet.models.sciencemeter.asking import answers
from scinet.models.sciencemeter.shown import Library, Way
from scinet.validation import OPTIONS, Natural


@checked(frozen=True, config=OPTIONS)
class Knowing(System):
    """A model that is asked about claims.

    Attributes:
        found: What is put before each question; see :class:`Library`.
        neighbours: Further papers near it.
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
        batch: Questions answered together.
    """

    name = "claims-local"
    summary = "a transformers model on this machine judges or states claims"

    folder: str = ""
    batch: int = 8

    def model(self, context: Context) -> Answerer:
        """The model, loaded."""
        from scinet.models.local.model import LocalModel

        if not self.folder:
            raise DataError("no model is named", hint="Give -o folder=FOLDER.")
        return LocalModel(self.folder, batch=self.batch)
