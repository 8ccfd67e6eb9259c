"""Throttle of requests in flight: fewer after a rate limit, more again after successes.

Additive increase, multiplicative decrease, as in Chiu and Jain (1989),
doi:10.1016/0169-7552(89)90019-6.
"""

from threading import Condition, Event
from typing import Final

from scinet.llm.clock import Clock

_GOOD_BEFORE_MORE: Final = 8


class Throttle:
    """Slots for requests, shared by many threads."""

    def __init__(self, workers: int, clock: Clock, stopped: Event) -> None:
        self._stopped = stopped
        self._most = workers
        self._limit = workers
        self._taken = 0
        self._good = 0
        self._paused_until = 0.0
        self._clock = clock
        self._changed = Condition()

    @property
    def limit(self) -> int:
        """Number of requests that may be in flight now."""
        return self._limit

    def enter(self) -> None:
        """Wait for a slot, and for the end of a pause."""
        with self._changed:
            while self._taken >= self._limit:
                self._changed.wait()
            self._taken += 1
        while (
            not self._stopped.is_set()
            and (remaining_s := self._paused_until - self._clock.now()) > 0
        ):
            self._clock.sleep(remaining_s, self._stopped)

    def leave(self) -> None:
        """Release the slot."""
        with self._changed:
            self._taken -= 1
            self._changed.notify_all()

    def back_off(self, wait_s: float) -> None:
        """Halve the slots and pause all of them after a rate limit."""
        with self._changed:
            self._limit = max(1, self._limit // 2)
            self._good = 0
            self._paused_until = max(self._paused_until, self._clock.now() + wait_s)

    def good(self) -> None:
        """Count a success; after several of them there is one slot more."""
        with self._changed:
            self._good += 1
            if self._good >= _GOOD_BEFORE_MORE and self._limit < self._most:
                self._limit, self._good = self._limit + 1, 0
                self._changed.notify_all()
