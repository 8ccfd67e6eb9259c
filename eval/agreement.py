"""Inter-rater agreement among people, and of judges with people.

A rating is a row with ``rater`` and ``rating``; its other fields identify the rated item.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from scinet.errors import DataError
from scinet.eval.results import PER_QUERY_FILE, read_per_query
from scinet.eval.suites.json_files import Document, JsonRecord, read_document
from scinet.eval.suites.prescience.lacer.validate import kendall_tau
from scinet.eval.task import Row
from scinet.validation import parse_json

Rating: TypeAlias = str | int | float | bool
Level: TypeAlias = Literal["nominal", "ordinal", "interval"]
_INFINITIES: Final = (float("inf"), float("-inf"))
_ALL: Final = "all"
_PEOPLE: Final = "people"
_MAX_LISTED: Final = 10  # ratings that a message names


def load_ratings(file: Path) -> Document:
    """Read a file of ratings: a line each, a JSON list, or a judged file of a suite.

    A folder of results of one task is read with every metric as a rater of each system's answers.

    Raises:
        DataError: If the format is unknown, or there is no rating.
    """
    document = _read_document(file)
    if not document.records:
        raise DataError(f"{file} has no ratings", hint="Each is a line with rater and rating.")
    return document


def _read_document(file: Path) -> Document:
    if file.is_dir():
        return Document(_result_records(file), {})
    try:
        lines = file.read_bytes().splitlines()
        rows = [parse_json(line, allows_nan=True) for line in lines if line.strip()]
    except (OSError, ValueError):
        return read_document(file, "papers")
    if not all(isinstance(row, dict) and "papers" not in row for row in rows):
        return read_document(file, "papers")
    return Document([JsonRecord(row, file, number) for number, row in enumerate(rows, start=1)], {})


def _result_records(folder: Path) -> list[JsonRecord]:
    records = [
        JsonRecord(
            {"rater": metric, "rating": value, "system": file.parent.name, "query_id": query_id},
            file,
            number,
        )
        for file in sorted(folder.glob(f"*/{PER_QUERY_FILE}"))
        for number, (query_id, row) in enumerate(read_per_query(file.parent).items(), start=1)
        for metric, value in row.items()
        if value is not None
    ]
    if not records:
        raise DataError(
            f"no results of a task in {folder}",
            hint="Name OUT/SUITE/TASK of `scinet evaluate runs … --out OUT`.",
        )
    return records


class Ratings:
    """Ratings by rater, then by rated item."""

    def __init__(self, records: Sequence[JsonRecord]) -> None:
        """Index the ratings of records, which may come from several files."""
        self.about: dict[str, Row] = {}
        self.by_rater: dict[str, dict[str, Rating]] = {}
        self._first: dict[str, Rating] = {}
        for record in records:
            rater, rating = record.text("rater"), record.fields.get("rating")
            if (
                not isinstance(rating, str | int | float)
                or rating != rating
                or rating in _INFINITIES
            ):
                record.refuse(f"rating is neither a word nor a number: {rating!r}")
            named = {k: v for k, v in record.fields.items() if k not in {"rater", "rating"}}
            item = json.dumps(named, sort_keys=True)
            self.about[item] = named
            own_ratings = self.by_rater.setdefault(rater, {})
            if item in own_ratings:
                record.refuse(f"{rater} rated {item} twice")
            own_ratings[item] = rating
            if isinstance(rating, str) is not isinstance(self._first.setdefault(item, rating), str):
                record.refuse(f"{rater} rated {item} {rating!r}, another {self._first[item]!r}")

    def within(self, field: str, people: Sequence[str] = ()) -> list[Row]:
        """Compare how two raters order the items with one value of a field: means over the values.

        ``tau_b`` is Kendall's, ``rank_correlation`` Spearman's, ``n`` the number of values where
        both are defined. Raters who are ``people`` are pooled: means over them, and over pairs of
        them.

        Source:
            Kendall (1945), doi:10.1093/biomet/33.3.239; PreScience, the released comparison of
            measures with people, for the means.
        """
        if unknown := [name for name in people if name not in self.by_rater]:
            raise DataError(
                f"nobody named {unknown[0]!r} rated anything",
                hint=f"There are {', '.join(self.by_rater)}.",
            )
        groups = [items for _, items in self._parts(field)]
        by_pair: dict[tuple[str, str], list[tuple[int, float, float]]] = {}
        for pair in combinations(self.by_rater, 2):
            orders = [_rank_correlations(self._both(*pair, items)) for items in groups]
            defined = [order for order in orders if order is not None]
            if defined:
                tau, rho = (sum(values) / len(defined) for values in zip(*defined, strict=True))
                first, second = (_PEOPLE if name in people else name for name in pair)
                key = (second, first) if second == _PEOPLE else (first, second)
                by_pair.setdefault(key, []).append((len(defined), tau, rho))
        if not by_pair:
            raise DataError(
                f"no two raters rank items of one {field} in any way",
                hint="Ratings must be numbers, two or more for each value, and not all equal.",
            )
        return [
            {
                "rater": first,
                "other": second,
                "n": sum(n for n, _, _ in rows),
                "tau_b": sum(tau for _, tau, _ in rows) / len(rows),
                "rank_correlation": sum(rho for _, _, rho in rows) / len(rows),
            }
            for (first, second), rows in by_pair.items()
        ]

    def pairs(self, positive: str | None = None, by: str | None = None) -> list[Row]:
        """Compare each pair of raters on the items that both rated.

        ``agreement`` is the share of equal ratings, ``kappa`` the agreement beyond chance;
        ``rank_correlation`` is Spearman's, of numbers alone. With a ``positive`` rating, written as
        in JSON but without quotes, also ``precision`` and ``recall`` of the second rater against
        the first. NaN is undefined.

        Source:
            Cohen (1960), doi:10.1177/001316446002000104.
        """
        if positive is not None:
            self._require_ratings(positive)
        rows = [
            {**part, "rater": first, "other": second, **_compare_raters(both, positive)}
            for part, items in self._parts(by)
            for first, second in combinations(self.by_rater, 2)
            if (both := self._both(first, second, items))
        ]
        if not rows:
            raise DataError(
                "no item has ratings of two raters",
                hint="Every field but rater and rating names what is rated: they must be equal.",
            )
        return rows

    def overall(self, *, ranks: bool = False, by: str | None = None) -> list[Row]:
        """Summarise all raters together: number of ratings, mean of numbers, and agreement.

        ``alpha`` is Krippendorff's: nominal for words, interval for numbers, ordinal for ``ranks``;
        NaN where no item has two ratings, or all ratings are equal.

        Source:
            Krippendorff (2011), repository.upenn.edu/asc_papers/43.
        """
        rows: list[Row] = []
        for part, items in self._parts(by):
            units = [
                [own_ratings[item] for own_ratings in self.by_rater.values() if item in own_ratings]
                for item in items
            ]
            every = [rating for unit in units for rating in unit]
            numbers = [rating for rating in every if isinstance(rating, int | float)]
            is_numeric = len(numbers) == len(every)
            level: Level = "ordinal" if ranks else "interval" if is_numeric else "nominal"
            if ranks and not is_numeric:
                raise DataError("a rank is not a number", hint="Leave out --ranks.")
            row = {
                **part,
                "items": len(items),
                "ratings": len(every),
                "mean": sum(numbers) / len(numbers) if is_numeric else float("nan"),
                "alpha": krippendorff_alpha(units, level),
            }
            rows.append(row)
        return rows

    def shares(self, *, by: str | None = None) -> list[Row]:
        """Count how often each rater gave each rating, with a total over all raters."""
        rows: list[Row] = []
        for part, items in self._parts(by):
            counts = {
                rater: Counter(own_ratings[item] for item in items if item in own_ratings)
                for rater, own_ratings in self.by_rater.items()
            }
            counts[_ALL] = sum(counts.values(), Counter[Rating]())
            for rater, rater_counts in counts.items():
                for rating, n in sorted(rater_counts.items(), key=lambda pair: str(pair[0])):
                    share = n / rater_counts.total()
                    rows.append({**part, "rater": rater, "rating": rating, "n": n, "share": share})
        return rows

    def _require_ratings(self, positive: str) -> None:
        every = [
            rating for own_ratings in self.by_rater.values() for rating in own_ratings.values()
        ]
        if any(_matches_text(rating, positive) for rating in every):
            return
        keys = {_format_rating(rating): _sort_key(rating) for rating in every}
        ratings = sorted(keys, key=keys.__getitem__)
        more = f" and {len(ratings) - _MAX_LISTED} others" if len(ratings) > _MAX_LISTED else ""
        raise DataError(
            f"no rating equals {positive!r}",
            hint=f"There are {', '.join(ratings[:_MAX_LISTED])}{more}.",
        )

    def _both(self, first: str, second: str, items: Sequence[str]) -> list[tuple[Rating, Rating]]:
        ours, theirs = self.by_rater[first], self.by_rater[second]
        return [(ours[item], theirs[item]) for item in items if item in ours and item in theirs]

    def _parts(self, by: str | None) -> Iterator[tuple[Row, list[str]]]:
        """Yield the rated items as one part, or by a field, with the fields that begin its rows."""
        if by is None:
            yield {}, list(self.about)
            return
        held = [fields.get(by) for fields in self.about.values()]
        if any(isinstance(value, list | dict) for value in held):
            raise DataError(
                f"{by!r} contains lists or objects", hint="Name a field of words or numbers."
            )
        values = set(held) - {None}
        if not values:
            names = sorted({name for fields in self.about.values() for name in fields})
            raise DataError(f"no rating has {by!r}", hint=f"There are {', '.join(names)}.")
        for value in sorted(values, key=str):
            items = [item for item, fields in self.about.items() if fields.get(by) == value]
            yield {by: value}, items


def krippendorff_alpha(units: Sequence[Sequence[Rating]], level: Level) -> float:
    """Compute Krippendorff's alpha of items rated once or more; see :meth:`Ratings.overall`."""
    import numpy as np

    pairable = [unit for unit in units if len(unit) > 1]
    if level == "interval":
        return _interval_alpha(pairable)
    values = sorted({value for unit in pairable for value in unit}, key=_sort_key)
    place = {value: number for number, value in enumerate(values)}
    coincidences = np.zeros((len(values), len(values)))
    for unit in pairable:
        for first, second in permutations([place[value] for value in unit], 2):
            coincidences[first, second] += 1 / (len(unit) - 1)
    count = coincidences.sum(axis=0)
    if level == "nominal":
        distance = 1 - np.eye(len(values))
    else:
        rank = count.cumsum() - count / 2
        distance = (rank[:, None] - rank) ** 2
    expected = (np.outer(count, count) * distance).sum()
    if not expected:
        return float("nan")
    return float(1 - (count.sum() - 1) * (coincidences * distance).sum() / expected)


