"""Exceptions that this package raises on purpose.

* ScinetError
  x GraphUnavailableError    the database does not answer, or refuses the login
    . ServerMissingError     the local server is not installed
  x SchemaError              a constraint or plug-in is missing, or the graph is being loaded
  x QueryError               a statement is missing, malformed, refused or wrongly called
  x DataError                an input file, record or run file breaks its format
  x NotFoundError            no paper, author, venue, task or system has that id or name
  x SplitError               something from the future would reach a feature, task or model
  x EndpointError            a language model or web service gave no answer, or is not reached
  x BudgetError              money, tokens, calls or time of such a service are used up
  x StorageError             a disk is full or a folder cannot be written

Wrong arguments from a programmer stay ValueError and TypeError.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_LONG: Final = 1_500  # characters of a message


class ScinetError(Exception):
    """Base class of all exceptions of this package.

    The message gives the problem and its place, in one line without a full stop.

    Attributes:
        hint: Advice as a sentence, or an empty string.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        message = " ".join(message.splitlines())  # a value that it quotes may have line ends
        if len(message) > _LONG:  # it quotes a value from outside; the place stands at its end
            message = f"{message[: _LONG // 2]} … {message[-_LONG // 2 :]}"
        super().__init__(message)
        self.hint = hint
        if hint:
            self.add_note(hint)  # Python shows it below the message


class GraphUnavailableError(ScinetError):
    """The database does not answer, or refuses the login."""


class ServerMissingError(GraphUnavailableError):
    """The local server is not installed."""


class SchemaError(ScinetError):
    """The database lacks a constraint or plug-in, or is being loaded."""


class QueryError(ScinetError):
    """A statement is missing, malformed, refused or wrongly called."""


class DataError(ScinetError):
    """An input file, record or run file breaks its format."""


class NotFoundError(ScinetError):
    """No paper, author, venue, task or system has that id or name."""


class SplitError(ScinetError):
    """Something from the future would reach a feature, task or model."""


class EndpointError(ScinetError):
    """A language model or a service on the web gave no answer, or cannot be reached."""


class BudgetError(ScinetError):
    """Money, tokens, calls or time of a language model or a service on the web are used up."""


class StorageError(ScinetError):
    """A disk is full or a folder cannot be written."""


@contextmanager
def extra_needed(extra: str) -> Iterator[None]:
    """Translate the failed import of an optional package into an error with installation advice.

    Args:
        extra: Extra of this package that contains it, such as ``models``.

    Raises:
        DataError: In place of ModuleNotFoundError.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise DataError(f"{error.name} is not installed", hint=install_hint(extra)) from error


def install_hint(extra: str) -> str:
    """Return how to install an extra, from the source of this installation."""
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        origin = json.loads(distribution("scinet").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        origin = {}
    url = str(origin.get("url", ""))
    if origin.get("dir_info", {}).get("editable"):
        wanted = f'-e "{url.removeprefix("file://")}[{extra}]"'
    else:
        wanted = f'"scinet[{extra}]{" @ " if url else ""}{url}"'
    return f"Run `pip install {wanted}`."
