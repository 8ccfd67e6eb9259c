"""What is costly and made once per calendar period, as of its first day."""

import zipfile
from collections.abc import Callable, Mapping
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import orjson
from numpy.typing import NDArray

from scinet import saving
from scinet.graph.snapshot import Snapshot

Arrays: TypeAlias = Mapping[str, NDArray[Any]]

REFRESHES: Final = ("year", "month")


def begin(day: date, refresh: str) -> date:
    """First day of the calendar ``year`` or ``month`` of a day."""
    return day.replace(month=1, day=1) if refresh == "year" else day.replace(day=1)


def check_refresh(refresh: str) -> None:
    """Refuse an unknown period.

    Raises:
        ValueError: If it is none.
    """
    if refresh not in REFRESHES:
        raise ValueError(f"refresh is {' or '.join(REFRESHES)}")


def cached(
    cache: Path | None, past: Snapshot, about: Mapping[str, Any], make: Callable[[], Arrays]
) -> Arrays:
    """Arrays made of a snapshot, from the cache or else made and put there.

    Args:
        cache: Folder; None keeps nothing.
        past: What they are made of, cut at the beginning of the period.
        about: Whatever else decides them.
        make: Makes them.

    Raises:
        StorageError: If the cache cannot be written.
    """
    if cache is None:
        return make()
    key = orjson.dumps(
        {**about, "graph": past.graph_fingerprint, "before": past.before},
        option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY,
    )
    file = cache / "periods" / f"{sha256(key).hexdigest()}.npz"
    try:
        with file.open("rb") as stream, np.load(stream, allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile):
        made = make()  # not there, or damaged
    hint = "Free space, or name another cache with SCINET_CACHE."
    with saving.replaced(file, hint=hint) as partial, partial.open("wb") as new:
        np.savez(new, allow_pickle=False, **made)
    return made


def places(now: NDArray[np.object_], then: NDArray[np.object_]) -> NDArray[np.int64]:
    """Where each of the authors of an earlier snapshot stands now, shape ``(len(then),)``.

    Both snapshots are parts of one, so their authors come in the same order.
    """
    return np.flatnonzero(np.isin(now.astype(str), then.astype(str)))
