"""JSON from elsewhere is a value that there is a place for, or refused with what is wrong."""

from typing import Any

import pytest

from scinet.validation import parsed


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "is not JSON"),
        (b"\xff", "is not UTF-8"),
        ("[" * 100_000, "is nested too deeply"),
        ("NaN", "has a value that is NaN"),
        ("[-Infinity]", "has a value that is -Infinity"),
        (str(2**63), "integer of more than 63 bits"),
        (str(-(2**63) - 1), "integer of more than 63 bits"),
        ("9" * 5_000, "integer of more than 63 bits"),
        ('{"a": ["\\ud800"]}', "is not Unicode"),
        ('{"\\udc00": 1}', "is not Unicode"),
        ('"\udce9"', "is not Unicode"),
    ],
)
def test_what_nothing_has_a_place_for_is_refused(text: str | bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        parsed(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (str(2**63 - 1), 2**63 - 1),
        (str(-(2**63)), -(2**63)),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('\ufeff{"a": 1.5}'.encode(), {"a": 1.5}),
    ],
)
def test_what_is_sound_is_read(text: str | bytes, value: Any) -> None:
    assert parsed(text) == value
