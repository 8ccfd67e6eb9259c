"""LaTeX of others in bibliographies: printed as far as it can be read, in bounded time."""

import pytest
from helpers.waiting import count_cpu_seconds

from scinet.graph.sources import bibtex, entry_warnings
from scinet.graph.sources.latex import render_latex


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"Deep words \href{https://arxiv.org/abs/1901.00001}{arXiv:1901.00001}",
         "Deep words arXiv:1901.00001"),
        (r"{\"O}sterreich \textit{three} $\frac{1}{2}$", "Österreich three 1/2"),
        (r"Seen \today by us", "Seen by us"),
    ],
)  # fmt: skip
def test_whole_commands_print_what_they_say_on_any_day(latex: str, text: str) -> None:
    assert render_latex(latex) == (text, True)


@pytest.mark.parametrize(
    "command",
    [r"\href", r"\sqrt[3", r"\textcolor{red}", r"\colorbox", r"\footnote", r"\begin{array}{c",
     r"\frac{1}", r"\verb", r"\input", r"\frac{" * 22, r"\sqrt[" * 22, r"\footnote[" * 22,
     r"\begin{array}[" * 22, r"\emph{" * 3_000 + "}" * 3_000, r"\emph{x} " * 23_000],
)  # fmt: skip
def test_a_command_without_what_belongs_to_it_leaves_the_text(command: str) -> None:
    entry = f'@misc{{k, title = "Élan of {command}"}}'
    results: list[tuple[int, object]] = []
    assert count_cpu_seconds(lambda: results.extend(bibtex.entries(entry))) < 2
    [(line, record)] = results
    assert isinstance(record, dict)
    assert (line, record["id"]) == (1, "k")
    assert "Élan of" in record["title"]
    assert "latex_malformed" in [reason for reason, _ in record[entry_warnings.KEY]]
