"""Configuration files: what systems do without being told is what a search has chosen."""

from dataclasses import asdict
from pathlib import Path

import pytest

import scinet.models.configs
from scinet.errors import DataError, NotFoundError
from scinet.models.configs import read_settings
from scinet.models.registry import SYSTEMS, learner

FILES = sorted(Path(scinet.models.configs.__file__).parent.glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_defaults_are_the_chosen_settings(file: Path) -> None:
    (name,) = {one for one in SYSTEMS if file.stem.startswith(f"{one}-")}
    settings = read_settings(file)
    assert set(settings) == set(asdict(learner(name)))
    assert learner(name, settings) == learner(name)


def test_a_file_without_settings_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFoundError, match="no configuration file"):
        read_settings(tmp_path / "none.toml")
    for content, message in (("[search]\n", r"no table \[settings\]"), ("settings", "Expected")):
        (tmp_path / "file.toml").write_text(content)
        with pytest.raises(DataError, match=message):
            read_settings(tmp_path / "file.toml")
