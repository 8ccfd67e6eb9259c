"""Check of stored values as of a day."""

from typing import Final

from scinet.graph.as_of.edits import Edits
from scinet.graph.as_of.existence import NODES, RELATIONSHIPS, NodeType, RelationshipType, words
from scinet.graph.as_of.kinds import ValueKind

_OF_TIMES: Final = words(
    "year quarter month week day ordinalDay dayOfWeek dayOfQuarter weekYear hour minute second "
    "millisecond microsecond nanosecond timezone offset epochSeconds epochMillis years quarters "
    "months weeks days hours minutes seconds milliseconds monthsOfYear daysOfWeek x y z"
)


def check_key(edits: Edits, kind: ValueKind, key: str, place: int) -> None:
    """Refuse a stored value that may depend on later papers.

    Raises:
        QueryError: If it may.
    """
    types: list[NodeType | RelationshipType]
    if kind.sort == "node":
        types = [NODES[item] for item in kind.types]
    elif kind.sort == "relationship":
        types = [RELATIONSHIPS[item] for item in kind.types]
    else:
        types = [*NODES.values(), *RELATIONSHIPS.values()]
    if not types:  # never exists as of a day, such as a work without a record
        return
    is_known = any(key in item.properties for item in types) and not any(
        key in item.later or (isinstance(item, NodeType) and key in item.of_day) for item in types
    )
    is_known = is_known or (kind.sort == "any" and key in _OF_TIMES)
    if not is_known:
        what = f"{key} as it is stored may know of later papers"
        raise edits.refusal(place, what, _remedy(kind))


def _remedy(kind: ValueKind) -> str:
    if kind.sort == "any" or len(kind.types) != 1:
        return "Count or compute it in the statement, or leave the day out."
    [name] = kind.types
    spec = NODES[name] if kind.sort == "node" else RELATIONSHIPS[name]
    listed = sorted(spec.properties | (spec.of_day.keys() if isinstance(spec, NodeType) else set()))
    has = ", ".join(listed) or "no properties"
    return f"As of a day {name} has {has}; count or compute others, or leave the day out."
