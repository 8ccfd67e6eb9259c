"""Records of a simulated network in the interchange format, one paper at a time."""

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

from scinet.graph.synthetic import names
from scinet.graph.synthetic.network import SimulatedNetwork
from scinet.graph.synthetic.sampling import integers
from scinet.graph.synthetic.subjects import WORDS_PER_TOPIC
from scinet.graph.synthetic.text import MentionedPaper, TextGenerator

_FULL_TEXT: Final = 0.3
_NO_ABSTRACT: Final = 0.1

Record = dict[str, Any]


def records(network: SimulatedNetwork) -> Iterator[tuple[Record, Record | None]]:
    """Yield the records of papers in time order.

    Yields:
        The paper's record with ``"simulated": true``, and its full text, for three papers in
        ten. The topic is the paper's ``field``, the subject its ``topic``. A full text mentions
        references only, with the exact place of each citation mark.
    """
    seed = network.seed
    draw = integers(seed, 5).__next__
    writer = TextGenerator(draw)
    titles = names.TitleGenerator(seed)
    subjects = network.subject.tolist()
    days = network.day.tolist()

    @lru_cache(maxsize=names.NAMES_KEPT)
    def known_as(paper: int) -> MentionedPaper:
        authors = network.authored.row(paper).tolist()
        family = [names.family_name(author, seed) for author in authors[:2]]
        who = f"{family[0]} et al." if len(authors) > 2 else " and ".join(family)
        year = names.iso_date(days[paper])[:4]
        return MentionedPaper(names.paper_id(paper), subjects[paper], who, year)

    for paper, subject in enumerate(subjects):
        cited = network.references.row(paper).tolist()
        abstract = None
        if draw() >= _NO_ABSTRACT * 2**32:
            # Two of the references, not the oldest ones, which come first.
            abstract = writer.abstract(subject, [subjects[reference] for reference in cited[::-3]])
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
            "references": [names.paper_id(reference) for reference in cited],
            "external_ids": {},
            "fields": _fields(subject),
            "simulated": True,
        }
        full_text = None
        if draw() < _FULL_TEXT * 2**32:
            full_text = {
                "paper_id": record["id"],
                "paragraphs": writer.paragraphs(
                    subject, [known_as(reference) for reference in cited]
                ),
                "simulated": True,
            }
        yield record, full_text


@cache
def _fields(subject: int) -> list[Record]:
    topic = subject // WORDS_PER_TOPIC
    named = (
        ("field", f"F{topic:02d}", names.TOPIC_NAMES[topic]),
        ("topic", f"T{subject:03d}", names.SUBJECT_WORDS[subject].capitalize()),
    )
    return [{"id": i, "name": name, "level": level, "is_primary": True} for level, i, name in named]
