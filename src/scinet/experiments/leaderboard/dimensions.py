"""SciImpact as a whole: evaluated tasks of several dimensions in one set of tables.

Pairs of one dimension have equal weights, those of its awards and splits together. Means over
dimensions, fields and groups of fields weight each of them equally. Repositories, data sets, models
and awards of computer science, whose files name no field, count as computer science.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from scinet import atomic_files
from scinet.errors import DataError
from scinet.eval import results as files
from scinet.eval.report.charts import draw_radar
from scinet.eval.significance import two_way_anova
from scinet.eval.suites.sciimpact.official.fields import LARGE
from scinet.eval.suites.sciimpact.pairwise import task_form
from scinet.eval.task import Row, Task
from scinet.eval.task_type import Scoring
from scinet.experiments import markdown
from scinet.experiments.markdown import format_table

if TYPE_CHECKING:
    import pandas as pd

_COMPUTING: Final = "computer_science"
_WITHOUT_FIELD: Final = frozenset({"code", "dataset", "model", "award-cs"})
_ORDER: Final = ("citation", "award", "patent", "media", "code", "dataset", "model")
_YEARS: Final = 5  # of publication in one column


@dataclass(frozen=True)
class Dimensions:
    """Accuracies of systems over dimensions, fields and years.

    Attributes:
        pairs: One row per system and pair: ``system``, ``dimension``, ``kind`` (with the award),
            ``field``, ``year``, ``right`` (1 or 0), ``right_in_field`` (NaN where an unreadable
            reply does not count for its field).
        scoring: ``strict`` or ``official``.
    """

    pairs: "pd.DataFrame"
    scoring: Scoring

    @cached_property
    def by_dimension(self) -> "pd.DataFrame":
        """Accuracies by system (row) and dimension (column), with their mean."""
        return _with_mean(self._table("dimension", "right"))

    @cached_property
    def by_award(self) -> "pd.DataFrame":
        """Accuracies by system and kind of award (column); empty where there is one kind."""
        return self._table("kind", "right", self.pairs.dimension == "award")

    @cached_property
    def cells(self) -> "pd.DataFrame":
        """Accuracies by system and field (rows) and dimension (column)."""
        named = self.pairs[self.pairs.field.notna()]
        keys = ["system", "field", "dimension"]
        return _ordered(named.groupby(keys).right_in_field.mean().unstack())

    @cached_property
    def by_field(self) -> "pd.DataFrame":
        """Mean accuracy over dimensions by system and field (column)."""
        return self.cells.mean(axis=1).unstack()

    @cached_property
    def by_group(self) -> "pd.DataFrame":
        """Mean accuracy of the large fields, all others pooled, and their mean, by system."""
        fields = self.pairs.field
        group = fields.where(fields.isin(LARGE) | fields.isna(), "other")
        keys = ["system", group, "dimension"]
        cells = self.pairs.groupby(keys).right_in_field.mean().unstack()
        means = cells.mean(axis=1).unstack()
        return _with_mean(means[[name for name in (*LARGE, "other") if name in means]])

    @cached_property
    def by_years(self) -> "pd.DataFrame":
        """Accuracies on citation pairs by system and five years of publication (column)."""
        first = (self.pairs.year - 1) // _YEARS * _YEARS + 1
        spans = first.map(lambda year: f"{year:.0f}-{year + _YEARS - 1:.0f}", na_action="ignore")
        wanted = (self.pairs.dimension == "citation") & self.pairs.year.notna()
        return self.pairs.assign(years=spans)[wanted].pivot_table(
            index="system", columns="years", values="right"
        )

    @cached_property
    def variance(self) -> "pd.DataFrame":
        """Two-factor analyses of variance of the accuracies of cells; see :func:`two_way_anova`."""
        import pandas as pd

        long = self.cells.reset_index().melt(["system", "field"], value_name="accuracy").dropna()
        rows: list[Row] = []
        for first, second in (("dimension", "field"), ("system", "dimension"), ("system", "field")):
            if long[first].nunique() < 2 or long[second].nunique() < 2:
                continue
            table = two_way_anova(
                long.accuracy.to_numpy(), long[first].tolist(), long[second].tolist()
            )
            names = {"first": first, "second": second, "interaction": f"{first} x {second}"}
            about = f"{first}, {second}"
            rows += [
                {"analysis": about, **row, "source": names.get(row["source"], row["source"])}
                for row in table
            ]
        return pd.DataFrame(rows)

    def write(self, out: Path | str) -> list[Path]:
        """Write the page, and next to it the drawing as ``NAME.svg``.

        Raises:
            StorageError: If a file cannot be written.
        """
        page = Path(out)
        parts = [f"# SciImpact, {self.scoring} scoring"]
        for title, frame in (
            ("By dimension", self.by_dimension),
            ("By award", self.by_award),
            ("By group of fields", self.by_group),
            ("By field", self.by_field),
            ("Citation by years of publication", self.by_years),
        ):
            if frame.size:
                parts += [f"## {title}", _markdown(frame)]
        for system in self.by_dimension.index:
            if system in self.cells.index:
                parts += [f"## {system}: field by dimension", _markdown(self.cells.loc[system])]
        if len(self.variance):
            head, rows = list(map(str, self.variance)), self.variance.to_numpy().tolist()
            shown = [[_shown(value) for value in row] for row in rows]
            parts += ["## Two-factor analysis of variance", format_table(head, shown)]
        drawing = page.with_suffix(".svg")
        axes = self.by_dimension.drop(columns="mean")
        lines = {str(name): values.tolist() for name, values in axes.iterrows()}
        atomic_files.write_file(str(draw_radar(list(map(str, axes)), lines)), drawing)
        parts += ["## Radar", f"![Accuracy of each system by dimension]({drawing.name})"]
        atomic_files.write_file(markdown.format_page(parts), page)
        return [page, drawing]

    def __repr__(self) -> str:
        dimensions = ", ".join(map(str, self.by_dimension.drop(columns="mean")))
        return f"<Dimensions of {len(self.by_dimension)} systems: {dimensions}>"

    def _table(self, by: str, value: str, where: "pd.Series[bool] | None" = None) -> "pd.DataFrame":
        pairs = self.pairs if where is None else self.pairs[where]
        return _ordered(pairs.groupby(["system", by])[value].mean().unstack())


def gather(tasks: Sequence[Task], results: Path, *, scoring: Scoring = "strict") -> Dimensions:
    """Gather the tables of some evaluated tasks.

    Args:
        results: Folder written by ``evaluate --out``, at any depth.
    """
    import pandas as pd

    if wrong := [task.id for task in tasks if task.suite != "sciimpact"]:
        raise DataError(f"{wrong[0]} is of another suite", hint="Name tasks of sciimpact.")
    wanted = {task.fingerprint: task for task in tasks}
    rows: list[Row] = []
    seen: set[str] = set()
    for file in sorted(results.rglob("result.json")):
        about = files.read_result(file)
        task = wanted.get(about["task_fingerprint"])
        if task is None or about["scoring"] != scoring or about["is_control"]:
            continue
        seen.add(task.fingerprint)
        rows += _rows(task, about, files.read_per_query(file.parent))
    if missing := [task for name, task in wanted.items() if name not in seen]:
        raise DataError(
            f"no result of {missing[0].folder} with {scoring} scoring ({results})",
            hint=f"Give `scinet evaluate runs {missing[0].folder} RUN… --out "
            f"{results / missing[0].folder.resolve().name}`.",
        )
    return Dimensions(pd.DataFrame(rows), scoring)


def _rows(task: Task, about: Row, per_query: Mapping[str, Row]) -> list[Row]:
    kind, truth = task_form(task), task.truth(about["split"])
    default = _COMPUTING if kind in _WITHOUT_FIELD else None
    rows = []
    for query_id, row in per_query.items():
        true_row = truth[query_id]
        if row["accuracy"] is None:
            continue
        field = true_row.get("field") or default
        rows.append(
            {
                "system": about["system"],
                "dimension": kind.partition("-")[0],
                "kind": kind,
                "field": None if field is None else field.lower().replace(" ", "_"),
                "year": true_row.get("year"),
                "right": row["accuracy"],
                "right_in_field": row.get("field accuracy", row["accuracy"]),
            }
        )
    return rows


def _ordered(found: "pd.DataFrame") -> "pd.DataFrame":
    """Order dimensions as in the paper, others after them."""
    return found[sorted(found, key=lambda name: (*_ORDER, name).index(name))]


def _with_mean(found: "pd.DataFrame") -> "pd.DataFrame":
    return found.assign(mean=found.mean(axis=1))


def _markdown(frame: "pd.DataFrame") -> str:
    head = [str(frame.index.name), *map(str, frame)]
    rows = [
        [str(name), *map(_shown, row)]
        for name, row in zip(frame.index, frame.to_numpy(), strict=True)
    ]
    return format_table(head, rows)


def _shown(value: object) -> str:
    if isinstance(value, float):
        return "-" if value != value else f"{value:.3f}"
    return str(value)
