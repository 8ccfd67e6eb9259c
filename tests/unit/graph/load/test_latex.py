"""LaTeX of others in bibliographies: printed as far as it can be read, in bounded time."""

import re
from functools import partial
from itertools import chain
from pathlib import Path

import pytest
from helpers.waiting import count_cpu_seconds
from hypothesis import given
from hypothesis import strategies as st
from pylatexenc import latex2text, latexwalker

from scinet.graph.sources import bibtex, entry_warnings
from scinet.graph.sources.latex import render_latex

_ROWS = Path(__file__).parents[3] / "golden" / "sources" / "latex.tsv"
_PRINTED = [line.split("\t") for line in _ROWS.read_text("utf-8").splitlines()]
_TABLES = (latex2text.get_default_latex_context_db(), latexwalker.get_default_latex_context_db())
_DEFINED = {
    kind: sorted(set(chain.from_iterable(db.d[c][kind] for db in _TABLES for c in db.categories())))
    for kind in ("macros", "environments")
}
# Their arguments are no text, or become other letters.
_NO_TEXT = """
    color hphantom hspace includegraphics label pagecolor selectlanguage usepackage vphantom vspace
    fontsize rule textcolor colorbox fcolorbox foreignlanguage raisebox parbox scalebox rotatebox
    texorpdfstring setlength addlength setcounter href begin end frac nicefrac textfrac
"""


@pytest.mark.parametrize(("latex", "text"), _PRINTED)
def test_commands_print_what_they_say_on_any_day(latex: str, text: str) -> None:
    printed = render_latex(latex)
    assert " ".join(printed.text.split()) == text
    assert printed.is_whole


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("the \\foo bar", "the \\foo bar"),
        ("costs $5 and $6", "costs $5 and $6"),
        ("a $ b", "a $ b"),
    ],
)
def test_what_is_not_known_stays_and_is_counted(latex: str, text: str) -> None:
    assert render_latex(latex) == (text, False)


@pytest.mark.parametrize(
    "command",
    [r"\href", r"\sqrt[3", r"\textcolor{red}", r"\colorbox", r"\footnote", r"\begin{array}{c",
     r"\frac{1}", r"\verb", r"\input", r"\frac{" * 22, r"\sqrt[" * 22, r"\footnote[" * 22,
     r"\begin{array}[" * 22, r"\emph{" * 3_000 + "}" * 3_000, "\\"],
)  # fmt: skip
def test_a_command_without_what_belongs_to_it_leaves_the_text(command: str) -> None:
    entry = f'@misc{{k, title = "Élan of {command}"}}'
    [(line, record)] = bibtex.entries(entry)
    if command == "\\":
        assert isinstance(record, str)  # the quotation does not end
        return
    assert isinstance(record, dict)
    assert (line, record["id"]) == (1, "k")
    assert "Élan of" in record["title"]
    assert "latex_malformed" in [reason for reason, _ in record[entry_warnings.KEY]]


def test_no_command_takes_text_away() -> None:
    for name in [*_DEFINED["macros"], *"`'^~=.\"%&#_$ ,;:!/-\n", "apj", "MakeUppercase", "\\"]:
        command = f"\\{name}"
        alone = (command, f"{{{command}}}", f"${command}$", f"{command}{{}}", f"{command}[")
        for latex in (*(f"Ada {text} 8ell" for text in alone), f"Ada 8ell{command}"):
            text = render_latex(latex).text
            assert "Ada" in text, latex
            assert "ell" in text or "frac" in name or "bra" in name, latex
        if name not in _NO_TEXT.split() and not name.startswith("math"):
            text = render_latex(f"{command}{{8ell}}{{8ell}}{{8ell}} {{{command} 8ell").text
            assert text.count("ell") == 4 or name == "bra", name
    for name in _DEFINED["environments"]:
        assert "Ada" in render_latex(f"\\begin{{{name}}} Ada \\end{{{name}}}").text, name


@pytest.mark.parametrize(
    "part",
    [*"{}$-` ", "{a ,", r"\'", r"\v ", r"\frac", "$1", r"\url{", r"\url{a}", r"\href{a}", r"\verb|",
     r"\begin{array}", r"\foo[", r"\sqrt[", r"\emph{", r"\emph{x} ", r"\textcolor{red}",
     r"\'" + " " * 40, r"\char", r"\\[", r"\unicode{", r"\$", r"\o", "\\"],
)  # fmt: skip
def test_long_texts_of_one_part_are_printed_at_once(part: str) -> None:
    latex = part * (100_000 // len(part))
    for text in (latex, latex + "}" * latex.count("{")):
        assert count_cpu_seconds(partial(render_latex, text, protects_groups=True)) < 2


_WORD = " 8ell "
_KEPT = [f"\\{name}" for name in _DEFINED["macros"] if name not in _NO_TEXT.split()]
_KEPT = [name for name in _KEPT if not re.match(r"\\(?:math|verb|sqrt|k?e?t?bra)", name)]


@given(st.lists(st.sampled_from(_KEPT) | st.sampled_from("{}~&'`^_-\\ #%") | st.just(_WORD)))
def test_words_of_any_latex_are_kept(parts: list[str]) -> None:
    text = render_latex("".join(parts)).text
    assert text.count("ell") >= parts.count(_WORD)


_WILD = [f"\\{name}" for name in _DEFINED["macros"]]
_WILD += [*"{}[]$~&'\\\n %", r"\begin{array}", r"\end{array}", r"\url{", "\ue001"]


@given(st.lists(st.sampled_from(_WILD) | st.text(max_size=3), max_size=40))
def test_any_latex_is_printed(parts: list[str]) -> None:
    for protects in (False, True):
        render_latex("".join(parts), protects_groups=protects)
