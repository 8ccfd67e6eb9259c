"""PreScience's published code, and files of random corpora for it."""

from pathlib import Path

import pytest
from helpers.official import prescience_corpora
from helpers.official.comparison import Published


@pytest.fixture(scope="session")
def corpora(prescience: Published, tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    del prescience
    folders = [tmp_path_factory.mktemp("corpus") for _ in range(60)]
    return [folder for seed, folder in enumerate(folders) if prescience_corpora.write(folder, seed)]
