"""Features of a paper on its day: team, references, venue, subject, similar texts.

Every number comes from data dated strictly before the paper's own day, so that it is the same in
every snapshot that holds the paper. Citations count when they are later than the cited paper;
weights of words depend on the snapshot.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from scinet.errors import extra_needed
from scinet.graph.schema.dates import DAYS_PER_YEAR
from scinet.graph.snapshot import Snapshot
from scinet.graph.snapshot.csr import Int64
from scinet.models.history import Floats, History, group_means
from scinet.models.text.tfidf import unit_rows

Near = tuple[list[Int64], list[NDArray[np.float64]]]

_WORD: Final = r"[a-z][a-z0-9]+"
_MIN_DOCUMENTS: Final = 3  # papers that must use a word
_MAX_DOCUMENT_SHARE: Final = 0.2  # share of the papers above which a word is ignored
_MAX_ENTRIES: Final = 2**23  # of a table of cosines: 64 MiB, and about as much to make it
Columns: TypeAlias = dict[str, Floats]


def find_neighbours(snapshot: Snapshot, papers: Int64, numbers: Sequence[int]) -> dict[int, Near]:
    """Find the most similar papers dated strictly before each paper, for several numbers of them.

    By number: for each paper the positions, nearest first, and their cosines.
    """
    vectors = _tfidf_vectors(snapshot)
    width = max(_MAX_ENTRIES // max(snapshot.num_papers, 1), 1)
    nearest: dict[int, Near] = {number: ([], []) for number in numbers}
    for first in range(0, len(papers), width):
        batch = papers[first : first + width]
        cosines = (vectors @ vectors[batch].T).toarray()
        for place, paper in enumerate(batch.tolist()):
            earlier = int(np.searchsorted(snapshot.day, snapshot.day[paper]))
            similar = np.flatnonzero(cosines[:earlier, place] > 0)
            cosine = cosines[similar, place]
            order = np.argsort(-cosine, kind="stable")[: max(numbers)]
            for number, (places, cosines_of) in nearest.items():
                places.append(similar[order[:number]])
                cosines_of.append(cosine[order[:number]])
    return nearest


def _tfidf_vectors(snapshot: Snapshot) -> csr_array:
    """Compute unit TF-IDF vectors, with log term frequency.

    Source:
        Salton and Buckley (1988), doi:10.1016/0306-4573(88)90021-0.
    """
    with extra_needed("models"):
        from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

    pairs = zip(snapshot.title, snapshot.abstract, strict=True)
    texts = [f"{title or ''} {abstract or ''}" for title, abstract in pairs]
    most = max(_MIN_DOCUMENTS, int(_MAX_DOCUMENT_SHARE * len(texts)))
    try:
        counts = CountVectorizer(
            token_pattern=_WORD, min_df=_MIN_DOCUMENTS, max_df=most
        ).fit_transform(texts)
    except ValueError:  # no word is frequent enough
        return csr_array((len(texts), 1))
    weights = TfidfTransformer(norm=None, smooth_idf=False, sublinear_tf=True).fit(counts)
    weights.idf_ -= 1  # a word of every paper weighs nothing
    return unit_rows(csr_array(weights.transform(counts)))


class EarlierPapers:
    """Earlier papers related to some papers, such as references, as of each one's own day.

    Args:
        papers: Positions, shape ``(n,)``.

    Shapes:
        place: ``(entries,)``, index of the paper that an entry belongs to, ascending.
        other: ``(entries,)``, the earlier paper.
        age: ``(entries,)``, its years.
        cited: ``(entries,)``, its citations.
    """

    def __init__(self, past: History, papers: Int64, rows: Sequence[NDArray[np.integer]]) -> None:
        self._past = past
        self.size = len(rows)
        self.place = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        self.other = np.concatenate([*rows, np.zeros(0, dtype=np.int32)]).astype(np.int64)
        self._day = past.snapshot.day[papers[self.place]].astype(np.int64)
        self.age: Floats = (self._day - past.snapshot.day[self.other]) / DAYS_PER_YEAR
        self.cited = past.citations_before(self.other, self._day)

    def cited_within(self, years: int) -> Int64:
        """Count citations of the last ``years``, shape ``(entries,)``."""
        since = self._day - round(years * DAYS_PER_YEAR)
        return self.cited - self._past.citations_before(self.other, since)

    def mean(self, values: NDArray[Any]) -> Floats:
        """Compute the mean over the entries of each paper, NaN without one, shape ``(n,)``."""
        return group_means(self.place, values, self.size)

    def total(self, values: NDArray[Any]) -> Floats:
        """Compute the sum over the entries of each paper, shape ``(n,)``."""
        return np.bincount(self.place, values, self.size).astype(np.float64)

    def most(self, values: NDArray[Any]) -> Floats:
        """Compute the largest defined value among the entries of each paper, shape ``(n,)``."""
        return _group_max(self.place, values, self.size)


def feature_table(snapshot: Snapshot, papers: Int64) -> Columns:
    """Compute all features of papers by position, each of shape ``(n,)``, NaN where undefined.

    Data later than a paper does not count, whatever the snapshot holds.
    """
    past = History(snapshot)
    return {
        name: values
        for part in FEATURE_GROUPS.values()
        for name, values in part(past, papers).items()
    }


def reference_features(past: History, papers: Int64) -> Columns:
    """Compute recency and citations of the references dated before the paper."""
    snapshot = past.snapshot
    entries = EarlierPapers(
        past, papers, [snapshot.ordered.row(paper) for paper in papers.tolist()]
    )
    lately = entries.cited_within(2)
    columns = {
        "references": entries.total(np.ones(len(entries.place))),
        "mean citations of references": entries.mean(entries.cited),
        "most citations of a reference": entries.most(entries.cited),
        "mean citations of references in the last 2 years": entries.mean(lately),
        "citations of references in the last 2 years": entries.total(lately),
        "mean age of references": entries.mean(entries.age),
    }
    for years in (1, 2, 3, 5):
        columns[f"references of the last {years} years"] = entries.total(entries.age <= years)
    teams = [set(snapshot.authored.row(paper).tolist()) for paper in papers.tolist()]
    own = [
        bool(teams[place].intersection(snapshot.authored.row(reference).tolist()))
        for place, reference in zip(entries.place.tolist(), entries.other.tolist(), strict=True)
    ]
    columns["references to own papers"] = entries.total(np.array(own, dtype=float))
    return columns


def team_features(past: History, papers: Int64) -> Columns:
    """Aggregate numbers of earlier papers, first by author, then over the team."""
    snapshot, size = past.snapshot, len(papers)
    teams = [snapshot.authored.row(paper) for paper in papers.tolist()]
    lengths = np.array([len(team) for team in teams], dtype=np.int64)
    member = np.repeat(np.arange(size), lengths)  # paper of each authorship
    rows = [
        row[: np.searchsorted(snapshot.day[row], snapshot.day[paper])]
        for paper, team in zip(papers, teams, strict=True)
        for row in map(snapshot.author_papers.row, team.tolist())
    ]
    by_author = EarlierPapers(past, papers[member], rows)
    cited, age = by_author.cited, by_author.age
    rate, is_new = cited / (age + 0.5), age <= 5
    written = by_author.total(np.ones(len(cited)))
    mean = by_author.mean(cited)
    of_author: Columns = {
        "most papers of an author": written,
        "most papers of an author in the last 3 years": by_author.total(age <= 3),
        "best mean citations of an author": mean,
        "most citations of an author's paper": by_author.most(cited),
        "best h-index of an author": _h_index(by_author),
        "most citations of an author in the last 3 years": by_author.total(
            by_author.cited_within(3)
        ),
        "best citations per year of an author": by_author.mean(rate),
        "best citations per year of an author's newer papers": group_means(
            by_author.place[is_new], rate[is_new], by_author.size
        ),
    }
    columns = {name: _group_max(member, values, size) for name, values in of_author.items()}
    columns["authors"] = np.where(lengths > 0, lengths, np.nan)
    without = np.bincount(member, written == 0, size)
    columns["authors without an earlier paper"] = without.astype(np.float64)
    ends = np.cumsum(lengths)
    has_team = lengths > 0
    for name, slot in (("first", ends - lengths), ("last", ends - 1)):
        for what, of in (("mean citations", mean), ("papers", written)):
            columns[f"{what} of the {name} author"] = np.full(size, np.nan)
            columns[f"{what} of the {name} author"][has_team] = of[slot[has_team]]
    return columns


def venue_features(past: History, papers: Int64) -> Columns:
    """Compute citations per year of the venue's papers of the three years before."""
    snapshot = past.snapshot
    rates: dict[tuple[int, int], float] = {}
    for paper in papers.tolist():
        place, day = int(snapshot.venue[paper]), int(snapshot.day[paper])
        if place < 0 or (place, day) in rates:
            continue
        first, end = np.searchsorted(snapshot.day, [day - round(3 * DAYS_PER_YEAR), day])
        inside = first + np.flatnonzero(snapshot.venue[first:end] == place)
        if len(inside):
            age = (day - snapshot.day[inside]) / DAYS_PER_YEAR
            cited = past.citations_before(inside, np.full(len(inside), day))
            rates[place, day] = float((cited / (age + 0.5)).mean())
    pairs = zip(snapshot.venue[papers].tolist(), snapshot.day[papers].tolist(), strict=True)
    of_paper = np.array([rates.get(pair, np.nan) for pair in pairs], dtype=float)
    return {"citations per year of the venue": of_paper}


