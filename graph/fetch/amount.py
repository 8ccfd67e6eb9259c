"""Size of a fetch: reported before it starts, and refused above a limit."""

from collections.abc import Callable

from scinet.errors import DataError


class Amount:
    """Records fetched so far, and records expected.

    Args:
        limit: Maximum number of records.
        what: Plural noun for them.
        progress: Called with both numbers.
        less: Hint how to request fewer.
    """

    def __init__(
        self,
        limit: int,
        what: str,
        progress: Callable[[int, int], None] | None = None,
        *,
        less: str = "fewer --hops or one --direction",
    ) -> None:
        self._limit, self._what, self._less = limit, what, less
        self._progress = progress or (lambda *_: None)
        self._total = 0

    def expect(self, received: int, more: int) -> None:
        """Set the number of further records, or refuse them.

        Raises:
            DataError: If the total exceeds the limit.
        """
        self._total = received + more
        if self._total > self._limit:
            raise DataError(
                f"{self._total:,} {self._what} would come, more than the limit of {self._limit:,}",
                hint=f"Ask for less, such as {self._less}; or give --limit {self._total}. What "
                "came is not asked for again.",
            )
        self._progress(received, self._total)

    def show(self, received: int) -> None:
        """Report the number of records fetched so far."""
        self._progress(received, max(self._total, received))
