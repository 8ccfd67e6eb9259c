"""The sentences that a model may answer a pair with, and how they are read."""

import pytest

from scinet.eval.suites.sciimpact.official.replies import SENTENCES, parse_reply
from scinet.eval.suites.sciimpact.replies import choice_sentences, read_choice

A, B = choice_sentences("citation").values()
# As the published prompts of each dimension word them.
PUBLISHED = {
    "citation": "Paper {} has more citations",
    "award-cs": "Paper {} won the best paper award.",
    "award-mdpi": "Paper {} won the MDPI Best Paper Award",
    "award-nobel": "Paper {} is the Nobel prize-winning paper.",
    "patent": "Paper {} could be cited in more patents.",
    "media": "Paper {} could get more media mentions.",
    "code": "GitHub repo {} has more stars.",
    "dataset": "Dataset {} has more downloads.",
    "model": "Model {} has more downloads.",
}


@pytest.mark.parametrize("dimension", [*SENTENCES, "fame", None])
def test_the_sentences_are_read_as_they_are_asked_for(dimension: str | None) -> None:
    sentences = choice_sentences(dimension)
    for side, sentence in sentences.items():
        assert read_choice(f" {sentence.upper()}. ", dimension) == side
        if dimension in SENTENCES:
            assert parse_reply(sentence, dimension, "tuned") == side
    assert read_choice(f"{sentences['A']}. {sentences['B']}.", dimension) == ""


@pytest.mark.parametrize("dimension", PUBLISHED)
def test_published_sentences_are_read_as_people_read_them(dimension: str) -> None:
    said = {side: PUBLISHED[dimension].format(side) for side in "AB"}
    for side, other in ("AB", "BA"):
        assert read_choice(f"**{said[side]}**", dimension) == side
        assert read_choice(f"<think>{said[other]}</think>{said[side]}", dimension) == side
        assert read_choice(f'It is not true that "{said[other]}"', dimension) == side
        assert read_choice(f"I cannot tell whether {said[side]}", dimension) == ""
    name = PUBLISHED[dimension].partition(" {}")[0]
    both = f"Between {name} A and {name} B, I think that {said['B']}"
    assert read_choice(both, dimension) == "B"


@pytest.mark.parametrize(
    ("reply", "side"),
    [
        ("**Paper A** has more citations.", "A"),
        ("**Answer:** *Paper B has more citations*", "B"),
        (f"<think>{A}, or rather not.</think>\n{B}.", "B"),
        (f"<think>{B}? No. {A}", ""),
        (f"{A}? No, wait.</think>{B}.", "B"),
        # Of two one has more: who denies one says the other.
        (f"It is not true that {A}.", "B"),
        (f"It isn't true that {A}.", "B"),
        (f"It is not the case that {B}. {A}.", "A"),
        (f"I do not think that {A}; {B}.", "B"),
        (f"I don\u2019t believe {B}.", "A"),
        (f"It is false that {A}.", "B"),
        (f'"{A}" is false.', "B"),
        (f"Not: {A}.", "B"),
        ("Paper A does not have more citations.", "B"),
        ("Paper A has fewer citations than Paper B.", "B"),
        ("Paper A, not Paper B, has more citations.", "A"),
        # Who does not know says neither.
        (f"I cannot tell whether {A}.", ""),
        (f"If {A}, it is older.", ""),
        (f"I doubt that {A}.", ""),
        (f"It is not true that {A}, nor is it true that {B}.", ""),
        (f"It is not true that {A}. {A}.", ""),
        # What is denied is another thing.
        (f"That is not easy, but {A}.", "A"),
        (f"The older one is not cited here. {B}.", "B"),
        (f"No doubt: {A}.", "A"),
        ("Paper A, which is not a survey, has more citations.", "A"),
        ("Paper A not only is older but has more citations.", "A"),
        # Without a sentence the only name counts.
        ("A", "A"),
        ("**Answer: B.**", "B"),
        ("Paper B", "B"),
        ("I would say paper b", "B"),
        ("The second paper.", "B"),
        ("Paper A rather than Paper B.", "A"),
        ("Paper A or Paper B", ""),
        ("Paper A is weaker.", ""),
        ("Neither; paper B is too new.", ""),
        ("A new method has an effect.", ""),
        ("", ""),
    ],
)
def test_replies_are_read_as_people_read_them(reply: str, side: str) -> None:
    assert read_choice(reply, "citation") == side
    assert read_choice(reply.upper().replace("THINK>", "think>"), "citation") == side


def test_the_published_script_reads_as_it_did() -> None:
    assert parse_reply(f"It is not true that {A}.", "citation") == "A"
    assert parse_reply("**Paper A** has more citations.", "award-mdpi") == "A"
    assert parse_reply(f"<think>{A}</think>{B}", "citation") == "A"
