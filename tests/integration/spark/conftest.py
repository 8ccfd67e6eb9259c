"""One Spark for all tests: it takes seconds to start."""

from collections.abc import Iterator
from typing import Any

import pytest

from scinet.settings import SparkSettings
from scinet.spark import engine


@pytest.fixture(scope="session", autouse=True)
def spark(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Any]:
    """A session that the verbs find; of few rows its compiler takes longer than the rows."""
    settings = SparkSettings.model_construct(master="local[2]", memory="2g")
    few = {
        "spark_sql_shuffle_partitions": "2",
        "spark_default_parallelism": "2",
        "spark_sql_codegen_wholeStage": "false",
        "spark_sql_adaptive_enabled": "false",
        "spark_driver_extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
    }
    is_large = any(item.get_closest_marker("soak") for item in request.session.items)
    own = engine.start_session(
        tmp_path_factory.mktemp("spark"), settings, **({} if is_large else few)
    )
    yield own
    own.stop()
