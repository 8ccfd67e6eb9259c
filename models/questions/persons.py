"""The people that a question names, each once, in spite of slips of the pen."""

from collections.abc import Sequence

from scinet.models.questions import names
from scinet.models.questions.intents import trained
from scinet.models.questions.names import Lexicon, Mention
from scinet.models.questions.words import texts, words


def named(text: str, papers: Sequence[Mention], lexicon: Lexicon) -> list[Mention]:
    """Authors that a text names, the strongest first.

    Args:
        papers: Papers that it names, whose words are no names of people.
    """
    authors = list(names.apart(names.authors(text, lexicon.authors(text))))
    if not authors or authors[0].strength < names.NAMED:
        authors = [*_misspelt(text, papers, lexicon), *authors]
    return _once(text, authors)


def _once(text: str, authors: Sequence[Mention]) -> list[Mention]:
    """Authors without those who are named a second time, more fully or less so."""
    found: list[tuple[set[str], Mention]] = []
    for one in sorted(authors, key=lambda one: one.start - one.end):
        called = set(texts(text[one.start : one.end]))
        if not any(called <= other for other, _ in found):
            found.append((called, one))
    kept = [one for _, one in found]
    return [one for one in authors if one in kept]


def _misspelt(text: str, papers: Sequence[Mention], lexicon: Lexicon) -> list[Mention]:
    """Authors whose names are no words of papers or questions, by names that are nearly so."""
    usual = trained().spelling
    strange = " ".join(
        word.text
        for word in words(text)
        if len(word.text) > 3
        and (not usual.near(word.text) or (word.start > 0 and text[word.start].isupper()))
        and not any(one.start <= word.start < one.end for one in papers)
    )
    found = names.authors(text, lexicon.authors(strange, fuzzy=True)) if strange else []
    return [one for one in names.apart(found) if one.strength > names.NAMED]
