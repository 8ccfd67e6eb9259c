"""Labels of answers and shares of an update: by hand, and against a naive reading."""

from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.eval.suites.sciencemeter.metrics import (
    LABELS,
    SETS,
    SIGNALS,
    ClaimRow,
    Label,
    Signs,
    count_transitions,
    label_answer,
    published_shares,
    read_choice,
)

labels = st.sampled_from(get_args(Label))
sets = st.fixed_dictionaries(dict.fromkeys(SETS, labels))
rows = st.builds(ClaimRow, before=sets, after=sets)


@pytest.mark.parametrize(
    ("reply", "strict", "official"),
    [
        ("Yes.", "yes", "yes"),
        ("  **No**, it does not.", "no", "no"),
        ("**Yes**", "yes", "yes"),
        ("no", "no", "no"),
        ("Not at all.", "invalid", "no"),
        ("None of it.", "invalid", "no"),
        ("Novel work, yes.", "invalid", "no"),
        ("Yesterday it rained.", "invalid", "yes"),
        ("I think the answer is no.", "no", "no"),
        ("Answer: Yes", "yes", "yes"),
        ("There is no evidence.", "invalid", "no"),
        # What a model echoes, a digit in the first line, the last answer, one of the words alone.
        ("Answer yes or no only: hm", "invalid", "invalid"),
        ("1\nbecause", "invalid", "yes"),
        ("0\nyes", "invalid", "no"),
        ("1", "invalid", "invalid"),
        ("It says no. The final answer is yes", "yes", "yes"),
        ("A no.\nResponse: yes it is", "invalid", "yes"),
        ("It may be yes or no.", "invalid", "invalid"),
        ("So $oxed{yes}$, no", "invalid", "yes"),
        (r"So $\boxed{yes}$, no", "invalid", "invalid"),
        ("", "invalid", "invalid"),
        # Whoever refuses, or says what was asked, answers neither.
        ("I cannot answer yes or no without reading the paper.", "invalid", "invalid"),
        ("I can\u2019t answer “yes” or “no”.", "invalid", "invalid"),
        ("I cannot answer yes/no.", "invalid", "invalid"),
        ("I cannot answer. No information about this paper is available.", "invalid", "no"),
        ("No information is available about this paper.", "invalid", "no"),
        ("No idea. My answer: yes", "yes", "no"),
        ("No. Information of that kind is not in it.", "no", "no"),
        ("I am unable to answer: no abstract is given.", "invalid", "no"),
        ("You asked me to answer yes or no only. No.", "invalid", "no"),
        ("**Answer:** Yes", "yes", "yes"),
        ("Answer\n\nNo", "no", "no"),
        ("My answer - no", "no", "no"),
        ("The answer is **yes**", "yes", "yes"),
        # People pass over what was thought, and know what is left open or denied.
        ("<think>The answer is no.</think>\nYes.", "yes", "invalid"),
        ("<think>It may be that the answer is no", "invalid", "no"),
        ("The answer is no, no.</think>**Yes**", "yes", "invalid"),
        ("Yes and no.", "invalid", "yes"),
        ("Yes or no? I cannot tell.", "invalid", "yes"),
        ("No doubt about it: the answer is yes.", "yes", "no"),
        ("The answer is not yes.", "invalid", "yes"),
    ],
)
def test_whole_words_are_read_and_officially_beginnings(
    reply: str, strict: str, official: str
) -> None:
    assert read_choice(reply, "strict") == strict
    assert read_choice(reply, "official") == official


def signs(told: str) -> Signs:
    """Right, consistent, sure in tone, needs no more: each +, - or ? for not known."""
    right, *others = ({"+": True, "-": False, "?": None}[item] for item in told)
    consistency, tone, information = others
    return Signs(right, consistency, tone, information)


@pytest.mark.parametrize(
    ("told", "strict", "official", "corrected"),
    [
        (signs("++++"), "correct", "unknown", "correct"),
        (signs("-+++"), "incorrect", "incorrect", "incorrect"),
        (signs("++--"), "unknown", "unknown", "unknown"),
        (signs("+++-"), "correct", "unknown", "correct"),
        # No reply: nothing is known; officially it is an inaccurate one.
        (signs("?-++"), "unknown", "incorrect", "incorrect"),
        # Nobody can read whether more is needed: officially nothing is.
        (signs("--+?"), "unknown", "incorrect", "incorrect"),
        # A published file may state what the published functions look for.
        (replace(signs("?+++"), stated="accuract"), "unknown", "correct", "unknown"),
    ],
)
def test_two_of_three_signs_make_an_answer_sure(
    told: Signs, strict: str, official: str, corrected: str
) -> None:
    assert label_answer(told, SIGNALS, "corrected") == corrected
    assert label_answer(told, SIGNALS, "strict") == strict
    assert label_answer(told, SIGNALS, "official") == official


def test_any_subset_of_the_signs_can_be_taken() -> None:
    told = Signs(is_right=True, consistency=True, tone=False, information=None)
    assert label_answer(told, ("consistency",), "strict") == "correct"
    assert label_answer(told, ("consistency", "tone"), "strict") == "unknown"
    assert label_answer(told, ("tone",), "strict") == "unknown"


def test_what_the_published_functions_never_call_correct_is_lost() -> None:
    unknown: dict[str, Label] = dict.fromkeys(SETS, "unknown")
    lost = {"acquisition loss": 1.0, "projection loss": 1.0}
    result = published_shares([ClaimRow(unknown, unknown)] * 4)
    assert result == dict.fromkeys(result, 0.0) | lost
    assert len(result) == 8


@given(st.lists(rows, max_size=12))
def test_published_shares_agree_with_a_naive_count(listed: list[ClaimRow]) -> None:
    result = published_shares(listed)
    asked = [row for row in listed if row.before["new"] == "unknown"]
    kept = [row for row in asked if row.before["prior"] == "correct"]
    for metric, goal in (("preservation", "correct"), ("preservation loss", "unknown")):
        hits = [row for row in kept if row.after["prior"] == goal]
        assert result[metric] == (round(len(hits) / len(kept), 3) if kept else 0.0)
    hits = [row for row in asked if row.after["new"] == "incorrect"]
    assert result["acquisition distortion"] == (round(len(hits) / len(asked), 3) if asked else 0.0)
    for goal in ("preservation", "acquisition"):
        total = sum(result[goal + end] for end in ("", " distortion", " loss"))
        assert total == 0.0 or total == pytest.approx(1.0, abs=0.002)
    assert "projection distortion" not in result


@given(st.lists(rows, max_size=12))
def test_transitions_count_every_row_once(listed: list[ClaimRow]) -> None:
    for name in SETS:
        table = count_transitions(listed, name)
        for item in LABELS:
            for two in LABELS:
                pairs = [
                    row for row in listed if (row.before[name], row.after[name]) == (item, two)
                ]
                assert table[item][two] == len(pairs)
