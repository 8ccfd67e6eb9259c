"""Citations foreseen by trees: columns by hand, the same bits again, and no look at the future."""

from datetime import date
from pathlib import Path

import numpy as np
import pytest
from helpers.networks.build import snapshot_of
from helpers.networks.built_tasks import build_task
from helpers.networks.two_sides import as_snapshot, two_communities, with_future

from scinet.errors import DataError
from scinet.eval.answer import content_of
from scinet.eval.suites import named
from scinet.eval.task import Query
from scinet.eval.task_type import Material
from scinet.models.base.run import answers
from scinet.models.base.training import train
from scinet.models.impact.features import features
from scinet.models.impact.learned import ImpactBoosted
from scinet.models.text.tfidf import TitleSpace

KIND = named("prescience/impact")
END = date(2010, 1, 1)
TINY = ImpactBoosted(trees=20, leaves=4, min_leaf=5, bags=1, subjects=2, learning_rate=0.2)


def test_columns_by_hand() -> None:
    papers = [
        ("p1", "2000-01", []),
        ("p2", "2001-01", ["p1"]),
        ("p3", "2005-06", ["p1", "p2"]),
        ("p4", "2006-03", ["p2", "p3"]),
    ]
    teams = {"p1": ["ann"], "p2": ["ann", "bob"], "p3": ["cyd", "bob"], "p4": ["dan"]}
    venues = {"p1": "v", "p2": "v", "p3": "w", "p4": "v"}
    snapshot = snapshot_of(papers, teams, venues).until(date(2006, 6, 1))
    inputs = {
        "months": 12,
        "author_ids": ["ann", "cyd"],
        "author_places": [1, 2],
        "team_size": 3,
        "venue_id": "v",
        "reference_ids": ["p2", "p3"],
        "title": "Title of p4",
        "abstract": None,
    }
    query = Query("q", "", inputs, date(2006, 6, 1), 1)
    names, values = features([query], snapshot, TitleSpace.of(snapshot.title, 2))
    found = dict(zip(names, map(float, values[0]), strict=True))
    # p2 cites p1 a year and a month of days later: not within 360 days; nor is any other citation.
    assert found["author_mean_max"] == found["usual"] == 0.0
    # Of ann p1 has 2 citations and p2 has 2; of cyd p3 has one, of the last year.
    assert found["author_total_max"] == pytest.approx(np.log1p(4))
    assert found["author_total_first"] == pytest.approx(np.log1p(4))
    assert found["author_h_max"] == 2.0
    assert np.isnan(found["author_h_last"])  # the last of three is new
    assert found["team_new_share"] == pytest.approx(1 / 3)
    assert found["team_joint_share"] == 0.0
    assert found["venue_papers"] == pytest.approx(np.log1p(3))
    assert found["references"] == 2.0
    assert found["references_own"] == 1.0  # p2 is ann's, p3 is cyd's
    # In the last year p2 was cited by p3 and p4, p3 by p4; in the year before by nobody.
    assert found["reference_lately_max"] == pytest.approx(np.log1p(2))
    assert found["reference_growth"] == pytest.approx((np.log1p(2) + np.log1p(1)) / 2)
    assert found["coupled_fresh"] == pytest.approx(np.log1p(2))
    assert found["coupled_twice"] == pytest.approx(np.log1p(1))
    assert not {"citations", "abstract"} & set(names)


def test_the_future_moves_no_column() -> None:
    plain = two_communities(1)
    whole = as_snapshot(plain)
    options = KIND.read_options({"since": "2008-01-01", "months": "6"})
    split = KIND.build(Material(whole.until(END), END, 0), options).splits["test"]
    day = split.queries[len(split.queries) // 2].before
    asked = [query for query in split.queries if query.before == day]
    planted = with_future(plain, day)
    assert planted.num_papers > whole.num_papers
    seen = []
    for snapshot in (whole, planted):
        subjects = TitleSpace.of(snapshot.until(date(2005, 1, 1)).title, 3)
        names, values = features(asked, snapshot.until(day), subjects)
        seen.append((names, values.tobytes()))
    assert seen[0] == seen[1]
    assert len(set(seen[0][0])) == len(seen[0][0])


def test_it_repeats_and_answers_every_paper(tmp_path: Path) -> None:
    whole = as_snapshot(two_communities(1))
    years = {"train_years": "4", "validation_years": "1"}
    task = build_task(KIND, whole, END, tmp_path / "task", **years)
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        about = train(TINY, KIND, task, snapshot=whole, folder=folder)
    assert (folders[0] / "trees.json").read_bytes() == (folders[1] / "trees.json").read_bytes()
    assert about["figures"]["rows"]["train"] > about["figures"]["rows"]["val"] > 0
    queries = task.queries()
    found = list(answers(TINY, queries, KIND, snapshot=whole, learned=folders[0]))
    numbers = np.array([content_of(answer) for answer in found], dtype=float)
    assert len(numbers) == len(queries)
    assert (numbers >= 0).all()
    assert numbers.std() > 0
    (folders[0] / "subjects_before.txt").write_text("no day")
    with pytest.raises(DataError, match="no day"):
        list(answers(TINY, queries, KIND, snapshot=whole, learned=folders[0]))
