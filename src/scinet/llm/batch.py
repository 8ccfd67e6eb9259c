"""Shares questions out to threads and puts the replies back in order."""

from collections.abc import Callable, Sequence
from threading import Event, Lock, Thread
from typing import TypeAlias

from scinet.llm.question import Question, Reply

Progress: TypeAlias = Callable[[int, int, float | None], None]
"""Called with questions ended, questions in all, and the cost so far (None when unknown)."""


def replies(
    reply: Callable[[Question], Reply],
    questions: Sequence[Question],
    workers: int,
    stopped: Event,
    tell: Callable[[int], None],
) -> list[Reply]:
    """All replies, in the order of the questions.

    Args:
        stopped: Set where one fails badly; no further question is begun once it is.
        tell: Called with the number of questions that have ended.
    """
    found: dict[int, Reply] = {}
    waiting, lock = iter(range(len(questions))), Lock()
    errors: list[BaseException] = []

    def work() -> None:
        while not stopped.is_set():
            with lock:
                number = next(waiting, None)
            if number is None:
                return
            try:
                answer = reply(questions[number])
                with lock:
                    found[number] = answer
                    tell(len(found))
            except BaseException as error:  # noqa: BLE001 - raised again where it was waited for
                errors.append(error)
                stopped.set()

    # A second Ctrl-C must not wait for requests in flight.
    threads = [Thread(target=work, daemon=True) for _ in range(min(workers, len(questions)))]
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
    if errors:
        raise errors[0]
    return [found[number] for number in range(len(questions)) if number in found]
