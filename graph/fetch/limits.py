"""Rate limits in the headers of an answer."""

from datetime import UTC, datetime
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Final

_PAIRS: Final = (
    ("X-RateLimit-Remaining", "X-RateLimit-Credits-Required"),
    ("X-RateLimit-Remaining-USD", "X-RateLimit-Cost-Required-USD"),
)


def is_budget_spent(headers: Message) -> bool:
    """Whether less is left of the day's budget than the request costs.

    OpenAlex answers both this and too many requests per second with 429.
    """
    for remaining_header, cost in _PAIRS:
        remaining, needed = _number(headers, remaining_header), _number(headers, cost)
        if remaining is not None and needed is not None and remaining < needed:
            return True
    return False


def requested_wait_s(headers: Message, now: datetime) -> float | None:
    """Return the seconds to wait, or until the budget is renewed; None if not stated.

    Source:
        RFC 9110, section 10.2.3, for seconds or a time as ``Retry-After``.
    """
    stated = headers.get("Retry-After")
    if stated is None:
        return _number(headers, "X-RateLimit-Reset") if is_budget_spent(headers) else None
    if (seconds := _number(headers, "Retry-After")) is not None:
        return max(0.0, seconds)
    try:
        moment = parsedate_to_datetime(stated)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(0.0, (moment - now).total_seconds())
    except (ValueError, TypeError, OverflowError):
        return None


def rate_limit_pause_s(headers: Message) -> float | None:
    """Return the seconds between two requests at the stated rate; None if not stated.

    Source:
        api.crossref.org: a number of requests (``X-Rate-Limit-Limit``) per interval (``1s``).
    """
    requests = _number(headers, "X-Rate-Limit-Limit")
    seconds = _number(headers, "X-Rate-Limit-Interval", unit="s")
    return seconds / requests if requests and seconds is not None else None


def _number(headers: Message, name: str, *, unit: str = "") -> float | None:
    try:
        value = float(headers.get(name, "").removesuffix(unit))
    except ValueError:
        return None
    return value if 0 <= value < 1e9 else None
