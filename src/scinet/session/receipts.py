"""Receipts: what an answer rests on, so that somebody else can ask again and compare.

A receipt names the graph by its fingerprint, the day, the version of scinet, what was asked, and
the hash of the rows. It is a JSON object; one in a file also has a short hash of each row, so that
a comparison can say which rows moved.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import date
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from scinet import atomic_files
from scinet.errors import DataError, SchemaError
from scinet.graph.db import fingerprint

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

Asked: TypeAlias = Literal["statement", "cypher", "tool"]
_MOST: Final = 10_000  # rows with a hash of their own
_DIGITS: Final = 16
_SORTED: Final = orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS


class Receipt(BaseModel):
    """Receipt of an answer.

    Attributes:
        asked: Whether ``name`` is that of a named statement or of a tool, or a statement of one's
            own in Cypher.
        arguments: As they were given, without the day of a tool; of Cypher ``params`` and
            ``limit``.
        before: Cut-off day, None for none.
        offset: Rows that were left out, those of the pages before.
        graph_fingerprint: Of the graph that answered.
        version: Of scinet.
        rows: How many there were.
        sha256: Of the rows in order, each as JSON with its keys sorted.
        row_digests: The first digits of the SHA-256 of each row; empty where there are many.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: Literal["scinet receipt 1"] = "scinet receipt 1"
    asked: Asked
    name: str
    arguments: dict[str, Any]
    before: date | None
    offset: int = Field(default=0, ge=0)
    graph_fingerprint: str
    version: str
    rows: int = Field(ge=0)
    sha256: str
    row_digests: list[str] = []

    def as_dict(self, *, with_rows: bool = True) -> dict[str, Any]:
        """As it is written."""
        return self.model_dump(mode="json", exclude=set() if with_rows else {"row_digests"})


def make_receipt(
    database: "Database",
    kind: Asked,
    name: str,
    arguments: Mapping[str, Any],
    rows: Iterable[Mapping[str, Any]],
    *,
    before: date | None = None,
    offset: int = 0,
) -> Receipt:
    """The receipt of an answer of the graph as it is now.

    Raises:
        SchemaError: If the graph is empty or a load is incomplete, so that it has no fingerprint.
    """
    total, digests = sha256(), []
    for row in rows:
        text = orjson.dumps(row, default=str, option=_SORTED)
        total.update(text + b"\n")
        digests.append(sha256(text).hexdigest()[:_DIGITS])
    return Receipt(
        asked=kind,
        name=name,
        arguments=orjson.loads(orjson.dumps(dict(arguments), default=str, option=_SORTED)),
        before=before,
        offset=offset,
        graph_fingerprint=fingerprint.stored_fingerprint(database),
        version=version("scinet"),
        rows=len(digests),
        sha256=total.hexdigest(),
        row_digests=digests if len(digests) <= _MOST else [],
    )


def describe_answer(*args: Any, with_rows: bool = True, **how: Any) -> dict[str, Any] | None:
    """The receipt of an answer as it stands beside it; None where the graph has no fingerprint."""
    with suppress(SchemaError):
        return make_receipt(*args, **how).as_dict(with_rows=with_rows)
    return None


def write_receipt(receipt: Receipt, file: Path) -> None:
    """Write a receipt, whole or not at all."""
    atomic_files.write_file(
        orjson.dumps(receipt.as_dict(), option=orjson.OPT_INDENT_2) + b"\n", file
    )


def read_receipt(source: str | Path | Mapping[str, Any] | None) -> Receipt:
    """Read a receipt from a file, or as it stands in an answer.

    Raises:
        DataError: If it is none, or the answer has none.
    """
    if source is None:
        raise DataError(
            "there is no receipt where the graph is empty or a load is incomplete",
            hint="Load something, or go on with the load, and ask again.",
        )
    name = "the answer's" if isinstance(source, Mapping) else str(source)
    try:
        if isinstance(source, Mapping):
            return Receipt.model_validate_json(orjson.dumps(source))
        return Receipt.model_validate_json(Path(source).read_bytes())
    except OSError as error:
        raise DataError(f"{name} cannot be read ({error.strerror})", hint="Name a file.") from error
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, wrong["loc"])) or "the whole"
        raise DataError(
            f"{name} is not a receipt ({where}: {wrong['msg']})",
            hint="Name a file that `--receipt` wrote, or the receipt of an answer of `scinet mcp`.",
        ) from error
