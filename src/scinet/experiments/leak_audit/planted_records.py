"""Records that refer to planted papers in a database and are in no array.

Claims, pathways and counts of the planted papers, and later readings of counts of papers that were
there. Awards, and what papers released, stand in the records of papers themselves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

import numpy as np

from scinet.graph.records import ClaimRecord, CountRecord, PaperRecord, PathwayRecord
from scinet.graph.sources.artifacts import RELEASED
from scinet.graph.sources.claims import STANCES, claim_record
from scinet.graph.sources.counts import count_record
from scinet.graph.sources.scipaths import pathway_record

COUNTS: Final = ("citing_papers", "citing_patents", "downloads", "media")
SITE: Final = "planted.example.org"  # of what only planted papers release
_MOST: Final = 1_000  # of a count
_LATER_DAYS: Final = 3_650  # so that a reading replaces an earlier one


@dataclass(frozen=True, slots=True)
class SideRecords:
    """What is planted besides papers.

    Attributes:
        pathways: Of planted papers, grounded in what they cite.
        counts: Of what planted papers released, and of papers that were there.
    """

    claims: tuple[ClaimRecord, ...] = ()
    pathways: tuple[PathwayRecord, ...] = ()
    counts: tuple[CountRecord, ...] = ()


def invent_side_records(
    records: Sequence[PaperRecord],
    known: Sequence[str],
    day: date,
    rng: np.random.Generator,
    *,
    counted: str,
    is_old: bool,
) -> SideRecords:
    """Something of each kind.

    Papers that were there (``known``) are counted again, but not in the ``counted`` kind that the
    task asks for: another reading is another truth.
    """
    last = day - timedelta(1) if is_old else day + timedelta(_LATER_DAYS)
    read: list[dict[str, Any]] = []
    addresses = [one.id.partition(":")[2] for record in records for one in record.released]
    read += [
        {"id": f"https://{address}"}
        for address in dict.fromkeys(addresses)
        if counted not in RELEASED.values() or address.startswith(SITE)
    ]
    read += [{"id": one, "kind": kind} for one in known for kind in COUNTS if kind != counted]
    reading = {"read_on": last.isoformat()}
    return SideRecords(
        claims=tuple(
            claim_record({"paper_id": record.id, "stance": one, "text": f"{record.title} is"}, None)
            for record in records
            for one in STANCES
        ),
        pathways=tuple(_pathway(record, day, is_old=is_old) for record in records),
        counts=tuple(
            count_record({**row, **reading, "count": int(rng.integers(_MOST))}, None)
            for row in read
        ),
    )


def _pathway(record: PaperRecord, day: date, *, is_old: bool) -> PathwayRecord:
    """Dated to a year that is over before the day, or begins after it: its end is what counts."""
    own = (record.date or day).year
    year = min(own, day.year - 1) if is_old else max(own, day.year + 1)
    return pathway_record(
        {
            "claim_id": record.id,
            "conference_year": year,
            "target_paper_id": record.id,
            "target_contribution": f"Method: {record.title}",
            "enabling_contributions": [
                {
                    "enabling_contribution_id": f"{record.id}::{place}",
                    "enabling_contribution": f"Words of {record.title}",
                    "canonical_grounding": {"paper_id": paper},
                }
                for place, paper in enumerate(record.references[:2])
            ],
        },
        None,
    )
