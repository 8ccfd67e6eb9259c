"""Names of groups of papers: the characteristic words of their titles."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeAlias
from unicodedata import normalize

import numpy as np
from bm25s.stopwords import STOPWORDS_EN_PLUS
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_STOP = frozenset(STOPWORDS_EN_PLUS) | {"based", "towards", "using", "via"}
_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|-){2,}")


def characteristic_words(groups: Sequence[Sequence[str]], *, words: int = 3) -> list[str]:
    """Name groups of titles by the words that are more frequent in them than elsewhere.

    Returns:
        One unique name per group: a number is added where words do not distinguish two.
        A group without title words is called untitled.

    Source:
        Monroe, Colaresi and Quinn (2008), doi:10.1093/pan/mpn018, equation 22: the z-score of
        the log-odds ratio with the whole corpus as informative prior.
    """
    # A word counts once per title.
    counts = [Counter(w for title in group for w in title_words(title)) for group in groups]
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    vocabulary = list(total)
    prior = np.array([total[word] for word in vocabulary], dtype=np.float64)
    names: list[str] = []
    for count in counts:
        inside = np.array([count[word] for word in vocabulary], dtype=np.float64)
        z = _log_odds_z(inside, prior - inside, prior)
        best = sorted(range(len(vocabulary)), key=lambda i: (-z[i], vocabulary[i]))
        own = [i for i in best if inside[i]]
        characteristic = [i for i in own if z[i] > 0] or own
        names.append(", ".join(_drop_similar((vocabulary[i] for i in characteristic), words)))
    names = [name or "untitled" for name in names]
    seen: Counter[str] = Counter()
    for number, name in enumerate(names):
        seen[name] += 1
        if seen[name] > 1:
            names[number] = f"{name} ({seen[name]})"
    return names


def _drop_similar(ranked: Iterable[str], words: int) -> list[str]:
    """Return the first words, without those with a common prefix: parser, parsers."""
    selected: list[str] = []
    for word in ranked:
        if not any(word.startswith(w) or w.startswith(word) for w in selected):
            selected.append(word)
        if len(selected) == words:
            break
    return selected


def _log_odds_z(inside: Floats, outside: Floats, prior: Floats) -> Floats:
    def log_odds(count: Floats) -> Floats:
        both = count + prior
        rest = count.sum() + prior.sum() - both
        odds: Floats = np.log(both) - np.log(np.maximum(rest, 1e-9))
        return odds

    variance = 1.0 / (inside + prior) + 1.0 / (outside + prior)
    result: Floats = (log_odds(inside) - log_odds(outside)) / np.sqrt(variance)
    return result


def title_words(title: str) -> set[str]:
    """Return the words of a title, in any script, without stop words."""
    return set(_WORD.findall(normalize("NFC", title.lower()))) - _STOP
