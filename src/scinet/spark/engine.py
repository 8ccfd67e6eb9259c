"""Spark session: the active one, else one of our own on this machine.

Java is that of the local server. Spark requires a module that small Javas lack, and that only its
machine learning uses; a wrapper script drops that option.
"""

import logging
import os
import re
import shlex
import signal
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Final

from scinet import machine
from scinet.errors import ScinetError, StorageError, extra_needed
from scinet.server import java
from scinet.server.release_channels import ReleaseChannel
from scinet.settings import SparkSettings, environment
from scinet.spark.progress import Reporter, report_progress

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_JAVA: Final = ReleaseChannel(17, 21, ())
_SCRIPT: Final = """#!/bin/sh
for one; do
  shift
  [ "$one" = --add-modules=jdk.incubator.vector ] || set -- "$@" "$one"
done
exec {java} "$@"
"""
# Errors that the writer of files logs when a job is stopped are also raised.
_LOGGING: Final = """rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
logger.repl.name = org.apache.spark.api.python.PythonGatewayServer
logger.repl.level = error
logger.writer.name = org.apache.spark.sql.execution.datasources.FileFormatWriter
logger.writer.level = off
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = %d{HH:mm:ss} %p %c{1}: %m%n
"""
_CACHED: Final[list["DataFrame"]] = []
_NAMED: Final = re.compile(r"[\w.]+(?:Error|Exception|Fault)\b: ")  # the last one is the cause
_LOOPBACK: Final = "127.0.0.1"
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def open_session(progress: Reporter | None = None) -> Iterator["SparkSession"]:
    """Open the session of the caller, or a new one that ends with the block.

    Args:
        progress: As of :func:`scinet.spark.progress.report_progress`.

    Raises:
        DataError: If PySpark is not installed.
        ServerMissingError: If there is no Java for it.
        ScinetError: If Spark does not start, or fails.
    """
    with extra_needed("spark"):
        from pyspark.sql import SparkSession

    for name in ("SQLQueryContextLogger", "py4j"):  # their messages are raised as well
        logging.getLogger(name).setLevel(logging.CRITICAL)
    running = SparkSession.getActiveSession()
    with _translate_errors(), _silence_py4j(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "PySpark does not yet fully support pandas")
        if running is not None:
            own = running.newSession()  # with views and settings of its own
            own.conf.set("spark.sql.session.timeZone", "UTC")
            try:
                with report_progress(own, progress):
                    yield own
            finally:
                while _CACHED:
                    _CACHED.pop().unpersist()
            return
        with tempfile.TemporaryDirectory(prefix="scinet-") as folder:
            own = start_session(Path(folder))
            try:
                with report_progress(own, progress):
                    yield own
            finally:
                _CACHED.clear()
                _stop_session(own)


def _stop_session(own: "SparkSession") -> None:
    """End a session, without messages of stopped tasks."""
    try:
        own.sparkContext.setLogLevel("OFF")
    finally:
        own.stop()


def cache_table(frame: "DataFrame") -> "DataFrame":
    """Compute the rows of a table once, until the session of :func:`open_session` ends."""
    cached = frame.persist()
    _CACHED.append(cached)
    return cached


def peak_memory_mib(spark: "SparkSession") -> float:
    """Return the largest memory of the driver: this process, and its Java if that is its child."""
    java = getattr(spark.sparkContext._gateway, "proc", None)  # noqa: SLF001 - told nowhere else
    own = machine.peak_memory_mib()
    return own if java is None else own + machine.peak_memory_mib(java.pid)


def start_session(
    folder: Path, settings: SparkSettings | None = None, **more: str
) -> "SparkSession":
    """Start a session.

    Args:
        folder: Folder for files that Spark reads while it runs, such as its logging configuration.
        more: Further settings of Spark, with ``_`` for each dot.
    """
    from pyspark import SparkConf, SparkContext
    from pyspark.sql import SparkSession

    settings = settings or SparkSettings()
    is_local = settings.master.startswith("local")
    options = {
        "spark.master": settings.master,
        "spark.driver.memory": settings.memory,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.warehouse.dir": (folder / "warehouse").resolve().as_uri(),
        "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
        **(
            {"spark.driver.bindAddress": _LOOPBACK, "spark.driver.host": _LOOPBACK}
            if is_local
            else {}
        ),
        **{name.replace("_", "."): value for name, value in more.items()},
    }
    conf = SparkConf().setAppName("scinet").setAll(list(options.items()))
    with _defer_interrupt() as wait, _java_environment(folder, is_local=is_local):
        SparkContext.getOrCreate(conf)
        wait()  # PySpark has put a handler of its own in its place
        return SparkSession.builder.getOrCreate()


@contextmanager
def _defer_interrupt() -> Iterator[Callable[[], None]]:
    """Defer Ctrl-C until Java has started, and then call the previous handler.

    Blocking the signal in this thread is not enough: a thread of a library would take it.

    Yields:
        A function to call after others have installed their handlers.
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    came: list[int] = []

    def note(number: int, _: FrameType | None) -> None:
        came.append(number)

    def wait() -> None:
        for number in _SIGNALS:
            signal.signal(number, note)

    handlers = {number: signal.getsignal(number) for number in _SIGNALS}
    wait()
    try:
        yield wait
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for signal_number in came:
            signal.raise_signal(signal_number)


@contextmanager
def _java_environment(folder: Path, *, is_local: bool) -> Iterator[None]:
    """Set the environment of Java: without secrets, on loopback where it is local."""
    saved = dict(os.environ)
    variables = environment()
    if is_local:
        script = folder / "bin" / "java"
        script.parent.mkdir()
        script.write_text(_SCRIPT.format(java=shlex.quote(str(java.find_java(_JAVA).path))))
        script.chmod(0o700)
        variables |= {
            "JAVA_HOME": str(folder),
            "SPARK_LOCAL_IP": _LOOPBACK,
            "PYSPARK_PYTHON": sys.executable,
        }
    if "SPARK_CONF_DIR" not in variables:
        (folder / "log4j2.properties").write_text(_LOGGING)
        variables["SPARK_CONF_DIR"] = str(folder)
    os.environ.clear()
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(saved)


@contextmanager
def _silence_py4j() -> Iterator[None]:
    """Suppress py4j's messages of the root logger: they are raised as well."""

    def is_anothers(record: logging.LogRecord) -> bool:
        return Path(record.pathname).parent.name != "py4j"

    root = logging.getLogger()
    root.addFilter(is_anothers)
    try:
        yield
    finally:
        root.removeFilter(is_anothers)


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate a failure of Spark to a one-line error."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    try:
        yield
    except (PySparkException, Py4JError) as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()] or ["no word"]
        full = next((line for line in lines if "No space left on device" in line), None)
        if full:
            raise StorageError(
                f"Spark has no room: {full}", hint="Free some, or set SPARK_LOCAL_DIRS and --out."
            ) from error
        named = [line for line in lines if _NAMED.match(line)]
        why = named[-1] if named else lines[0]
        raise ScinetError(f"Spark failed: {why}", hint="-v shows every step.") from error
