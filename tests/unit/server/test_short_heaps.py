"""Starts whose heap is too small for the log, and ends that do not come by themselves."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scinet.errors import GraphUnavailableError
from scinet.server.control import start, status, stop
from scinet.server.home import Home, StartRecord
from scinet.server.process import free_port
from scinet.server.processes import is_serving
from scinet.settings import ServerSettings

FOREVER = f"exec {sys.executable} -ISc 'import time; time.sleep(60)' \"$@\""
SHORT = "echo 'Caused by: java.lang.OutOfMemoryError: Java heap space' >> logs/debug.log"


@pytest.fixture
def server_settings(server_settings: ServerSettings) -> ServerSettings:
    return server_settings.model_copy(update={"port": free_port()})


def own_processes(folder: Path) -> list[int]:
    pids = (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit())
    return [pid for pid in pids if is_serving(pid, folder)]


def test_a_heap_that_does_not_suffice_for_the_log_is_said_at_once(
    server_settings: ServerSettings, pretend: Callable[[str], None]
) -> None:
    pretend(f"{SHORT}; {FOREVER}")
    with pytest.raises(GraphUnavailableError, match=r"heap does not suffice.*debug\.log") as caught:
        start(server_settings)
    assert "--recover" in caught.value.hint
    assert own_processes(server_settings.home) == []


def test_a_recovery_takes_the_heap_that_it_needs(
    server_settings: ServerSettings,
    pretend: Callable[[str], None],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small = server_settings.model_copy(update={"heap": "512m", "page_cache": "64m"})
    pretend(f'case "$*" in *-Xmx2g*) echo Enough.; exit 3;; esac; {SHORT}; {FOREVER}')
    for gib, said in ((1.25, "heap of 1g, all that this machine has"), (4, "at its start.*Enough")):
        monkeypatch.setattr(
            "scinet.server.memory.physical_memory", lambda gib=gib: int(gib * 2**30)
        )
        with pytest.raises(GraphUnavailableError, match=said):
            start(small, recover=True)
    tried = [record.getMessage().rpartition(" ")[2] for record in caplog.records]
    assert tried == ["1g", "1g", "2g"]
    assert own_processes(small.home) == []


@pytest.mark.parametrize(
    ("spent_ms", "between_s", "is_short"), [(2000, 2, True), (300, 2, False), (2000, 30, False)]
)
def test_pauses_that_take_all_time_are_a_heap_that_is_short(
    server_settings: ServerSettings, spent_ms: int, between_s: int, *, is_short: bool
) -> None:
    home = Home(server_settings.home)
    home.prepare()
    home.log.touch()
    lines = [
        f"2026-11-28 21:{second // 60:02}:{second % 60:02}.391+0000 WARN  [o.n.k.i.c."
        "VmPauseMonitorComponent] Detected VM stop-the-world pause: "
        f"{{pauseTime={spent_ms}, gcTime={spent_ms}, gcCount=2}}\n"
        for second in range(0, 6 * between_s, between_s)
    ]
    home.debug_log.write_text("INFO it begins\n" + "".join(lines))
    assert home.read_logs().is_heap_short is is_short
    with home.debug_log.open("a") as log:
        log.write("INFO it goes on\n")
    assert not home.read_logs().is_heap_short


def test_what_the_server_says_of_being_asked_is_no_progress(
    server_settings: ServerSettings, pretend: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(FOREVER)
    settings = server_settings.model_copy(update={"wait_s": 1.0})
    log = Home(settings.home).debug_log

    def refused(*_: object) -> None:
        with log.open("a") as stream:
            stream.write("WARN a connection is refused\n")
        raise GraphUnavailableError("not yet")

    monkeypatch.setattr("scinet.server.process.Database.connect", refused)
    begun = time.monotonic()
    with pytest.raises(GraphUnavailableError, match=r"within 1\.\d s"):
        start(settings)
    assert time.monotonic() - begun < 9  # not ten times as long


def test_a_server_that_does_not_end_is_killed(
    server_settings: ServerSettings,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    home = Home(server_settings.home)
    home.prepare()
    deaf = (
        "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True)"
    )
    words = [sys.executable, "-c", f"{deaf}; time.sleep(600)", f"--home-dir={home.folder}"]
    monkeypatch.setattr("scinet.server.control._STOP_S", 0.5)
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        home.save_started(StartRecord(process.pid, server_settings.port, "1g", "256m", {}))
        assert stop(server_settings) == process.pid
        assert process.wait() == -signal.SIGKILL
    assert "did not end within 0.5 s and was killed; nothing committed is lost" in caplog.text
    assert not status(server_settings).running
