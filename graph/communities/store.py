"""Stored communities, by cutoff, mix, resolution and seed."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from scinet.errors import DataError
from scinet.graph.communities.detect import Community
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.schema.printed_names import extra_variants

_ROWS: Final = 10_000


def write_communities(
    db: Database,
    communities: Sequence[Community],
    *,
    before: date | None,
    resolution: float,
    seed: int,
    graph_fingerprint: str,
    mix: str = "citation",
) -> None:
    """Replace the stored communities of the same options and cutoff, in one transaction.

    They carry the fingerprint of their graph, so that those of an older graph are never taken for
    those of this one.
    """
    options = {"before": before, "resolution": resolution, "seed": seed, "mix": mix}

    def store(transaction: Transaction) -> None:
        transaction.rows("community/clear", **options)
        for group in communities:
            transaction.rows(
                "community/write",
                id=group.id,
                name=group.name,
                spellings=extra_variants([group.name]),
                size=len(group.papers),
                lineage_id=group.lineage_id,
                graph_fingerprint=graph_fingerprint,
                **options,
            )
            for start in range(0, len(group.papers), _ROWS):
                members = list(group.papers[start : start + _ROWS])
                transaction.rows("community/write_members", id=group.id, paper_ids=members)

    db.write(store)


def read_communities(
    db: Database,
    *,
    before: date | None,
    graph_fingerprint: str,
    mix: str = "citation",
    resolution: float = 1.0,
    seed: int = 0,
) -> list[Community]:
    """Read communities stored by :func:`write_communities` with these options."""
    rows = db.rows(
        "community/members",
        before=before,
        graph_fingerprint=graph_fingerprint,
        mix=mix,
        resolution=resolution,
        seed=seed,
    )
    if not rows:
        when = "of all days" if before is None else f"as of {before}"
        options = f"--mix {mix} --resolution {resolution:g} --seed {seed}"
        day = "" if before is None else f" --before {before}"
        raise DataError(
            f"no communities {when} of this graph are stored with {options}",
            hint=f"Compute them with `scinet network communities{day} {options}`.",
        )
    return [
        Community(row["community_id"], row["name"], tuple(row["paper_ids"]), mix, row["lineage_id"])
        for row in rows
    ]
