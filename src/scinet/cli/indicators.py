"""Numbers that describe papers, authors and fields."""

import sys

from scinet.cli import output
from scinet.cli.verbs import Invocation, add_command, add_group
from scinet.session.indicators import Indicators
from scinet.session.table import Table

indicators = add_group("indicators", "Numbers that describe papers.")


def _print_table(table: Table, line: Invocation) -> None:
    """Print a table, and on standard error what a reader has to know of it."""
    notes = table.attrs
    if notes["stored"] is not None:
        sys.stderr.write(f"stored on {notes['stored']:,} papers\n")
    if table.snapshot is not None and "paper_id" in table.columns:
        counted = ", ".join(
            f"{count:,} {kind}" for kind, count in notes["left_out"].items() if count
        )
        sys.stderr.write(f"left out: {counted or 'nothing'}\n")
    sys.stderr.writelines(f"{note}\n" for note in notes["notes"])
    rows = table[: None if line.options.get("papers") else line.most()].rows()
    if not line.as_json and table.snapshot is not None and "name" not in table.columns:
        rows = output.add_display_names(table.snapshot, rows)
    line.emit(rows)


def _print_pairs(table: Table, line: Invocation) -> None:
    """Print pairs: their ids for programs, their names for people."""
    rows = table.rows()
    if not rows:
        sys.stderr.write(
            f"fewer than two references to earlier papers with a {line.options['item']}\n"
        )
    if line.as_json:
        rows = [{k: v for k, v in row.items() if k not in {"first", "second"}} for row in rows]
        rows = [{key.removesuffix("_id"): value for key, value in row.items()} for row in rows]
    else:
        rows = [{k: v for k, v in row.items() if not k.endswith("_id")} for row in rows]
    line.emit(rows[: line.most()])


for _verb, _example in (
    (Indicators.disruption, "disruption --window 5 --top 10"),
    (Indicators.citations, "citations --before 2010-01-01 --top 10"),
    (Indicators.normalised, "normalised --by venue --top 10"),
    (Indicators.sleeping_beauties, "sleeping-beauty --top 10"),
    (Indicators.reference_age, "reference-age --top 10"),
    (Indicators.novelty, "novelty --item venue --top 10"),
    (Indicators.centrality, "centrality --by betweenness --network coauthor"),
    (Indicators.authors, "authors --before 2010-01-01 --top 10"),
):
    add_command(indicators, _example, _verb, _print_table)

add_command(
    indicators, "novelty-pairs S00000017 --item paper", Indicators.novelty_pairs, _print_pairs
)
add_command(indicators, "volatility --level field", Indicators.volatility)
