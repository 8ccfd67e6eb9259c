"""The shell of ``scinet cypher``: history, completion, statements of several lines."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import FileHistory
from prompt_toolkit.input import Input
from prompt_toolkit.output import Output, create_output

from scinet.cli import signals
from scinet.errors import ScinetError
from scinet.settings import CacheSettings

if TYPE_CHECKING:
    from scinet.graph.db.connection import Database

_EXIT_COMMANDS: Final = frozenset({"exit", "quit", ":exit", ":quit", ":q"})
_KEYWORDS: Final = (
    "MATCH", "OPTIONAL MATCH", "WHERE", "WITH", "RETURN", "ORDER BY", "LIMIT", "SKIP", "UNWIND",
    "DISTINCT", "AS", "AND", "OR", "NOT", "IN", "IS NULL", "IS NOT NULL", "STARTS WITH",
    "ENDS WITH", "CONTAINS", "CASE", "WHEN", "THEN", "ELSE", "END", "CALL", "YIELD", "UNION",
    "EXISTS", "COUNT", "COLLECT", "EXPLAIN", "PROFILE", "DESC", "exit",
)  # fmt: skip


def run(
    database: "Database",
    answer: Callable[[str], None],
    *,
    source: Input | None = None,
    display: Output | None = None,
) -> None:
    """Answer statements until ``exit`` or the end of the input.

    A statement may have several lines and ends with a semicolon or an empty line. Ctrl-C leaves
    what is being typed or asked, not the shell.

    Args:
        database: Its labels, types and properties are completed.
        answer: Called with each statement.
        source: Where keys come from; the terminal unless given.
        display: Where the prompt is shown; the terminal unless given.
    """
    folder = CacheSettings().cache
    folder.mkdir(parents=True, exist_ok=True)
    names = {row["name"] for row in database.rows("admin/names")}
    session: PromptSession[str] = PromptSession(
        history=FileHistory(str(folder / "cypher-history")),
        completer=WordCompleter(sorted({*_KEYWORDS, *names}), ignore_case=True),
        complete_while_typing=False,
        multiline=Condition(lambda: not _is_complete(session.default_buffer.text)),
        prompt_continuation="      > ",
        input=source,
        output=display or create_output(getattr(sys.stdout, "raw", sys.stdout)),
    )
    sys.stderr.write("A statement ends with a semicolon; TAB completes; exit leaves.\n")
    while True:
        try:
            text = session.prompt("cypher> ").strip()
            if text.rstrip(";").strip().lower() in _EXIT_COMMANDS:
                return
            if text:
                answer(text)
        except KeyboardInterrupt:
            signals.clear_signal()
        except EOFError:
            return
        except ScinetError as error:
            sys.stderr.write(f"{error}. {error.hint}".rstrip() + "\n")


def _is_complete(text: str) -> bool:
    """Whether Enter asks the statement instead of starting another line."""
    stripped = text.strip()
    is_command = stripped.startswith(":") and "\n" not in stripped
    return (
        is_command
        or not stripped
        or stripped.endswith(";")
        or stripped in _EXIT_COMMANDS
        or text.endswith("\n")
    )