def length_features(past: History, papers: Int64) -> Columns:
    """Compute lengths of title and abstract."""
    snapshot = past.snapshot
    titles = [str(snapshot.title[paper] or "") for paper in papers]
    abstracts = [str(snapshot.abstract[paper] or "") for paper in papers]

    def number(texts: Sequence[str], of: Callable[[str], float]) -> Floats:
        return np.array([of(text) if text else np.nan for text in texts])

    return {
        "words of the title": number(titles, lambda text: len(text.split())),
        "colon in the title": number(titles, lambda text: float(":" in text)),
        "words of the abstract": number(abstracts, lambda text: len(text.split())),
    }


def neighbour_features(past: History, papers: Int64) -> Columns:
    """Compute citations and age of the earlier papers with the most similar texts."""
    columns: Columns = {}
    for number, (near, similarity) in find_neighbours(past.snapshot, papers, (10, 30)).items():
        entries = EarlierPapers(past, papers, near)
        for name, values in (
            ("citations", entries.cited),
            ("citations in the last 2 years", entries.cited_within(2)),
            ("age", entries.age),
            ("similarity", np.concatenate([*similarity, np.zeros(0)])),
        ):
            columns[f"{name} of the nearest {number}"] = entries.mean(values)
    return columns


def _group_max(place: Int64, values: NDArray[Any], size: int) -> Floats:
    """Compute the largest defined value of each group."""
    result = np.full(size, np.nan)
    np.fmax.at(result, place, values)
    return result


def _h_index(entries: EarlierPapers) -> Floats:
    order = np.lexsort((-entries.cited, entries.place))
    starts = np.searchsorted(entries.place, entries.place)  # of the entries of the same author
    is_inside = np.zeros(len(order))
    is_inside[order] = entries.cited[order] >= np.arange(len(order)) - starts + 1
    return entries.total(is_inside)


FEATURE_GROUPS: Final[dict[str, Callable[[History, Int64], Columns]]] = {
    "team": team_features,
    "references": reference_features,
    "venue": venue_features,
    "words": length_features,
    "subject": neighbour_features,
}
