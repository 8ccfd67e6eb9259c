"""Simulated network as arrays, without texts."""

from dataclasses import dataclass

from scinet.graph.snapshot.csr import Csr, Int32
from scinet.graph.synthetic.citations import draw_citations
from scinet.graph.synthetic.subjects import WORDS_PER_TOPIC, draw_subjects
from scinet.graph.synthetic.teams import draw_teams

MIN_PAPERS = 100
MEAN_REFERENCES = 11.0
MAX_PAPERS = 20_000_000  # limit of unique titles


@dataclass(frozen=True)
class SimulatedNetwork:
    """Simulated papers in time order.

    Shapes:
        day: ``(papers,)``, int32, days since 1970-01-01, ascending.
        subject: ``(papers,)``, int32, see :class:`scinet.graph.synthetic.subjects.Subjects`.
        venue: ``(papers,)``, int32.
        authored: Paper to authors in the order of the byline.
        references: Citing paper to cited papers, sorted.
    """

    seed: int
    day: Int32
    subject: Int32
    venue: Int32
    authored: Csr
    references: Csr

    @property
    def num_papers(self) -> int:
        """Number of papers."""
        return len(self.day)

    @property
    def num_authors(self) -> int:
        """Number of authors."""
        return int(self.authored.indices.max()) + 1

    @property
    def topic(self) -> Int32:
        """Topic of each paper, shape ``(papers,)``."""
        return self.subject // WORDS_PER_TOPIC


def simulate(
    num_papers: int, seed: int, *, mean_references: float = MEAN_REFERENCES
) -> SimulatedNetwork:
    """Simulate twenty years of a growing field; the same arguments give the same arrays.

    Args:
        mean_references: Mean number of references of a paper inside the network, positive.
    """
    if not MIN_PAPERS <= num_papers <= MAX_PAPERS:
        raise ValueError(f"{num_papers} papers, not {MIN_PAPERS} to {MAX_PAPERS}")
    if seed < 0:
        raise ValueError(f"seed {seed} is negative")
    if not mean_references > 0:
        raise ValueError(f"{mean_references} references are not a positive number")
    subjects = draw_subjects(num_papers, seed)
    authored = draw_teams(subjects, seed)
    return SimulatedNetwork(
        seed=seed,
        day=subjects.day,
        subject=subjects.subject,
        venue=subjects.venue,
        authored=authored,
        references=draw_citations(subjects, authored, seed, mean_references),
    )