def _interval_alpha(units: Sequence[Sequence[Rating]]) -> float:
    """Compute alpha: squared differences of all pairs are n times those from the mean."""
    import numpy as np

    def squares(values: Sequence[Rating]) -> float:
        # Subtract one value first: equal values then have no squares, whatever the mean's rounding.
        off = np.array(values, dtype=float) - float(values[0])
        return float(((off - off.mean()) ** 2).sum())

    every = [value for unit in units for value in unit]
    expected = squares(every) if every else 0.0
    if not expected:
        return float("nan")
    within = sum(len(unit) / (len(unit) - 1) * squares(unit) for unit in units)
    return 1 - (len(every) - 1) / len(every) * within / expected


def _format_rating(rating: Rating) -> str:
    """Return a word as it is, a number or truth value as in JSON."""
    if isinstance(rating, float):
        return repr(rating).removesuffix(".0")
    return rating if isinstance(rating, str) else json.dumps(rating)


def _matches_text(rating: Rating, text: str) -> bool:
    """Whether a rating equals one written as JSON; 1 and 1.0 are the same number."""
    if isinstance(rating, str):
        return rating == text
    try:
        value = json.loads(text)
    except ValueError:
        return False
    return isinstance(value, bool) == isinstance(rating, bool) and bool(value == rating)


