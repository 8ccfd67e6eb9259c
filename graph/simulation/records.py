"""A simulated network as records of the interchange format, one paper at a time."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from scinet.graph.simulation import names
from scinet.graph.simulation.draws import integers
from scinet.graph.simulation.network import SimulatedNetwork
from scinet.graph.simulation.text import Writer

_FULL_TEXT: Final = 0.3
_NO_ABSTRACT: Final = 0.1

Record = dict[str, Any]


def records(network: SimulatedNetwork) -> Iterator[tuple[Record, Record | None]]:
    """Spell out papers in time order.

    Yields:
        The paper's record with ``"simulated": true``, and its full text, for three papers in
        ten. A full text mentions references only, with the exact place of each citation mark.
    """
    seed = network.seed
    draw = integers(seed, 5).__next__
    writer = Writer(draw)
    titles = names.Titles(seed)
    subjects = network.subject.tolist()
    days = network.day.tolist()
    for paper, subject in enumerate(subjects):
        cited = network.references.row(paper).tolist()
        abstract = None
        if draw() >= _NO_ABSTRACT * 2**32:
            # Two of the references, not the oldest ones, which come first.
            abstract = writer.abstract(subject, [subjects[other] for other in cited[::-3]])
        record: Record = {
            "id": names.paper_id(paper),
            "title": titles.next(subject),
            "abstract": abstract,
            "date": names.iso_date(days[paper]),
            "venue": names.venue_name(int(network.venue[paper])),
            "authors": [
                {"id": names.author_id(author), "name": names.full_name(author, seed)}
                for author in network.authored.row(paper).tolist()
            ],
            "references": [names.paper_id(other) for other in cited],
            "external_ids": {},
            "simulated": True,
        }
        full_text = None
        if draw() < _FULL_TEXT * 2**32:
            full_text = {
                "paper_id": record["id"],
                "paragraphs": writer.paragraphs(
                    subject,
                    [(names.paper_id(other), subjects[other]) for other in cited],
                    partial(_mark, network, cited),
                ),
                "simulated": True,
            }
        yield record, full_text


def _mark(network: SimulatedNetwork, cited: list[int], place: int, bracketed: bool) -> str:  # noqa: FBT001 - called with the place first
    """``(Tavero et al., 2012)`` or ``Tavero et al. (2012)``."""
    authors = network.authored.row(cited[place]).tolist()
    family = [names.family_name(author, network.seed) for author in authors[:2]]
    who = f"{family[0]} et al." if len(authors) > 2 else " and ".join(family)
    year = names.iso_date(int(network.day[cited[place]]))[:4]
    return f"({who}, {year})" if bracketed else f"{who} ({year})"
