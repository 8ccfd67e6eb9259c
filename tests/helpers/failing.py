"""Work that fails or does not end; in a module of its own, so that a process can import it."""

import time
from typing import Any


def sleep() -> dict[str, Any]:
    """Does not come to an end."""
    time.sleep(60)
    return {}


def divide() -> dict[str, Any]:
    """Fails."""
    return {"ratio": 1 / 0}
