"""Stored communities, by cutoff, mix, resolution and seed: detected, tracked, and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from scinet.errors import DataError
from scinet.graph.communities.detect import Community, detect
from scinet.graph.communities.lineage import CommunityChange, follow_communities
from scinet.graph.communities.mix import mix_name, parse_mix
from scinet.graph.db.connection import Database, Transaction
from scinet.graph.schema.printed_names import extra_variants
from scinet.graph.snapshot import read_snapshot

_ROWS: Final = 10_000


@dataclass(frozen=True, slots=True)
class CommunityDetection:
    """Communities found and stored; ``gone`` are those of the earlier day that ended."""

    communities: tuple[Community, ...]
    gone: tuple[Community, ...]
    changes: Mapping[str, CommunityChange]
    outside: int
    papers: int

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per community, ended ones last."""
        rows: list[dict[str, Any]] = []
        for group in (*self.communities, *self.gone):
            row = {"community_id": group.id, "papers": len(group.papers), "name": group.name}
            row |= {"mix": group.mix, "lineage_id": group.lineage_id}
            if (change := self.changes.get(group.id)) is not None:
                row |= {"change": change.kind, "related_id": change.related_id}
                row |= {"overlap": change.overlap}
            rows.append(row)
        return rows


def find_and_store(
    database: Database,
    *,
    before: date | None = None,
    mix: str = "citation",
    follow_from: date | None = None,
    resolution: float = 1.0,
    seed: int = 0,
    min_size: int = 10,
    cache: Path | None = None,
) -> CommunityDetection:
    """Find and name communities, link them to an earlier day's, and replace the stored ones."""
    weights = parse_mix(mix)
    if follow_from is not None and before is not None and follow_from >= before:
        raise DataError(
            f"{follow_from} is not before {before}", hint="Follow communities of an earlier day."
        )
    options: dict[str, Any] = {"mix": mix_name(weights), "resolution": resolution, "seed": seed}
    past = read_snapshot(database, before, cache=cache)
    options["graph_fingerprint"] = past.graph_fingerprint
    earlier = (
        [] if follow_from is None else read_communities(database, before=follow_from, **options)
    )
    communities = detect(
        database, past, mix=weights, resolution=resolution, seed=seed, min_size=min_size
    )
    changes: dict[str, CommunityChange] = {}
    if follow_from is not None:
        followed = follow_communities(
            earlier, communities, past.until(follow_from).paper_id.tolist()
        )
        communities = list(followed.communities)
        changes = {change.community_id: change for change in followed.changes}
    write_communities(database, communities, before=before, **options)
    inside = sum(len(group.papers) for group in communities)
    gone = tuple(group for group in earlier if group.id in changes)
    return CommunityDetection(
        tuple(communities), gone, changes, past.num_papers - inside, past.num_papers
    )


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