def _sort_key(value: Rating) -> tuple[bool, Any]:
    is_word = isinstance(value, str)
    return is_word, value


def _rank_correlations(both: Sequence[tuple[Rating, Rating]]) -> tuple[float, float] | None:
    """Compute Kendall's tau_b and Spearman's correlation of two raters; None where undefined."""
    import numpy as np
    from scipy.stats import spearmanr  # slow to import

    if not all(isinstance(value, int | float) for values in both for value in values):
        return None
    first, second = np.array(both, dtype=float).reshape(-1, 2).T
    tau = kendall_tau(first.tolist(), second.tolist())
    return None if np.isnan(tau) else (tau, float(spearmanr(first, second).statistic))


def _compare_raters(
    both: Sequence[tuple[Rating, Rating]], positive: str | None
) -> Mapping[str, Any]:
    n = len(both)
    ours, theirs = (Counter(values) for values in zip(*both, strict=True))
    agreed = sum(rating_a == rating_b for rating_a, rating_b in both) / n
    chance = sum(ours[rating] * theirs[rating] for rating in ours) / n**2
    nothing = float("nan")
    row: Row = {"n": n, "agreement": agreed}
    row["kappa"] = (agreed - chance) / (1 - chance) if chance < 1 else nothing
    if all(isinstance(value, int | float) for pair in both for value in pair):
        import numpy as np
        from scipy.stats import spearmanr  # slow to import

        varied = len(ours) > 1 and len(theirs) > 1
        row["rank_correlation"] = (
            float(spearmanr(np.array(both, dtype=float)).statistic) if varied else nothing
        )
    if positive is not None:
        first, second = (
            [_matches_text(value, positive) for value in values]
            for values in zip(*both, strict=True)
        )
        hits = sum(rating_a and rating_b for rating_a, rating_b in zip(first, second, strict=True))
        row["precision"] = hits / sum(second) if any(second) else nothing
        row["recall"] = hits / sum(first) if any(first) else nothing
    return row
