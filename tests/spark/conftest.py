"""One Spark for all tests: it takes seconds to start."""

from collections.abc import Iterator
from typing import Any

import pytest

from scinet.settings import SparkSettings
from scinet.spark import engine


@pytest.fixture(scope="session", autouse=True)
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session that the verbs find."""
    settings = SparkSettings.model_construct(master="local[2]", memory="2g")
    few = {"spark_sql_shuffle_partitions": "2", "spark_default_parallelism": "2"}
    own = engine.start(tmp_path_factory.mktemp("spark"), settings, **few)
    yield own
    own.stop()
