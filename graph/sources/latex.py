"""LaTeX printed as plain text, whatever it contains.

pylatexenc parses the arguments of nested commands again and again, exponentially in their depth,
and fails on nodes that it could not parse. So its steps are limited, and the arguments of a command
that cannot be printed are printed in its place.
"""

import logging
import re
from functools import cache
from typing import Any, Final, NamedTuple

from pylatexenc import latex2text, latexwalker
from pylatexenc.macrospec import LatexContextDb, MacroSpec

_LONGEST: Final = 200_000  # characters: ten times the longest abstract
_STEPS: Final = 5  # per character; sound texts take two
_COMMAND: Final = re.compile(r"\\(?:[a-zA-Z]+\*?|.)", re.DOTALL)
_MARKS: Final = re.compile(r"[$~\s]+")
_ARGUMENTS_MISSING: Final = (AttributeError, IndexError, KeyError, TypeError, ValueError)


class PlainLatex(NamedTuple):
    """Printed LaTeX.

    Attributes:
        is_whole: Whether each command had its arguments.
    """

    text: str
    is_whole: bool


class _TooManyStepsError(Exception):
    pass


class _StepLimit:
    def __init__(self, limit: int) -> None:
        self._left = limit

    def take(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _TooManyStepsError


class _Walker(latexwalker.LatexWalker):  # type: ignore[misc]
    def __init__(self, latex: str, steps: _StepLimit) -> None:
        super().__init__(latex, latex_context=_macro_arguments())
        self._steps = steps

    def get_token(self, *args: Any, **named: Any) -> Any:
        self._steps.take()
        return super().get_token(*args, **named)


class _Printer(latex2text.LatexNodes2Text):  # type: ignore[misc]
    """Printer with limited steps that prints the arguments of what it cannot print."""

    def __init__(self, steps: _StepLimit) -> None:
        super().__init__(latex_context=_text_macros(), keep_comments=True)
        self._steps = steps
        self.is_whole = True

    def node_to_text(self, node: Any, *args: Any, **named: Any) -> str:
        self._steps.take()
        return str(super().node_to_text(node, *args, **named))

    def macro_node_to_text(self, node: Any) -> str:
        try:
            return str(super().macro_node_to_text(node))
        except _ARGUMENTS_MISSING:
            return self._arguments_of(node)

    def environment_node_to_text(self, node: Any) -> str:
        try:
            return str(super().environment_node_to_text(node))
        except _ARGUMENTS_MISSING:
            return self._arguments_of(node) + str(self.nodelist_to_text(node.nodelist))

    def apply_simplify_repl(self, node: Any, simplify_repl: Any, what: str) -> str:
        # Where arguments are missing, pylatexenc would print its own pattern.
        if node.isNodeType(latexwalker.LatexMacroNode) and isinstance(simplify_repl, str):
            wanted = simplify_repl.count("%s")
            if wanted and wanted != len(_list_nodes(node)):
                raise IndexError(what)
        return str(super().apply_simplify_repl(node, simplify_repl, what))

    def _arguments_of(self, node: Any) -> str:
        self.is_whole = False
        return "".join(
            self.nodelist_to_text([argument])
            for argument in _list_nodes(node)
            if argument is not None
        )


def render_latex(latex: str) -> PlainLatex:
    """Print LaTeX; a text too long, too deep or too hard loses its commands."""
    steps = _StepLimit(_STEPS * len(latex) + 1_000 if len(latex) <= _LONGEST else 0)
    printer = _Printer(steps)
    try:
        text = printer.nodelist_to_text(_Walker(latex, steps).get_latex_nodes()[0])
    except Exception:  # noqa: BLE001 - third-party parser, arbitrary input
        return PlainLatex(_MARKS.sub(" ", _COMMAND.sub(" ", latex)), is_whole=False)
    return PlainLatex(text, printer.is_whole)


def _list_nodes(node: Any) -> list[Any]:
    return list((node.nodeargd and node.nodeargd.argnlist) or ())


@cache
def _macro_arguments() -> LatexContextDb:
    logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)  # it is among the remarks
    context = latexwalker.get_default_latex_context_db()
    context.add_context_category("scinet", macros=[MacroSpec("href", "{{")], prepend=True)
    return context


@cache
def _text_macros() -> LatexContextDb:
    context = latex2text.get_default_latex_context_db()
    of_link = latex2text.MacroTextSpec("href", simplify_repl=_render_link)
    # They would print the current day.
    undated = [latex2text.MacroTextSpec(name, discard=True) for name in ("today", "maketitle")]
    circumflex = latex2text.MacroTextSpec("textasciicircum", simplify_repl="^")
    macros = [of_link, circumflex, *undated]
    context.add_context_category("scinet", macros=macros, prepend=True)
    return context


def _render_link(node: Any, l2tobj: _Printer) -> str:  # a name that pylatexenc looks for
    return str(l2tobj.nodelist_to_text([node.nodeargd.argnlist[1]]))
