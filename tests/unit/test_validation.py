"""Options given as text, and JSON from elsewhere: what fits is taken, the rest is refused."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scinet.errors import DataError
from scinet.eval.suites import TASK_TYPES, get_task_type
from scinet.models.registry import SYSTEMS, make_system
from scinet.validation import parse_json, parse_retry_after

NOW: Final = datetime(2026, 3, 4, 22, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("task", "given", "said"),
    [
        (
            "scinetbench/pair-sentiment",
            {"rule": "few"},
            "'few' is not a value of option rule: .*'any'",
        ),
        ("scinetbench/path", {"max_hops": "0"}, "option max_hops: .*shortest\\+2, none or 1"),
        ("scinetbench/path", {"weights_before": "2012"}, "option weights_before"),
        (
            "sciimpact/citation",
            {"match": "year,town"},
            "option match: .*field, year, venue, author",
        ),
        ("sciimpact/citation", {"folds": "3", "fold": "3"}, "fold below it"),
        ("scinetbench/ego-novelty", {"sos_best": "5"}, "option sos_best: .*10 or 0"),
        (
            "scinetbench/ego-disruption",
            {"window_years": "1", "window_days": "2"},
            "in years and in",
        ),
        ("scinetbench/pair-citation", {"min_truth": "0"}, "option min_truth: .*greater than"),
        ("scinetbench/pair-sentiment", {"min_truth": "0"}, "option min_truth: .*greater than"),
        ("sciencemeter/judgment", {"test_share": "nan"}, "option test_share: .*finite"),
        ("prescience/impact", {"months": "1.5"}, "option months: .*integer"),
        ("scipaths/grounding", {"mode": "B4"}, "predicted names a file"),
        # Beyond any calendar, and any number.
        ("sciencemeter/judgment", {"new_days": "2147483648"}, "option new_days"),
        ("sciencemeter/judgment", {"prior_days": "100001"}, "option prior_days"),
        ("prescience/collaborators", {"train_years": "251"}, "option train_years"),
        ("prescience/impact", {"months": "3001"}, "option months"),
        ("scinetbench/path", {"k": "99999999999999999999"}, "option k"),
        ("scinetbench/path", {"k": "9" * 5_000}, "option k"),
    ],
)
def test_values_that_do_not_fit(task: str, given: dict[str, str], said: str) -> None:
    with pytest.raises(DataError, match=said) as caught:
        get_task_type(task).read_options(given)
    assert caught.value.hint


def test_a_misspelt_option_is_suggested() -> None:
    with pytest.raises(DataError, match="scinetbench/path has no option 'max_hop'") as caught:
        get_task_type("scinetbench/path").read_options({"max_hop": "3"})
    assert caught.value.hint.startswith("Did you mean max_hops")


def test_text_becomes_a_value() -> None:
    options = get_task_type("scinetbench/ego-novelty").read_options(
        {"sos_best": "0", "resolution": "2"}
    )
    assert (options.sos_best, options.resolution, type(options.resolution)) == (0, 2.0, float)


def test_every_default_fits() -> None:
    assert all(item.read_options({}) == item.options() for item in TASK_TYPES.values())
    assert all(make_system(name).settings for name in ("bm25", "dense"))
    assert {make_system(name).name for name in SYSTEMS} == set(SYSTEMS)


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
        parse_json(text)


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
    assert parse_json(text) == value


@pytest.mark.parametrize(
    ("text", "wait_s"),
    [
        ("2.5", 2.5),
        ("-3", 0.0),
        ("Wed, 04 Mar 2026 22:01:00 GMT", 30.0),
        ("Wed Mar  4 22:01:00 2026", 30.0),
        ("Wed, 04 Mar 2026 21:00:00 GMT", 0.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 1e9),  # no later date has a name
        ("soon", None),
        ("", None),
        ("nan", None),
        ("1e400", None),
        ("Thu, 99 Foo 2026", None),
    ],
)
def test_a_wait_is_stated_in_seconds_or_as_a_date(text: str, wait_s: float | None) -> None:
    assert parse_retry_after(text, NOW) == wait_s


@given(seconds=st.integers(0, 10_000))
def test_both_ways_to_state_a_wait_mean_the_same(seconds: int) -> None:
    day = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert parse_retry_after(str(seconds), NOW) == parse_retry_after(day, NOW) == seconds
