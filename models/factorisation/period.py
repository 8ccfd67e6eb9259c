"""Costly computations made once per calendar period, as of its first day."""

import zipfile
from abc import abstractmethod
from collections.abc import Mapping
from datetime import date
from hashlib import sha256
from typing import Any, Literal, TypeAlias

import numpy as np
import orjson
from numpy.typing import NDArray
from pydantic import PositiveInt
from pydantic.dataclasses import dataclass as checked

from scinet import atomic_files
from scinet.graph.links.decay import Coauthorship, coauthorship
from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.models.base.system import Context, System
from scinet.models.history import Floats, History
from scinet.validation import OPTIONS, Seed

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
Refresh: TypeAlias = Literal["year", "month"]


@checked(frozen=True, config=OPTIONS)
class Periodic(System):
    """System based on arrays computed from the network once per period.

    Attributes:
        dimensions: Length of an embedding: the number of latent factors.
        refresh: Period of the computation: at the beginning of the query's ``year`` or ``month``.
    """

    track = "graph"

    dimensions: PositiveInt = 128
    refresh: Refresh = "year"
    seed: Seed = 0

    @property
    def made_of(self) -> dict[str, Any]:
        """Dependencies of the arrays besides the network and the settings."""
        return {}

    @abstractmethod
    def make(self, past: History, context: Context) -> Arrays:
        """Make the arrays, as of the beginning of a period."""

    def made(self, context: Context) -> tuple[History, Arrays]:
        """Return the network at the beginning of the period, and the arrays, cached if possible."""
        past = History(context.snapshot.until(period_start(context.before, self.refresh)))
        if context.cache is None:
            return past, self.make(past, context)
        header = {
            "system": self.name,
            "version": self.version,
            **self.settings,
            **self.made_of,
            "graph": past.snapshot.graph_fingerprint,
            "before": past.before,
        }
        key = orjson.dumps(header, option=orjson.OPT_SORT_KEYS | orjson.OPT_SERIALIZE_NUMPY)
        file = context.cache / "periods" / f"{sha256(key).hexdigest()}.npz"
        try:
            with file.open("rb") as stream, np.load(stream, allow_pickle=False) as stored:
                return past, dict(stored)
        except (OSError, ValueError, EOFError, zipfile.BadZipFile):
            arrays = self.make(past, context)  # not there, or damaged
        hint = "Free space, or name another cache with SCINET_CACHE."
        with atomic_files.replace_file(file, hint=hint) as partial, partial.open("wb") as new:
            np.savez(new, allow_pickle=False, **arrays)
        return past, arrays


def period_start(day: date, refresh: Refresh) -> date:
    """Return the first day of the calendar period of a day."""
    return day.replace(month=1, day=1) if refresh == "year" else day.replace(day=1)


def faded_coauthorship(past: History, half_life_years: float) -> Coauthorship:
    """Compute decayed joint papers of authors, a paper of k authors as 1 / (k - 1) for a pair."""
    days = half_life_years * DAYS_PER_YEAR
    return coauthorship(past.snapshot, half_life_days=days, shared=True)


def author_positions(now: NDArray[np.object_], then: NDArray[np.object_]) -> NDArray[np.int64]:
    """Return the present positions of the authors of an earlier snapshot, ``(len(then),)``.

    Both snapshots are parts of one, so their authors come in the same order.
    """
    return np.flatnonzero(np.isin(now.astype(str), then.astype(str)))


def expand_rows(rows: Floats, context: Context, past: History) -> Floats:
    """Expand rows of a period's authors to rows of all authors, 0 for the others."""
    result = np.zeros((context.snapshot.num_authors, rows.shape[1]))
    result[author_positions(context.snapshot.author_id, past.snapshot.author_id)] = rows
    return result
