"""What takes seconds is computed once per graph and day, and cached beside the snapshots."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import saving
from scinet.graph.snapshot import Snapshot
from scinet.once import Once

_VERSION: Final = 2  # raised when values change their meaning
_TOGETHER: Final = Once(held=0)  # parts of a page ask for the same at once
_log = logging.getLogger(__name__)


def once(
    cache: Path | None, past: Snapshot, name: str, compute: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Lists or arrays by name, from the cache where it has them."""
    if cache is None:
        return compute()
    file = cache / "fields" / f"{past.graph_fingerprint}-v{_VERSION}" / f"{when(past)}-{name}.json"
    return _TOGETHER(file, lambda: _read_or_made(file, compute))


def _read_or_made(file: Path, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        found: dict[str, Any] = orjson.loads(file.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, orjson.JSONDecodeError) as error:
        _log.warning("%s: %s; it is computed again", file, error)
    else:
        return found
    found = compute()
    content = orjson.dumps(found, option=orjson.OPT_SERIALIZE_NUMPY)
    saving.write(content, file, hint="Free space, or set SCINET_CACHE to another folder.")
    return found


def when(past: Snapshot) -> str:
    """The day of a snapshot as ids and files have it."""
    return "all" if past.before is None else past.before.isoformat()
