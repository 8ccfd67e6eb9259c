"""Hard limits on money, tokens, calls and time.

Before a request is sent its worst case is reserved; when that no longer fits, nothing more is sent.
So usage exceeds a limit only where an endpoint counts more tokens than bytes were sent, or writes
more than it was allowed to.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from threading import Condition
from typing import Final, Self

from scinet.errors import DataError
from scinet.llm.clock import Clock

_NUMBER: Final = re.compile(r"\d+(\.\d+)?(e[+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Charge:
    """Usage of requests.

    Attributes:
        tokens: Prompt and completion tokens together.
        cost: Money; None when the model has no price.
    """

    calls: int = 0
    tokens: int = 0
    cost: float | None = 0.0

    def plus(self, other: "Charge", sign: int = 1) -> "Charge":
        """Add another charge; with ``sign=-1`` subtract it."""
        has_cost = self.cost is not None and other.cost is not None
        return Charge(
            self.calls + sign * other.calls,
            self.tokens + sign * other.tokens,
            (self.cost or 0.0) + sign * (other.cost or 0.0) if has_cost else None,
        )


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """Limits of usage; None is no limit.

    Attributes:
        cost: Money, of the whole ledger.
        tokens: Tokens, of the whole ledger.
        calls: Requests, of the whole ledger.
        seconds: Time since the session was opened.
    """

    cost: float | None = None
    tokens: float | None = None
    calls: float | None = None
    seconds: float | None = None

    @classmethod
    def of(cls, options: Mapping[str, float | str]) -> Self:
        """Parse limits by name, as numbers or as text."""
        names = [field.name for field in fields(cls)]
        for name, value in options.items():
            if name not in names or not _NUMBER.fullmatch(str(value)):
                raise DataError(
                    f"the limit {name}={value}",
                    hint=f"Write NAME=NUMBER; the names are {', '.join(names)}.",
                )
        return cls(**{name: float(value) for name, value in options.items()})


class Budget:
    """Spent and reserved usage, with a check for further requests; thread-safe."""

    def __init__(self, limits: BudgetLimits, spent: Charge, clock: Clock) -> None:
        self.limits = limits
        self._spent = spent
        self._aside = Charge()
        self._in_flight = 0
        self._clock = clock
        self._end = None if limits.seconds is None else clock.now() + limits.seconds
        self._changed = Condition()
        self._over: str | None = None

    @property
    def spent(self) -> Charge:
        """Everything spent so far, by earlier runs of the ledger too."""
        with self._changed:
            return self._spent

    @property
    def over(self) -> str | None:
        """Why nothing more is sent, or None."""
        return self._over

    def stop(self, reason: str) -> None:
        """Prevent further requests."""
        with self._changed:
            self._over = self._over or reason
            self._changed.notify_all()

    def reserve(self, worst: Charge) -> str | None:
        """Reserve the worst case of a request.

        Waits for requests in flight when it would fit without them, for most use less than their
        worst case.

        Returns:
            None, or why the request must not be sent.
        """
        with self._changed:
            while True:
                if self._over is None and self._end is not None and self._clock.now() >= self._end:
                    self._over = "seconds"
                if self._over is not None:
                    return self._over
                over = self._exceeded_limit(self._spent.plus(self._aside).plus(worst))
                if over is None:
                    self._aside = self._aside.plus(worst)
                    self._in_flight += 1
                    return None
                if not self._in_flight:
                    self._over = over
                    self._changed.notify_all()
                    return over
                self._changed.wait()

    def settle(self, worst: Charge, used: Charge) -> None:
        """Replace a reservation by the actual usage."""
        with self._changed:
            self._in_flight -= 1
            # Rounding leaves a rest of money; with nothing in flight it is 0.
            self._aside = self._aside.plus(worst, sign=-1) if self._in_flight else Charge()
            self._spent = self._spent.plus(used)
            self._changed.notify_all()

    def _exceeded_limit(self, total: Charge) -> str | None:
        for name in ("calls", "tokens", "cost"):
            limit, used = getattr(self.limits, name), getattr(total, name)
            if limit is not None and (used is None or used > limit):
                return name
        return None
