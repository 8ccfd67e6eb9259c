"""What follows a model's thinking, and what is left without marks of bold."""

import pytest

from scinet.llm.reply_text import strip_marks, strip_thinking


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Yes.", "Yes."),
        ("<think>No, or yes?</think>\nYes.", "Yes."),
        ("<THINKING>\nNo.\n</THINKING> Yes.", "Yes."),
        ("<think>a</think> Yes <reasoning>b</reasoning> indeed", "Yes   indeed"),
        ("[THINK]No.[/THINK]Yes.", "Yes."),
        ("Yes. <think>Am I sure?</think>", "Yes."),
        # The template began to think, or the thinking was cut off.
        ("No, wait.</think>Yes.", "Yes."),
        ("<think>It may be yes", ""),
        ("<think>a <think>b</think> c</think> Yes.", "Yes."),
        ("1 < 2 and <b>Yes</b>", "1 < 2 and <b>Yes</b>"),
        ("", ""),
    ],
)
def test_thinking_is_left_out(text: str, said: str) -> None:
    assert strip_thinking(text) == said


def test_marks_of_bold_are_left_out() -> None:
    assert strip_marks("**Paper A** has\n_more_ `citations`: snake_case * 2") == (
        "Paper A has more citations: snake_case 2"
    )
