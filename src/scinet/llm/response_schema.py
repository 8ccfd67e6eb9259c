"""Response schemas: JSON schemas in headers of prompts, as strict pydantic models.

Every property is required, as endpoints that enforce a schema demand; an optional one has the type
``["string", "null"]``. Other fields are refused.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from scinet.errors import DataError

_STRICT: Final = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
_SCALARS: Final[Mapping[str, type]] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
}
# Bounds of JSON schema, under pydantic's names.
_BOUNDS: Final[Mapping[str, Mapping[str, str]]] = {
    "string": {"minLength": "min_length", "maxLength": "max_length", "pattern": "pattern"},
    "integer": {"minimum": "ge", "maximum": "le"},
    "number": {"minimum": "ge", "maximum": "le"},
    "boolean": {},
    "array": {"minItems": "min_length", "maxItems": "max_length"},
    "object": {},
}
_OTHER: Final[Mapping[str, frozenset[str]]] = {
    "string": frozenset({"enum"}),
    "integer": frozenset({"enum"}),
    "number": frozenset(),
    "boolean": frozenset(),
    "array": frozenset({"items"}),
    "object": frozenset({"properties", "required"}),
}


def build_model(schema: Mapping[str, Any], place: str) -> type[BaseModel]:
    """Build the pydantic model of a schema.

    Args:
        schema: An object of strings, numbers, booleans, arrays and objects, with enums and bounds.
        place: Its location, for messages.
    """
    if schema.get("type", "object") != "object":
        raise DataError(f"the output is not an object ({place})", hint="Wrap it in an object.")
    return _object_model({"type": "object", **schema}, place)


def wire_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema as it is sent: all properties required, no others allowed."""
    sent = dict(schema)
    if "properties" in sent:
        sent["type"] = sent.get("type", "object")
        sent["properties"] = {name: wire_schema(part) for name, part in sent["properties"].items()}
        sent["required"] = list(sent["properties"])
        sent["additionalProperties"] = False
    if "items" in sent:
        sent["items"] = wire_schema(sent["items"])
    return sent


def _object_model(schema: Mapping[str, Any], place: str) -> type[BaseModel]:
    _check_schema(schema, "object", place)
    properties = schema.get("properties", {})
    if not isinstance(properties, Mapping) or not properties:
        raise DataError(f"an object without properties ({place})", hint="Name what it holds.")
    if (required := schema.get("required")) is not None and set(required) != set(properties):
        raise DataError(
            f"required names {sorted(required)}, the object has {sorted(properties)} ({place})",
            hint="Leave it out: every property is required, and null is a type.",
        )
    fields: dict[str, Any] = {
        name: (_type(part, f"{place}.{name}"), ...) for name, part in properties.items()
    }
    return create_model(place.rpartition(".")[2], __config__=_STRICT, **fields)


def _type(schema: Any, place: str) -> Any:
    if not isinstance(schema, Mapping):
        raise DataError(f"{schema!r} is not a schema ({place})", hint="Write a table with a type.")
    named = schema.get("type")
    names = named if isinstance(named, list) else [named]
    others = [name for name in names if name != "null"]
    if len(others) != 1 or others[0] not in _BOUNDS:
        raise DataError(
            f"type {named!r} ({place})", hint=f"Write one of {', '.join(_BOUNDS)}, or it and null."
        )
    result = _scalar_type(schema, str(others[0]), place)
    return result | None if len(names) > 1 else result


def _scalar_type(schema: Mapping[str, Any], kind: str, place: str) -> Any:
    if kind == "object":
        return _object_model(schema, place)
    _check_schema(schema, kind, place)
    if kind == "array":
        base: Any = list[_type(schema.get("items"), f"{place}[]")]  # type: ignore[misc]
    elif "enum" in schema:
        base = Literal[tuple(schema["enum"])]
    else:
        base = _SCALARS[kind]
    bounds = {ours: schema[theirs] for theirs, ours in _BOUNDS[kind].items() if theirs in schema}
    return Annotated[base, Field(**bounds)] if bounds else base


def _check_schema(schema: Mapping[str, Any], kind: str, place: str) -> None:
    allowed = {"type", "description", *_BOUNDS[kind], *_OTHER[kind]}
    if unknown := sorted(schema.keys() - allowed):
        raise DataError(
            f"{', '.join(unknown)} of {kind} ({place})", hint=f"A {kind} knows {sorted(allowed)}."
        )
