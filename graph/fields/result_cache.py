"""Cache of results that take seconds, once per graph and day, beside the snapshots."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import orjson

from scinet import atomic_files
from scinet.graph.snapshot import Snapshot
from scinet.single_flight import SingleFlightCache

_VERSION: Final = 3  # raised when values change their meaning
_IN_PROGRESS: Final = SingleFlightCache(held=0)  # parts of a page need the same result at once
_log = logging.getLogger(__name__)


def load_or_compute(
    cache: Path | None, past: Snapshot, name: str, compute: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Return lists or arrays by name, from the cache if stored."""
    if cache is None:
        return compute()
    file = (
        cache
        / "fields"
        / f"{past.graph_fingerprint}-v{_VERSION}"
        / f"{cutoff_name(past)}-{name}.json"
    )
    return _IN_PROGRESS(file, lambda: _read_or_compute(file, compute))


def _read_or_compute(file: Path, compute: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    try:
        result: dict[str, Any] = orjson.loads(file.read_bytes())
    except FileNotFoundError:
        pass
    except (OSError, orjson.JSONDecodeError) as error:
        _log.warning("%s: %s; it is computed again", file, error)
    else:
        return result
    result = compute()
    content = orjson.dumps(result, option=orjson.OPT_SERIALIZE_NUMPY)
    atomic_files.write_file(
        content, file, hint="Free space, or set SCINET_CACHE to another folder."
    )
    return result


def cutoff_name(past: Snapshot) -> str:
    """Return the cutoff of a snapshot as used in ids and file names."""
    return "all" if past.before is None else past.before.isoformat()
