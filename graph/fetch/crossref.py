"""Works of Crossref, asked for by its REST API: what a question finds, and works by DOI.

Source:
    api.crossref.org: filters, which are inclusive; those of the same name find what any finds.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.graph.fetch.amount import Amount
from scinet.graph.fetch.answer_store import Pages
from scinet.graph.fetch.crossref_lists import CrossrefDownload, build_query
from scinet.graph.fetch.seeds import read_seeds
from scinet.graph.fetch.service import Service
from scinet.graph.schema.identifiers import parse_doi, parse_orcid

_ISSN: Final = re.compile(r"(?:issn:?\s*)?(\d{4})-?(\d{3}[\dX])", re.IGNORECASE)
_OWN: Final = frozenset({"from-pub-date", "until-pub-date"})  # given twice, either would do


@dataclass(frozen=True, slots=True)
class CrossrefQuery:
    """What is asked of Crossref; each part narrows what the others find.

    Attributes:
        search: Words in titles, names, journals and years.
        best: How many of the works that match the words best; None for all with any of them.
        authors: ORCIDs, any of them.
        issns: ISSNs of journals and series, any of them.
        since: First day of publication.
        before: Day before which a work was published.
        filters: More filters, as Crossref writes them; of the same name any.
    """

    search: str | None = None
    best: int | None = None
    authors: Sequence[str] = ()
    issns: Sequence[str] = ()
    since: date | None = None
    before: date | None = None
    filters: Sequence[str] = ()

    def params(self) -> dict[str, str]:
        """The query; empty where nothing is asked.

        Raises:
            DataError: If a part cannot be asked for.
        """
        if self.best and not self.search:
            raise DataError(
                "which works match best is not said", hint="Give words with --search, or no --best."
            )
        if self.since and self.before and self.since >= self.before:
            raise DataError(
                f"no day lies between {self.since} and the one before {self.before}",
                hint="Give a later --before.",
            )
        if reserved := _OWN & {part.partition(":")[0] for part in self.filters}:
            raise DataError(
                f"the filter {min(reserved)} has an option of its own",
                hint="Give --since and --before.",
            )
        parts = [f"orcid:{_check_value(text, parse_orcid, 'ORCID')}" for text in self.authors]
        parts += [f"issn:{_check_value(text, _parse_issn, 'ISSN')}" for text in self.issns]
        if self.since:
            parts.append(f"from-pub-date:{self.since}")
        if self.before:
            parts.append(f"until-pub-date:{self.before - timedelta(days=1)}")  # which is inclusive
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
    """Bring the works that a question finds, and those of a file, to a folder.

    Args:
        service: Crossref.
        folder: Where the answers go; it may hold those to other questions.
        question: What is asked.
        ids_from: File with DOIs of further works, one a line.
        limit: Most works.
        progress: Called with the works that came and those that are known to come.

    Returns:
        Folder, works, DOIs that were not found, works that were counted and not sent, pages and
        requests.

    Raises:
        DataError: If nothing is asked, a part of it cannot be read, or more would come than the
            limit.
        BudgetError: If Crossref asks to wait for more than a minute.
        EndpointError: If there is no good answer.
    """
    params = question.params()
    if not params and ids_from is None:
        raise DataError(
            "nothing is asked for",
            hint="Give --search, --author, --issn, --since, --before, --filter or --ids-from.",
        )
    seeds = {} if ids_from is None else read_seeds(ids_from, lambda text: parse_doi(text)[0])
    request = {**params, "ids": sorted(seeds.values()), "best": question.best}
    less = "fewer days from --since to --before, or the --best of a --search"
    with Pages(folder, service, request) as pages:
        reading = CrossrefDownload(pages, Amount(limit, "works", progress, less=less))
        if params and question.best:
            reading.best(params, question.best)
        elif params:
            reading.all(params)
        missing = reading.fetch_named(seeds)
        return pages.end(
            {
                "records": len(reading.seen),
                "not_found": missing,
                "not_sent": reading.not_sent,
            }
        )


def _parse_issn(text: str) -> str | None:
    match = _ISSN.fullmatch(text.strip())
    return match and f"{match[1]}-{match[2].upper()}"


def _check_value(text: str, understand: Callable[[str], str | None], what: str) -> str:
    if (result := understand(text)) is None:
        example = "0000-0002-1825-0097" if what == "ORCID" else "0138-9130"
        raise DataError(f"{text!r} is not an {what}", hint=f"It looks like {example}.")
    return result
