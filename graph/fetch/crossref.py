"""Works of Crossref by its REST API: results of a query, and works by DOI.

Source:
    api.crossref.org: filters, which are inclusive; filters of the same name are alternatives.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.graph.fetch.crossref_lists import CrossrefDownload, build_query
from scinet.graph.fetch.seeds import read_seeds
from scinet.graph.fetch.service import Service
from scinet.graph.schema.identifiers import parse_doi, parse_orcid

_ISSN: Final = re.compile(r"(?:issn:?\s*)?(\d{4})-?(\d{3}[\dX])", re.IGNORECASE)
_OWN: Final = frozenset({"from-pub-date", "until-pub-date"})  # repeated, they are alternatives


@dataclass(frozen=True, slots=True)
class CrossrefQuery:
    """Query to Crossref; each part narrows the result.

    Attributes:
        search: Words in titles, names, journals and years.
        best: Number of best matches of the words; None for all with any of them.
        authors: ORCIDs, any of them.
        issns: ISSNs of journals and series, any of them.
        since: First day of publication.
        before: Day before which a work was published.
        filters: More filters in Crossref's syntax; of the same name any.
    """

    search: str | None = None
    best: int | None = None
    authors: Sequence[str] = ()
    issns: Sequence[str] = ()
    since: date | None = None
    before: date | None = None
    filters: Sequence[str] = ()

    def params(self) -> dict[str, str]:
        """Return the query parameters; empty for an empty query.

        Raises:
            DataError: If a part is not valid.
        """
        if self.best and not self.search:
            raise DataError("--best without --search", hint="Add --search, or leave out --best.")
        if self.since and self.before and self.since >= self.before:
            raise DataError(
                f"no day lies between {self.since} and the one before {self.before}",
                hint="Give a later --before.",
            )
        if reserved := _OWN & {part.partition(":")[0] for part in self.filters}:
            raise DataError(
                f"the filter {min(reserved)} has its own option",
                hint="Give --since and --before.",
            )
        parts = [f"orcid:{_check_value(text, parse_orcid, 'ORCID')}" for text in self.authors]
        parts += [f"issn:{_check_value(text, _parse_issn, 'ISSN')}" for text in self.issns]
        if self.since:
            parts.append(f"from-pub-date:{self.since}")
        if self.before:
            parts.append(f"until-pub-date:{self.before - timedelta(days=1)}")  # inclusive
        return build_query([*parts, *self.filters], self.search)


def fetch(
    service: Service,
    folder: Path,
    question: CrossrefQuery,
    ids_from: Path | None = None,
    *,
    limit: int,
    progress: Callable[[int, int], None] | None = None,
) -> dict[str, Any]:
    """Fetch the works of a query, and those of a file, to a folder."""
    params = question.params()
    if not params and ids_from is None:
        raise DataError(
            "no query given",
            hint="Give --search, --author, --issn, --since, --before, --filter or --ids-from.",
        )
    seeds = {} if ids_from is None else read_seeds(ids_from, lambda text: parse_doi(text)[0])
    request = {**params, "ids": sorted(seeds.values()), "best": question.best}
    with CrossrefDownload(folder, service, request, limit, progress) as download:
        if params and question.best:
            download.best(params, question.best)
        elif params:
            download.all(params)
        return download.finish(not_found=download.fetch_named(seeds))


def _parse_issn(text: str) -> str | None:
    match = _ISSN.fullmatch(text.strip())
    return match and f"{match[1]}-{match[2].upper()}"


def _check_value(text: str, understand: Callable[[str], str | None], what: str) -> str:
    if (result := understand(text)) is None:
        example = "0000-0002-1825-0097" if what == "ORCID" else "0138-9130"
        raise DataError(f"{text!r} is not an {what}", hint=f"It looks like {example}.")
    return result
