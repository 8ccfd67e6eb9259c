"""Shares questions out to threads and puts the replies back in order."""

from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import TypeAlias

from scinet.llm.question import Question, Reply

Progress: TypeAlias = Callable[[int, int, float | None], None]
"""Called with questions ended, questions in all, and the cost so far (None when unknown)."""


class Batch:
    """Questions shared out to threads."""

    def __init__(
        self,
        reply: Callable[[Question], Reply],
        questions: Sequence[Question],
        progress: Progress | None,
        cost: Callable[[], float | None],
    ) -> None:
        self._reply = reply
        self._questions = questions
        self._progress = progress
        self._cost = cost
        self._found: list[Reply | None] = [None] * len(questions)
        self._next = iter(range(len(questions)))
        self._ended = 0
        self._lock = Lock()
        self._error: BaseException | None = None

    def run(self, workers: int, stopped: Event) -> None:
        """Work until all are answered, one fails badly, or nothing more is to be sent."""
        threads = [
            # A second Ctrl-C must not wait for requests in flight.
            Thread(target=self._work, args=(stopped,), daemon=True)
            for _ in range(min(workers, len(self._questions)))
        ]
        for thread in threads:
            thread.start()
        try:
            for thread in threads:
                thread.join()
        except BaseException:
            stopped.set()
            for thread in threads:
                thread.join()
            raise
        if self._error is not None:
            raise self._error

    def replies(self) -> list[Reply]:
        """All replies, in the order of the questions."""
        found = [reply for reply in self._found if reply is not None]
        if len(found) < len(self._questions):
            raise RuntimeError("nothing more is asked after a stop")
        return found

    def _work(self, stopped: Event) -> None:
        while not stopped.is_set():
            with self._lock:
                number = next(self._next, None)
            if number is None:
                return
            try:
                self._found[number] = self._reply(self._questions[number])
                self._tell()
            except BaseException as error:  # noqa: BLE001 - raised again where it was waited for
                self._error = self._error or error
                stopped.set()

    def _tell(self) -> None:
        with self._lock:
            self._ended += 1
            if self._progress is not None:
                self._progress(self._ended, len(self._questions), self._cost())
