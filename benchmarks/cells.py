"""Results as tables in Markdown: which columns there are, and how values are written."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from scinet.experiments.markdown import table

_HEADS: Final = {
    "way": "way",
    "job": "job",
    "format": "format",
    "indicator": "indicator",
    "items": "papers or pairs",
    "papers": "papers",
    "citations": "citations",
    "tables_mb": "MB of tables",
    "rows_found": "rows found",
    "alone_s": "alone, s",
    "beside_s": "beside others, s",
    "slower": "times as long",
    "shared": "by its share of the cores",
    "citations_per_s": "citations/s",
    "papers_per_s": "papers/s",
    "seconds": "seconds",
    "cpu_s": "CPU s",
    "mb_per_s": "MB/s",
    "all_s": "seconds for all",
    "database_s": "database, s",
    "arrays_s": "arrays, s",
    "hand_s": "by hand, s",
    "own_s": "by the day, s",
    "without_export_s": "arrays without export, s",
    "ratio": "ratio",
    "peak_mib": "peak MiB",
    "parser": "parser alone",
    "parser_s": "its seconds",
    "times_parser": "we take times its seconds",
    "work": "work",
    "unit": "counted in",
    "work_per_s": "work/s",
    "crossover": "arrays are quicker from",
    "time_exponent": "time grows as papers to the",
    "work_exponent": "work grows as papers to the",
}
_MARKED: Final = ("all_s", "database_s")  # these may be carried on from fewer items


def values(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The columns of rows that have a heading, as a table; nothing for no rows."""
    names = [name for name in _HEADS if any(name in row for row in rows)]
    cells = [[_cell(row, name) for name in names] for row in rows]
    return [table([_HEADS[name] for name in names], cells)] if rows else []


def _cell(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if value is None:
        return "-"
    mark = " est." if name in _MARKED and row.get("estimated") else ""
    if isinstance(value, float):
        return (f"{value:,.0f}" if value >= 1_000 else f"{value:.3g}") + mark
    return f"{value:,}{mark}" if isinstance(value, int) else f"{value}"
