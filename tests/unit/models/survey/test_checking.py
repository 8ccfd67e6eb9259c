"""Citations by title: every way in which a writer puts several of them into one bracket."""

import pytest
from helpers.networks.build import snapshot_of

from scinet.models.survey.checking import Checker

CHECKER = Checker(
    snapshot_of(
        [("acl:P1", "2004-05-01", []), ("acl:P2", "2005-05-01", [])],
        titles={"acl:P1": "A first title; with more", "acl:P2": "A second one, and last"},
    )
)
ONE, TWO = "A first title; with more", "A second one, and last"


@pytest.mark.parametrize(
    ("written", "found"),
    [
        (f'["{ONE}", 2004; "{TWO}", 2005]', "[acl:P1; acl:P2]"),
        (f'[acl:P1; "{TWO}", 2005]', "[acl:P1; acl:P2]"),
        (f'["{ONE}", 2004; acl:P2]', "[acl:P1; acl:P2]"),
        (f'["{ONE}", 2004a]', "[acl:P1]"),
        (f'["{ONE}"; "{TWO}"]', "[acl:P1; acl:P2]"),
        (f"[“{ONE}” (2004b); “{TWO}”; 2005]", "[acl:P1; acl:P2]"),
        (f'["{ONE}", "{TWO}", 2005]', "[acl:P1; acl:P2]"),
        (f'[acl:P2, acl:P1; "{TWO}", 2005]', "[acl:P2; acl:P1]"),
    ],
)
def test_several_titles_in_one_bracket(written: str, found: str) -> None:
    checked = CHECKER.check(f"Before {written}.", ["acl:P1", "acl:P2"])
    assert checked.text == f"Before {found}."
    assert not checked.unresolved
    assert set(checked.cited) == set(found.strip("[]").split("; "))


def test_what_is_no_paper_is_marked_or_taken_out_beside_what_is_one() -> None:
    text = f'Before ["No such", 2004; "{ONE}", 2004; "{TWO}", 1990] and ["Nor this"; "Nor that"].'
    marked, cut = (CHECKER.check(text, [], keeps_marks=keeps) for keeps in (True, False))
    assert marked.text == (
        "Before [No-such?; acl:P1; A-second-one-and-last?] and [Nor-this?; Nor-that?]."
    )
    assert cut.text == "Before [acl:P1] and."
    assert marked.cited == cut.cited == ("acl:P1",)
    assert marked.unresolved == cut.unresolved == ("No such", TWO, "Nor this", "Nor that")


@pytest.mark.parametrize(
    "text", [f'[see "{ONE}" for more]', '["so called"; and so on]', '["one" and "two"]', '["]']
)
def test_other_words_in_a_bracket_are_no_citation(text: str) -> None:
    checked = CHECKER.check(text, [])
    assert checked.text == text
    assert not checked.unresolved
