"""Driver of the database: its import, and translation of its errors."""

import logging
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from scinet.errors import GraphUnavailableError, QueryError, ScinetError

if TYPE_CHECKING:
    from scinet.settings import Neo4jSettings


@contextmanager
def _hide_packages(*packages: str) -> Iterator[None]:
    """Make packages appear not installed."""
    modules = {name: sys.modules.get(name) for name in packages}
    sys.modules.update(dict.fromkeys(packages))  # type: ignore[arg-type]  # None: import fails
    try:
        yield
    finally:
        for name, module in modules.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


# The driver imports these to accept their values as parameters, which is not needed and takes three
# times as long as a statement.
with _hide_packages("numpy", "pandas", "pyarrow"):
    import neo4j
    import neo4j.exceptions
    import neo4j.graph
    import neo4j.time

__all__ = [
    "START_HINT",
    "is_interrupted",
    "is_unreachable",
    "neo4j",
    "translate_errors",
    "unavailable_error",
    "unreadable_error",
]

# Server notifications are read where needed, not logged.
logging.getLogger("neo4j.notifications").setLevel(logging.ERROR)
# A lost connection becomes one error line; the driver's own log is for --verbose.
if not logging.getLogger().isEnabledFor(logging.INFO):
    logging.getLogger("neo4j").setLevel(logging.CRITICAL)
START_HINT: Final = "Start one with `scinet server start`, or set NEO4J_URI."
_PLACE: Final = re.compile(r"\s*\(line (\d+), column (\d+) \(offset: \d+\)\)\s*(.*)", re.DOTALL)
_EXPECTED: Final = re.compile(r"(expected .{80}.*?,).*? or .*")  # dozens of words may follow


@contextmanager
def translate_errors(name: str, *, lines_before: int = 0) -> Iterator[None]:
    """Translate the driver's errors; ``lines_before`` counts lines put before a user's text."""
    try:
        yield
    except (neo4j.exceptions.DriverError, neo4j.exceptions.Neo4jError) as error:
        if is_interrupted(error):
            raise KeyboardInterrupt from error
        raise _translate(error, name, lines_before) from error
    except (OverflowError, RecursionError, UnicodeEncodeError) as error:
        what = {
            OverflowError: "an integer of more than 63 bits",
            RecursionError: "a value that is nested too deeply",
            UnicodeEncodeError: "text that is not Unicode",
        }[type(error)]
        raise QueryError(
            f"the database has no place for {what} ({name})", hint="Nothing was changed."
        ) from error


def is_interrupted(error: BaseException | None) -> bool:
    """Whether an error of the driver was caused by Ctrl-C or a signal."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def unavailable_error(
    error: neo4j.exceptions.DriverError | neo4j.exceptions.Neo4jError, settings: "Neo4jSettings"
) -> ScinetError:
    """Make the error for a database that does not answer a first connection."""
    where = settings.place
    if isinstance(error, neo4j.exceptions.AuthError):
        return GraphUnavailableError(
            f"{where} refuses the password of {settings.username}",
            hint="Set NEO4J_USERNAME and NEO4J_PASSWORD.",
        )
    if isinstance(error, neo4j.exceptions.ClientError) and "DatabaseNotFound" in (error.code or ""):
        return GraphUnavailableError(
            f"{where} has no database {settings.database!r}", hint="Set NEO4J_DATABASE."
        )
    return GraphUnavailableError(f"no graph database answers at {where}", hint=START_HINT)


def unreadable_error(name: str) -> QueryError:
    """Make the error for a value that Python cannot represent."""
    return QueryError(
        f"the answer holds a date or time that Python has none for ({name})",
        hint="Years from 1 to 9999 are read; toString(…) gives any as text.",
    )


def is_unreachable(error: BaseException | None) -> bool:
    """Whether the driver could not connect, so that the server did not begin the work."""
    unreached = neo4j.exceptions.ServiceUnavailable
    return isinstance(error, unreached) and str(error).startswith("Couldn't connect")


def _translate(
    error: neo4j.exceptions.DriverError | neo4j.exceptions.Neo4jError, name: str, lines_before: int
) -> ScinetError:
    code = getattr(error, "code", None) or ""
    if isinstance(error, neo4j.exceptions.TransientError) and "MemoryPool" in code:
        return QueryError(
            f"the server ran out of memory ({name})",
            hint="Give it more with `scinet server start --heap 2g`, or ask for less.",
        )
    if isinstance(error, neo4j.exceptions.ClientError) and "TransactionTimedOut" in code:
        return QueryError(
            f"the time limit was reached ({name})",
            hint="Ask for less, or give more time with --timeout.",
        )
    if isinstance(error, neo4j.exceptions.BrokenRecordError):
        return unreadable_error(name)
    if isinstance(error, neo4j.exceptions.AuthError):
        return GraphUnavailableError(
            f"the server at this address refuses the user and password of the connection ({name})",
            hint="Another server may be there now, or the password was changed. Stop that server "
            "and start yours again, or set NEO4J_USERNAME and NEO4J_PASSWORD and start anew.",
        )
    if is_unreachable(error):
        return GraphUnavailableError(f"the database does not answer ({name})", hint=START_HINT)
    if isinstance(error, neo4j.exceptions.DriverError | neo4j.exceptions.ServiceUnavailable):
        return GraphUnavailableError(f"the connection was lost ({name})", hint=START_HINT)
    message = str(error.message)
    if "no such fulltext schema index" in message:
        return QueryError(
            f"texts are not searchable yet ({name})",
            hint="Load something first; a first load makes the index of texts at its end.",
        )
    if "SyntaxError" in code and (place := _PLACE.search(message)):
        line, column = int(place[1]) - lines_before, int(place[2])
        text = place[3].splitlines()[0].strip('"')[column - 1 :][:40] if place[3] else ""
        what = _EXPECTED.sub(r"\1 …", " ".join(message[: place.start()].split()))
        return QueryError(
            f"{what.removesuffix('.')} (line {line}, column {column}{text and f', at {text!r}'})"
        )
    message = " ".join(message.split())
    return QueryError(f"{message.removesuffix('.')} ({name})", hint="Nothing was changed.")
