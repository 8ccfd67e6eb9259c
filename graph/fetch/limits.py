"""What a service says of its limits, in the headers of an answer."""

from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final

_PAIRS: Final = (
    ("X-RateLimit-Remaining", "X-RateLimit-Credits-Required"),
    ("X-RateLimit-Remaining-USD", "X-RateLimit-Cost-Required-USD"),
)


def is_spent(headers: Message) -> bool:
    """Whether less is left of the day's budget than the request costs.

    OpenAlex answers with 429 to this and to too many requests in a second.
    """
    for left, cost in _PAIRS:
        found, needed = _number(headers, left), _number(headers, cost)
        if found is not None and needed is not None and found < needed:
            return True
    return False


def asked_wait_s(headers: Message, now: datetime) -> float | None:
    """Seconds that a service asks to wait, or until its budget is renewed; None where it is silent.

    Source:
        RFC 9110, section 10.2.3, for seconds or a moment as ``Retry-After``.
    """
    stated = headers.get("Retry-After")
    if stated is None:
        return _number(headers, "X-RateLimit-Reset") if is_spent(headers) else None
    if (seconds := _number(headers, "Retry-After")) is not None:
        return max(0.0, seconds)
    try:
        moment = parsedate_to_datetime(stated)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - now).total_seconds())


def _number(headers: Message, name: str) -> float | None:
    try:
        found = float(headers.get(name, ""))
    except ValueError:
        return None
    return found if 0 <= found < 1e9 else None
