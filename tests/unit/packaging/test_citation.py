"""``CITATION.cff`` says what the package says, in the form that citation tools read."""

import sys
import tomllib

import pytest
import yaml  # type: ignore[import-untyped]
from helpers.pages.doc_pages import ROOT
from helpers.pages.wheel import run

_FILE = ROOT / "CITATION.cff"


def test_it_names_the_licence_and_the_version_of_the_package() -> None:
    stated = yaml.safe_load(_FILE.read_text("utf-8"))
    package = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert (stated["license"], stated["version"]) == (package["license"], package["version"])


@pytest.mark.long  # its environment is another one: it needs older packages than ours
def test_the_validator_of_the_format_accepts_it() -> None:
    tool = ("-m", "uv", "tool", "run", "-q", "--from", "cffconvert==2.0.0", "cffconvert")
    assert "valid" in run(sys.executable, *tool, "--validate", "-i", _FILE)
