"""Answers that are lists of papers or of authors, best first."""

import itertools
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, StrictInt, StrictStr

from scinet.eval.answer import Answer, FiniteFloat, drop_none


@dataclass(frozen=True, slots=True)
class RankedItem:
    """Entry of a ranked list, named by id or by title.

    Attributes:
        title: The title, where the id is unknown.
        score: Higher is better.
        year: Year of the titled paper; one more than a year away does not match.
    """

    id: StrictStr | None = None
    title: StrictStr | None = None
    score: FiniteFloat | None = None
    year: StrictInt | None = None


def _check_ranking(items: tuple[RankedItem, ...]) -> tuple[RankedItem, ...]:
    if not all(item.id or item.title for item in items):
        raise ValueError("an item has neither id nor title")
    scores = [item.score for item in items if item.score is not None]
    if any(later > earlier for earlier, later in itertools.pairwise(scores)):
        raise ValueError("scores increase down the list")
    return items


@dataclass(frozen=True)
class RankedList(Answer):
    """Ranked list of papers or authors; some may be named by title."""

    item: ClassVar[str]
    has_titles: ClassVar[bool] = False

    items: Annotated[tuple[RankedItem, ...], AfterValidator(_check_ranking)]

    def given(self) -> dict[str, Any]:
        """Return the items."""
        return {"items": [drop_none(asdict(item)) for item in self.items]}

    def numbers(self) -> Iterable[float | None]:
        """Return the scores."""
        return (item.score for item in self.items)


class PaperList(RankedList):
    """Ranked list of papers, or a path."""

    name = item = "paper"
    has_titles = True


class AuthorList(RankedList):
    """Ranked list of authors."""

    name = item = "author"


def get_items(answer: Answer) -> tuple[RankedItem, ...]:
    """Return the items of a list; empty where the query ended without one."""
    return answer.items if isinstance(answer, RankedList) else ()
