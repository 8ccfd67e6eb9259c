"""Recognition of the people named in a question, each once, in spite of typos."""

from collections.abc import Sequence

from scinet.graph.ask import names
from scinet.graph.ask.intents import default_classifier
from scinet.graph.ask.names import EntityMention, Lexicon
from scinet.graph.ask.words import split_words, word_texts


def find_named_authors(
    text: str, papers: Sequence[EntityMention], lexicon: Lexicon
) -> list[EntityMention]:
    """Find authors named in a text, the strongest first.

    Args:
        papers: Papers named in it, whose words are not names of people.
    """
    authors = list(names.drop_overlaps(names.find_authors(text, lexicon.authors(text))))
    if not authors or authors[0].strength < names.NAMED_STRENGTH:
        authors = [*_find_misspelt(text, papers, lexicon), *authors]
    return _drop_repeats(text, authors)


def _drop_repeats(text: str, authors: Sequence[EntityMention]) -> list[EntityMention]:
    """Drop authors named a second time, more or less fully."""
    named_authors: list[tuple[set[str], EntityMention]] = []
    for author in sorted(authors, key=lambda author: author.start - author.end):
        called = set(word_texts(text[author.start : author.end]))
        if not any(called <= words_before for words_before, _ in named_authors):
            named_authors.append((called, author))
    unique = [author for _, author in named_authors]
    return [author for author in authors if author in unique]


def _find_misspelt(
    text: str, papers: Sequence[EntityMention], lexicon: Lexicon
) -> list[EntityMention]:
    """Find authors by similar names, among words not used in papers or questions."""
    usual = default_classifier().spelling
    strange = " ".join(
        word.text
        for word in split_words(text)
        if len(word.text) > 3
        and (not usual.near(word.text) or (word.start > 0 and text[word.start].isupper()))
        and not any(mention.start <= word.start < mention.end for mention in papers)
    )
    mentions = names.find_authors(text, lexicon.authors(strange, fuzzy=True)) if strange else []
    return [
        mention
        for mention in names.drop_overlaps(mentions)
        if mention.strength > names.NAMED_STRENGTH
    ]
