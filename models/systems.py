"""The systems by name."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from scinet.errors import DataError, NotFoundError
from scinet.models.bm25 import Bm25
from scinet.models.coauthors.earlier import Faded, Frequency
from scinet.models.coauthors.near import (
    AdamicAdar,
    AuthorWalk,
    CommonNeighbours,
    ResourceAllocation,
)
from scinet.models.dense import Dense
from scinet.models.graph_expanded import GraphExpanded
from scinet.models.graph_search import EdgeSearch, GraphSearch
from scinet.models.hybrid import Hybrid
from scinet.models.popularity import Popularity
from scinet.models.prior_work.frequency import ReferenceFrequency
from scinet.models.prior_work.near import CoCited, ReferenceWalk
from scinet.models.system import System

SYSTEMS: Final[dict[str, type[System]]] = {
    system.name: system
    for system in (
        Popularity,
        Bm25,
        Dense,
        Hybrid,
        GraphExpanded,
        GraphSearch,
        EdgeSearch,
        Frequency,
        Faded,
        CommonNeighbours,
        AdamicAdar,
        ResourceAllocation,
        AuthorWalk,
        ReferenceFrequency,
        CoCited,
        ReferenceWalk,
    )
}


def make(name: str, given: Mapping[str, str] | None = None) -> System:
    """A system with some of its settings changed.

    Args:
        name: Its name.
        given: Settings as text, by name.

    Raises:
        NotFoundError: If there is no such system.
        DataError: If it has no such setting, or the value does not fit.
    """
    if name not in SYSTEMS:
        raise NotFoundError(f"no system named {name!r}", hint=f"There are {', '.join(SYSTEMS)}.")
    defaults = asdict(SYSTEMS[name]())
    values: dict[str, Any] = {}
    for setting, text in (given or {}).items():
        if setting not in defaults:
            listed = ", ".join(f"{one}={value}" for one, value in defaults.items())
            raise DataError(
                f"{name} has no setting {setting!r}", hint=f"It has {listed or 'none'}."
            )
        try:
            values[setting] = type(defaults[setting])(text)
        except ValueError as error:
            raise DataError(
                f"{text!r} is no value of setting {setting}",
                hint=f"Give a value like {defaults[setting]!r}.",
            ) from error
    try:
        return SYSTEMS[name](**values)
    except ValueError as error:
        raise DataError(str(error), hint="See `scinet systems` for the settings.") from error
