"""Time, which tests let run faster."""

import time
from dataclasses import dataclass
from threading import Event


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds since some moment, ``speed`` of them in one second, and waiting."""

    speed: float = 1.0

    def now(self) -> float:
        """Seconds, never going back."""
        return time.monotonic() * self.speed

    def sleep(self, seconds: float, stopped: Event) -> None:
        """Wait, but no longer than until the event."""
        stopped.wait(seconds / self.speed)
