"""Rate limits in the headers of an answer."""

from datetime import datetime
from email.message import Message
from typing import Final

from scinet.validation import parse_retry_after

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
    """Return the seconds to wait, or until the budget is renewed; None if not stated."""
    if (stated := headers.get("Retry-After")) is not None:
        return parse_retry_after(stated, now)
    return _number(headers, "X-RateLimit-Reset") if is_budget_spent(headers) else None


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
