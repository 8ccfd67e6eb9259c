"""What is asked about a period, worked by hand."""

from datetime import date

import numpy as np
import pytest
from helpers.build import Paper, snapshot_of

from scinet.errors import SplitError
from scinet.models.links.periods import Period, periods
from scinet.models.links.questions import Questions, citation_questions, coauthor_questions

PAPERS: list[Paper] = [
    ("a", "2007-03", []),
    ("b", "2008-05", ["a"]),
    ("c", "2009-11", ["a"]),
    ("new1", "2010-07", ["a", "b", "new2"]),
    ("new2", "2010-07", ["b"]),
    ("new3", "2010-08", ["new1"]),
    ("new4", "2010-09", ["c"]),
    ("vague", "2010", ["a"]),
    ("later", "2011-07", ["a"]),
]
AUTHORS = {
    "a": ["ann", "bob"],
    "b": ["cid"],
    "c": ["dan"],
    "new1": ["ann", "cid", "eve"],
    "new2": ["ann", "bob"],
    "new3": ["dan"],
    "new4": ["eve"],
    "vague": ["bob", "cid"],
    "later": ["bob", "dan"],
}
YEAR = Period("test", date(2010, 6, 1), date(2011, 6, 1))


def positives(questions: Questions) -> dict[str, list[str]]:
    ids = questions.past.paper_id if questions.targets == "paper" else questions.past.author_id
    return {
        source: list(ids[questions.positives.row(number)])
        for number, source in enumerate(questions.source_id)
    }


def test_periods_meet_and_end_at_the_cut_off() -> None:
    found = periods(date(2012, 2, 29), train_years=2)
    assert [p.name for p in found] == ["train_1", "train_2", "validation", "test"]
    assert [p.start for p in found] == [
        date(2008, 2, 29),
        *(date(year, 2, 28) for year in (2009, 2010, 2011)),
    ]
    assert [p.end for p in found[:-1]] == [p.start for p in found[1:]]
    assert found[-1].end == date(2012, 2, 29)


def test_new_papers_cite_what_was_there() -> None:
    found = citation_questions(snapshot_of(PAPERS, AUTHORS), YEAR)
    assert positives(found) == {"new1": ["a", "b"], "new2": ["b"]}
    team = [list(found.past.author_id[found.members.row(n)]) for n in range(2)]
    assert team == [["ann", "cid"], ["ann", "bob"]]
    assert found.left_out == {
        "papers_of_uncertain_date": 1,
        "papers_that_cite_no_earlier_one": 1,
        "papers_without_earlier_author": 1,
        "citations_within_the_period": 2,
    }


def test_authors_meet_for_the_first_time() -> None:
    found = coauthor_questions(snapshot_of(PAPERS, AUTHORS), YEAR)
    assert positives(found) == {"ann": ["cid"], "cid": ["ann"]}
    barred = [list(found.past.author_id[found.excluded.row(n)]) for n in range(2)]
    # Bob wrote with ann before; cid may have written with bob before.
    assert barred == [["ann", "bob"], ["bob", "cid"]]
    assert found.left_out == {
        "papers_of_uncertain_date": 1,
        "pairs_not_for_the_first_time": 1,
        "authors_without_earlier_paper": 1,
    }


def test_a_pair_of_an_uncertain_paper_is_not_asked() -> None:
    authors = AUTHORS | {"new1": ["bob", "cid"]}
    found = coauthor_questions(snapshot_of(PAPERS, authors), YEAR)
    assert found.num_sources == 0


def test_a_drawn_part_keeps_its_rows() -> None:
    whole = citation_questions(snapshot_of(PAPERS, AUTHORS), YEAR)
    part = whole.draw(1, seed=0)
    assert part.num_sources == 1
    assert part.left_out["sources_not_drawn"] == 1
    name = part.source_id[0]
    assert positives(part)[name] == positives(whole)[name]
    assert np.array_equal(part.title, whole.title[whole.source_id == name])
    assert whole.draw(2, seed=0) is whole


def test_a_snapshot_that_ends_earlier_is_refused() -> None:
    early = snapshot_of(PAPERS, AUTHORS).until(date(2010, 9, 1))
    with pytest.raises(SplitError):
        citation_questions(early, YEAR)
