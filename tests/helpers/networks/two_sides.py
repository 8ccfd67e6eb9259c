"""A small network of two communities that never meet, for tests that learn from it."""

import random
from datetime import date
from pathlib import Path

from helpers.networks.build import Paper, snapshot_of

from scinet.graph.snapshot import Snapshot

Network = tuple[list[Paper], dict[str, list[str]], dict[str, str]]

_WORDS = (["parser", "grammar", "syntax", "tree"], ["speech", "signal", "vowel", "noise"])

BOARD = (Path(__file__).parents[2] / "golden" / "sources" / "two.toml").read_text("utf-8")
"""A leaderboard of them with one entry, to which others can be added."""


def two_communities(seed: int, first: int = 2000, last: int = 2009) -> Network:
    """Papers, bylines and titles; each community cites, writes and talks within itself."""
    chance = random.Random(seed)  # noqa: S311 - a network, no secret
    papers: list[Paper] = []
    authors: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    written: tuple[list[str], list[str]] = ([], [])
    for year in range(first, last + 1):
        for number in range(16):
            side = number % 2
            name = f"p{year}_{number:02d}"
            earlier = written[side]
            month = chance.randint(1, 12)
            references = chance.sample(earlier, min(4, len(earlier)))
            papers.append((name, f"{year}-{month:02d}", sorted(references)))
            authors[name] = chance.sample([f"a{side}_{n:02d}" for n in range(12)], 2)
            titles[name] = " ".join(chance.sample(_WORDS[side], 3))
        for number in range(16):
            written[number % 2].append(f"p{year}_{number:02d}")
    return papers, authors, titles


def as_snapshot(network: Network) -> Snapshot:
    papers, authors, titles = network
    return snapshot_of(papers, authors, titles=titles)


def with_fields(network: Network) -> Snapshot:
    """The network, where each paper states the field of its community."""
    papers, authors, titles = network
    fields = {
        name: [(("language", "speech")[int(name[-2:]) % 2], "subfield")] for name, _, _ in papers
    }
    return snapshot_of(papers, authors, titles=titles, fields=fields)


def with_future(network: Network, since: date) -> Snapshot:
    """The network and, from a day on, papers that cite everything and join everybody."""
    papers, authors, titles = network
    month = f"{since.year}-{since.month:02d}"
    later = [(f"later{n}", month, [row[0] for row in papers[n::2]]) for n in range(4)]
    everybody = sorted({author for team in authors.values() for author in team})
    return as_snapshot(
        (
            [*papers, *later],
            {**authors, **{row[0]: ["a intruder", *everybody] for row in later}},
            {**titles, **{row[0]: "parser speech" for row in later}},
        )
    )
