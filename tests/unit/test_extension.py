"""Classes of somebody else's are found by ``module:Class``, and refused when they do not fit."""

from pathlib import Path

import pytest

from scinet.errors import DataError, NotFoundError
from scinet.eval.suites import get_task_type
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
