"""What questions in plain words are read as, among a few papers and authors."""

from dataclasses import replace

import pytest
from helpers.language.lexicon import Names

from scinet.graph.ask.limits import QuestionLimits, extract_limits
from scinet.graph.ask.names import KnownEntity
from scinet.graph.ask.readings import QuestionReading, read_question
from scinet.graph.ask.wording import describe_reading

BLEU, SPEECH = (
    "Bleu: a Method for Automatic Evaluation of Machine Translation",
    "Parsing with Grammars of Speech",
)
LEXICON = Names(
    [
        KnownEntity("P1", BLEU, day="2002-07"),
        KnownEntity("P2", "Attention in statistical parsing", day="2010-05"),
        KnownEntity("P3", SPEECH, day="1999-01"),
        KnownEntity("P4", "Statistical machine translation of Czech", day="2004-01"),
        KnownEntity("P5", "Machine translation and word alignment", day="2005-01"),
        KnownEntity("P6", "Cited critically", day="2001-01"),
        KnownEntity("P7", "What the A to Z of Speech Cannot Say", day="1998-01"),
    ],
    [
        KnownEntity("A1", "Ada Byron", 12),
        KnownEntity("A2", "Bob van Bell", 3),
        KnownEntity("A3", "Zoe Byron", 1),
    ],
)


def told(reading: QuestionReading) -> str:
    """A reading in a line: its kind, names, polarity, count and years."""
    limits = reading.limits
    years = "" if limits.since is limits.until is None else f"{limits.since}-{limits.until}"
    names = [ids[0] for ids in reading.ids] if any(reading.ids) else reading.names
    parts = (reading.kind, *names, reading.polarity, limits.count, years, limits.relative)
    return " ".join(str(part) for part in parts if part)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Which papers cite Attention in statistical parsing?", "citing P2"),
        ("What does Attention in statistical parsing cite?", "references P2"),
        ("who critcised Atention in statistcal parsing since 2012", "citing P2 negative 2012-None"),
        ('papers that cite "Cited critically" with approval', "citing P6 positive"),
        ("who mentions Bleu without an opinion, before 2010?", "citing P1 neutral None-2009"),
        (f"five papers like {SPEECH}", "similar P3 5"),
        (f"mentioned together with {SPEECH}", "co-mentioned P3"),
        (f"citations {SPEECH} -> Attention in statistical parsing", "path P3 P2"),
        # The earlier paper is where the path starts, whatever stands first.
        (f"Attention in statistical parsing, traced back to {SPEECH}", "path P3 P2"),
        ("what has Ada Byron written in the nineties", "papers-of A1 1990-1999"),
        ("with whom did Byron, Ada publish?", "coauthors A1"),
        ("B. van Bell publications 2001-2003", "papers-of A2 2001-2003"),
        ("papers by Ada Byron between '98 and '03", "papers-of A1 1998-2003"),
        ("papers by Ada Byron 1998-03, one will do", "papers-of A1 1 1998-2003"),
        ("papers by Ada Byron form befor 2006", "papers-of A1 None-2005"),
        (
            "on what does Ada Byron lean in her 2010 article Attention in statistical parsing?",
            "references P2",
        ),
    ],
)
def test_papers_and_authors(text: str, expected: str) -> None:
    assert told(read_question(text, LEXICON)[0]) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "What are the 10 most disruptive papers in machine translation?",
            "disruptive machine translation 10",
        ),
        # No title joins these words: they are no part of the field.
        (
            "which papers on machine translation shook everything up the hardest?",
            "disruptive machine translation",
        ),
        ("most cited MT, 1990-1999", "most-cited MT 1990-1999"),
        ("original work on statistical parsing of Czech", "novel statistical parsing of Czech"),
        # A field beside an author is used.
        (
            "Ada Byron's work on machine translation since 2001",
            "papers-of Ada Byron machine translation 2001-None",
        ),
        (
            "Machine translation papers that were authored by Ada Byron",
            "papers-of Ada Byron Machine translation",
        ),
        (
            "Has Ada Byron ever worked on machine tranlation? If so, show me",
            "papers-of Ada Byron machine translation",
        ),
    ],
)
def test_fields(text: str, expected: str) -> None:
    [reading] = read_question(text, LEXICON)
    assert told(replace(reading, ids=())) == expected


@pytest.mark.parametrize(
    ("text", "meant", "written"),
    [
        ("most cited papers on machin tranlation", "machine translation", "machin tranlation"),
        ("most cited papers on parcing of speech", "parsing of speech", "parcing of speech"),
        ("most cited papers on word alignment", "word alignment", "word alignment"),
    ],
)
def test_a_misspelt_field_is_mended_and_that_is_said(text: str, meant: str, written: str) -> None:
    [reading] = read_question(text, LEXICON)
    assert (reading.kind, reading.names, reading.written) == ("most-cited", (meant,), written)
    assert (f"(read from “{written}”)" in describe_reading(reading)) == (meant != written)


def test_among_people_of_one_name_an_initial_counts_less_than_papers() -> None:
    lexicon = Names(
        [], [KnownEntity("A1", "Emmy Noether", 1), KnownEntity("A2", "Emmy A. Noether", 30)]
    )
    [reading] = read_question("papers of Emmy Noether", lexicon)
    assert reading.ids == (("A2", "A1"),)


@pytest.mark.parametrize(
    "text",
    [
        "What is machine translation?",
        "speech grammar",
        "",
        "In what year did Leonard Bloomfield die?",
        "when was Ada Byron born?",
        "who are the most cited authors overall?",
    ],
)
def test_what_asks_for_nothing_known_is_searched(text: str) -> None:
    assert [reading.kind for reading in read_question(text, LEXICON)] == ["other"]


def test_a_decade_that_is_gone_through_has_two_ends() -> None:
    assert extract_limits("papers through the 1990s")[1] == QuestionLimits(None, 1990, 1999)
    assert extract_limits("papers per year 1995-2015") == (
        "papers per year",
        QuestionLimits(None, 1995, 2015),
    )


def test_words_that_look_like_a_slip_are_left_as_they_are() -> None:
    text = "papers on latent variables in the order of their priors"
    assert extract_limits(text) == (text, QuestionLimits())


def test_a_name_in_quotes_that_the_graph_does_not_know_is_a_name_still() -> None:
    reading = read_question('papers that cite "The unwritten book of everything"', LEXICON)[0]
    assert reading.names == ("The unwritten book of everything",)
    assert reading.ids == ((),)


@pytest.mark.parametrize(
    "piece", ["A", "A ", "de la ", "Smith, ", "A & ", "in ", "published ", "2001 or ", "(", "'s "]
)
@pytest.mark.parametrize(
    "place", ["{}", "who cites Cited critically {} by", "{}'s Cited critically"]
)
def test_awkward_repetition_ends(piece: str, place: str) -> None:
    # A pattern that can cut such a text in many ways would go on for years.
    for length in (60, 900, 20_000):
        assert read_question(place.format(piece * (length // len(piece))), LEXICON)
