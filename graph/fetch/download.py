"""Download of the records of a query: counted, reported, and refused above a limit."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Generic, TypeVar

from scinet.errors import DataError
from scinet.graph.fetch.answer_store import ResponseCache
from scinet.graph.fetch.service import Service

_T = TypeVar("_T")


class Download(ResponseCache, Generic[_T]):
    """Answers to one query, with counts of the records in them.

    Args:
        limit: Maximum number of records.
        progress: Called with the numbers of records fetched and expected.

    Attributes:
        what: Plural noun for the records.
        less: Hint how to request fewer.
        seen: Ids of the records received.
        not_sent: Number of records that the service counted but did not send.
    """

    what = "works"
    less = "fewer --hops or one --direction"

    def __init__(
        self,
        folder: Path,
        service: Service,
        question: Mapping[str, Any],
        limit: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        super().__init__(folder, service, question)
        self.seen: set[_T] = set()
        self.not_sent = 0
        self._limit, self._total = limit, 0
        self._progress = progress or (lambda *_: None)

    def expect(self, more: int) -> None:
        """Set the number of further records, or refuse them.

        Raises:
            DataError: If the total exceeds the limit.
        """
        self._total = len(self.seen) + more
        if self._total > self._limit:
            raise DataError(
                f"{self._total:,} {self.what} would come, more than the limit of {self._limit:,}",
                hint=f"Ask for less, such as {self.less}; or give --limit {self._total}. What "
                "came is not asked for again.",
            )
        self._progress(len(self.seen), self._total)

    def add(self, ids: Iterable[_T]) -> None:
        """Count received records, and report the number so far."""
        self.seen.update(ids)
        self._progress(len(self.seen), max(self._total, len(self.seen)))

    def finish(self, **result: Any) -> dict[str, Any]:
        """End the query, as :meth:`end` does, with the number of records."""
        return self.end({"records": len(self.seen), **result, "not_sent": self.not_sent})
