"""The answer of a verb: a table, with notes for its reader."""

import shutil
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self, overload

from scinet.errors import extra_needed
from scinet.html_table import cutoff_notes, html_table
from scinet.text_table import format_table

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from numpy.typing import NDArray

    from scinet.graph.snapshot import Snapshot

_PRINTED_ROWS: Final = 10
_HTML_ROWS: Final = 20


class Table(Sequence[dict[str, Any]]):
    """Rows of an answer, and notes on them.

    ``table[0]`` is a row, ``table["title"]`` a column; ``table[:5]`` and ``table[["id", "title"]]``
    are tables.

    Attributes:
        columns: Names of the columns, also where there is no row.
        attrs: Notes, such as the cut-off day ``before``, what was ``left_out``, whether the answer
            was ``truncated``, and its ``receipt``; data frames made of the table have them too.
        snapshot: Arrays that it was computed on, None where the database answered.
    """

    def __init__(
        self,
        data: "Iterable[Mapping[str, Any]] | Mapping[str, NDArray[Any]]",
        columns: Sequence[str] = (),
        /,
        *,
        snapshot: "Snapshot | None" = None,
        **attrs: Any,
    ) -> None:
        self._arrays: Mapping[str, NDArray[Any]] | None = None
        if isinstance(data, Mapping):
            self._arrays = data
            columns = tuple(data)
        else:
            self._rows = [dict(row) for row in data]
        self.columns = tuple(columns) or tuple(
            dict.fromkeys(name for row in self._rows for name in row)
        )
        self.attrs = attrs
        self.snapshot = snapshot

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows as plain values by column, None or NaN where there is none."""
        return list(self._rows)

    def to_pandas(self) -> "pd.DataFrame":
        """Return a pandas data frame, whose ``attrs`` are those of the table."""
        import pandas as pd

        if self._arrays is None:
            frame = pd.DataFrame(self._rows, columns=list(self.columns) or None)
        else:
            frame = pd.DataFrame(dict[Hashable, Any](self._arrays))
        frame.attrs.update(self.attrs)
        return frame

    def to_polars(self) -> "pl.DataFrame":
        """Return a polars data frame, which has no notes.

        Raises:
            DataError: If polars is not installed.
        """
        with extra_needed("polars"):
            import polars as pl

        return pl.DataFrame({name: self[name] for name in self.columns}, strict=False)

    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...

    @overload
    def __getitem__(self, key: str) -> list[Any]: ...

    @overload
    def __getitem__(self, key: slice | list[str]) -> Self: ...

    def __getitem__(self, key: int | str | slice | list[str]) -> Any:
        if isinstance(key, slice):
            data = self._rows[key] if self._arrays is None else _cut(self._arrays, key)
            return type(self)(data, self.columns, snapshot=self.snapshot, **self.attrs)
        if isinstance(key, list):
            shown = {name: self[name] for name in key}
            rows = (dict(zip(key, row, strict=True)) for row in zip(*shown.values(), strict=True))
            return type(self)(rows, key, snapshot=self.snapshot, **self.attrs)
        if not isinstance(key, str):
            return self._rows[key]
        if key not in self.columns:
            raise KeyError(key)
        if self._arrays is not None:
            return self._arrays[key].tolist()
        return [row.get(key) for row in self._rows]

    def __len__(self) -> int:
        if self._arrays is None:
            return len(self._rows)
        return len(next(iter(self._arrays.values()), ()))

    def __repr__(self) -> str:
        width = shutil.get_terminal_size().columns
        lines, _ = format_table(self[:_PRINTED_ROWS], self.columns, width)
        return "\n".join([*lines, f"[{_count_rows(len(self))}]"])

    def _repr_html_(self) -> str:
        shown = self[:_HTML_ROWS]
        cells = [[row.get(name) for name in self.columns] for row in shown]
        count = _count_rows(len(self))
        note = f"{len(shown)} of {count}" if len(shown) < len(self) else count
        return str(html_table(self.columns, cells, note, *cutoff_notes(self.attrs)))

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        columns = [values.tolist() for values in (self._arrays or {}).values()]
        return [dict(zip(self.columns, row, strict=True)) for row in zip(*columns, strict=True)]


def as_table(answer: "Table | pd.DataFrame") -> Table:
    """An answer that may have been made a pandas data frame, as a table."""
    if isinstance(answer, Table):
        return answer
    rows = [{str(name): value for name, value in row.items()} for row in answer.to_dict("records")]
    notes = {str(name): note for name, note in answer.attrs.items()}
    return Table(rows, list(map(str, answer.columns)), **notes)


def as_frame(answer: "Table | pd.DataFrame") -> "pd.DataFrame":
    """An answer that may have been made a pandas data frame, as one."""
    return answer.to_pandas() if isinstance(answer, Table) else answer


def _cut(arrays: "Mapping[str, NDArray[Any]]", part: slice) -> "dict[str, NDArray[Any]]":
    return {name: values[part] for name, values in arrays.items()}


def _count_rows(count: int) -> str:
    return f"{count:,} row{'s' * (count != 1)}"
