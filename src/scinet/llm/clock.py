"""Clock that tests can speed up."""

import time
from dataclasses import dataclass
from threading import Event


@dataclass(frozen=True, slots=True)
class Clock:
    """Monotonic seconds, ``speed`` of them in one real second, and waiting."""

    speed: float = 1.0

    def now(self) -> float:
        """Return monotonic seconds."""
        return time.monotonic() * self.speed

    def sleep(self, seconds: float, stopped: Event) -> None:
        """Wait, but no longer than until the event."""
        stopped.wait(seconds / self.speed)
