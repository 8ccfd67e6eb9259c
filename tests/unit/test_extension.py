"""Classes of somebody else's are found by ``module:Class``, and refused when they do not fit."""

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scinet.errors import DataError, NotFoundError
from scinet.eval.external_metrics import METRICS, add_metrics
from scinet.eval.suites import get_task_type
from scinet.eval.task import Query
from scinet.eval.task_type import ScoredQuery
from scinet.extension import Registry, find_nearest, load_object, suggest
from scinet.graph.sources.files import open_regular
from scinet.graph.sources.recognise import FORMATS, recognise_file
from scinet.models.registry import SYSTEMS, make_system

_OWN = """
from dataclasses import dataclass
from scinet.models.base.ranking import Ranker

@dataclass(frozen=True)
class Newest(Ranker):
    name, version, track, summary = "newest", "1", "graph", "the newest papers"
    weight: float = 1.0

    def scores(self, queries, context):
        for _ in queries:
            yield self.weight * context.snapshot.day

class Unnamed(Ranker):
    def scores(self, queries, context):
        return []

class Unable(Ranker):
    name, version, track, summary = "unable", "1", "graph", "nothing"

import_of_nothing = 1
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own_systems.py").write_text(_OWN)
    (tmp_path / "own_broken.py").write_text("import a_module_that_is_not_there")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)


def test_a_system_of_ones_own_has_settings() -> None:
    system = make_system("own_systems:Newest", {"weight": "-1"})
    assert system.settings == {"weight": -1.0}
    with pytest.raises(DataError, match="own_systems:Newest has no setting 'age'"):
        make_system("own_systems:Newest", {"age": "1"})


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("own_elsewhere:Newest", "no module own_elsewhere"),
        ("own_systems:Oldest", "module own_systems has no Oldest"),
        ("own_systems:import_of_nothing", "is not a subclass of scinet.models.base.system:System"),
        ("own_systems:Unnamed", "does not define name, track, summary"),
        ("own_systems:Unable", "does not define scores"),
    ],
)
def test_what_is_not_a_system_is_refused(reference: str, message: str) -> None:
    with pytest.raises((DataError, NotFoundError), match=message):
        make_system(reference)


def test_a_fault_inside_the_module_shows_where_it_is() -> None:
    with pytest.raises(ModuleNotFoundError, match="a_module_that_is_not_there"):
        make_system("own_broken:Newest")


def test_a_system_is_not_a_task() -> None:
    with pytest.raises(DataError, match=r"is not a subclass of scinet\.eval\.task_type:TaskType"):
        get_task_type("own_systems:Newest")
    with pytest.raises(NotFoundError) as misspelt:
        get_task_type("scinetbench/pth")
    assert misspelt.value.hint == "Did you mean scinetbench/path?"


def test_the_lists_of_the_packages_name_each_system_as_it_names_itself() -> None:
    assert {name: kind.name for name, kind in SYSTEMS.items()} == {name: name for name in SYSTEMS}
    with pytest.raises(NotFoundError, match=r"no system named 'own_systems\.Newest'"):
        SYSTEMS.check("own_systems.Newest")


def test_an_installed_package_adds_names_and_takes_none_over(tmp_path: Path) -> None:
    info = tmp_path / "theirs-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1\n")
    points = "bm25 = own_systems:Newest\nnewest = own_systems:Newest\nlost = own_elsewhere:Lost\n"
    (info / "entry_points.txt").write_text(f"[scinet.systems]\n{points}")
    own = {"bm25": "scinet.models.text.search:Bm25"}
    registry = Registry("system", own, load=load_object, group="scinet.systems")
    assert list(registry) == ["bm25", "lost", "newest"]
    assert [registry[name].name for name in ("bm25", "newest")] == ["bm25", "newest"]
    assert registry.find("own_systems:Newest") is registry["newest"]
    assert [name for name, _ in registry.available()] == ["bm25", "newest"]
    with pytest.raises(NotFoundError, match=r"no module own_elsewhere \(own_elsewhere:Lost\)"):
        registry.find("lost")
    with pytest.raises(NotFoundError, match=r"no system named 'newst'\nDid you mean newest\?"):
        registry.find("newst")


def test_a_metric_is_a_function_with_a_name_of_its_own() -> None:
    with pytest.raises(DataError, match="own_systems:import_of_nothing is not a function"):
        METRICS.find("own_systems:import_of_nothing")
    with pytest.raises(NotFoundError, match="no metric named 'MRR'"):
        METRICS.find("MRR")
    example: Any = None
    metrics = {"half": lambda *_: 0.5}
    assert add_metrics([{"MRR": 1.0}], [example], example, metrics) == [{"MRR": 1.0, "half": 0.5}]
    with pytest.raises(DataError, match="the task has a metric 'half' of its own"):
        add_metrics([{"half": 1.0}], [example], example, metrics)
    answered: Any = ScoredQuery(Query("q1", "text", {}, date(2000, 1, 1), 10), {}, ["a"])
    (row,) = add_metrics([{}], [answered], example, {"none": lambda *_: None})
    assert np.isnan(row["none"])
    with pytest.raises(DataError, match="the metric 'third' fails at query q1: IndexError: list"):
        add_metrics([{}], [answered], example, {"third": lambda *_: [][2]})


def test_a_format_is_one() -> None:
    with pytest.raises(DataError, match=r"is not a scinet\.graph\.sources\.entries:Format"):
        FORMATS.find("own_systems:Newest")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("PTH", ["a/path", "b/paths"]),
        ("a/pth", ["a/path", "b/paths"]),
        ("b/path", ["b/paths", "a/path"]),
        ("surveys", ["a/survey"]),
        ("a/x", []),
    ],
)
def test_the_nearest_names_come_first(name: str, near: list[str]) -> None:
    assert find_nearest(name, ["a/survey", "a/path", "b/paths"]) == near


def test_a_name_that_is_like_none_is_told_all() -> None:
    assert suggest("x", ["one", "two"]) == "There are one, two."
    assert suggest("x", [], "Look elsewhere.") == "Look elsewhere."


def test_a_broken_format_of_a_package_is_skipped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(FORMATS.__dict__, "installed", {"broken": "lost:CARD"})
    file = Path("cards")
    file.write_text("#cards\n")
    [seen] = recognise_file(open_regular(file, "cards"))
    assert seen.format.name == "is plain text"
    skipped = "format broken of an installed package is skipped: no module lost (lost:CARD)"
    assert skipped in caplog.text
