"""Command line of the server: settings of Neo4j, flags of Java, main class and password."""

import os
import subprocess
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scinet.errors import GraphUnavailableError, ServerMissingError
from scinet.server.home import HOST, Home
from scinet.server.java import Java
from scinet.server.memory import Memory, format_size
from scinet.server.release_channels import ReleaseChannel
from scinet.settings import environment

_GLANCE_S: Final = 2.0
_ENTRY_POINT: Final = "META-INF/services/org.neo4j.server.startup.EntryPoint"
_ADMIN: Final = "org.neo4j.cli.AdminTool"
_OPEN_PACKAGES: Final = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
_RECOVERY: Final = {"internal.dbms.tx_log.fail_on_corrupted_log_files": "false"}
# The first 15 characters of their names, the limit of Linux.
_FLUSHING: Final = frozenset({"PageCacheFlushe", "neo4j.FileIOHel"})
_LOWEST: Final = 19
_FLAGS: Final = (
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+TrustFinalNonStaticFields",
    "-XX:+DisableExplicitGC",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dio.netty.leakDetection.level=DISABLED",
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPEN_PACKAGES),
    "--enable-native-access=ALL-UNNAMED",
    "-Dlog4j2.disable.jmx=true",
    # A library that estimates the size of objects starts a second Java to look into the first.
    "-Djol.skipHotspotSAAttach=true",
    "-Dfile.encoding=UTF-8",
)


@dataclass(frozen=True, slots=True)
class ServerProgram:
    """Parameters of a start.

    Attributes:
        recover: Whether to cut a torn transaction log at its last whole transaction.
        more: Further settings of Neo4j.
    """

    lane: ReleaseChannel
    home: Home
    jars: Path
    java: Java
    memory: Memory
    port: int
    password: bool
    recover: bool = False
    more: Mapping[str, str] = field(default_factory=dict)


def server_configuration(program: ServerProgram) -> dict[str, str]:
    """Return the settings of Neo4j, which ends when one of them is unknown to it."""
    address = f"{HOST}:{program.port}"
    return {
        "server.directories.lib": str(program.jars / "lib"),
        "server.directories.plugins": str(program.jars / "plugins"),
        "server.bolt.enabled": "true",
        "server.bolt.listen_address": address,
        "server.bolt.advertised_address": address,
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "dbms.usage_report.enabled": "false",
        "server.memory.pagecache.size": format_size(program.memory.page_cache),
        "db.tx_log.rotation.retention_policy": "1 files",
        "db.tx_log.preallocate": "false",
        "dbms.security.procedures.unrestricted": "gds.*",
        "dbms.security.auth_enabled": str(program.password).lower(),
        **program.lane.settings,
        **(_RECOVERY if program.recover else {}),
        **program.more,
    }


def server_command(program: ServerProgram) -> list[str]:
    """Return the command line of the server."""
    home, jars = program.home.folder, program.jars
    heap = program.memory.heap
    return [
        str(program.java.path),
        f"-Xms{format_size(min(heap, 2**28))}",
        f"-Xmx{format_size(heap)}",
        *_FLAGS,
        "-cp",
        # The plug-ins also stand here: Java finds the extension of Graph Data Science only on the
        # class path, Neo4j its procedures only in the folder.
        os.pathsep.join([f"{jars}/plugins/*", f"{jars}/lib/*"]),
        _main_class(jars / "lib"),
        f"--home-dir={home}",
        f"--config-dir={program.home.conf}",
        "--console-mode",
    ]


def _main_class(lib: Path) -> str:
    """Read the main class from its jar; it was renamed between releases."""
    for jar in sorted(lib.glob("neo4j-*.jar")):
        with zipfile.ZipFile(jar) as archive:
            if _ENTRY_POINT in archive.namelist():
                return archive.read(_ENTRY_POINT).decode().splitlines()[0].strip()
    raise ServerMissingError(f"no jar in {lib} is a server", hint="Run `scinet server install`.")


def set_password(program: ServerProgram) -> None:
    """Set the home's password on a server that never ran."""
    home = program.home
    # The tool reads it from a file: every user can see a command line.
    words = ["dbms", "set-initial-password", f"@{home.password}"]
    done = administer(program.java, program.jars, home, words, heap=2**28)
    if done.returncode:
        raise GraphUnavailableError(
            f"the password could not be set; last output: {last_output_line(done)}",
            hint=f"Delete {home.folder} and start again.",
        )


def administer(
    java: Java,
    jars: Path,
    home: Home,
    words: list[str],
    *,
    heap: int,
    folder: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run Neo4j's administration tool on a home, in a folder."""
    command = [str(java.path), f"-Xmx{format_size(heap)}", "-cp", f"{jars}/lib/*", _ADMIN, *words]
    with subprocess.Popen(  # noqa: S603 - no shell
        command,
        cwd=folder,
        env={**environment(), "NEO4J_HOME": str(home.folder), "NEO4J_CONF": str(home.conf)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            while True:
                try:
                    outputs = process.communicate(timeout=_GLANCE_S)
                    return subprocess.CompletedProcess(command, process.returncode, *outputs)
                except subprocess.TimeoutExpired:
                    let_flushing_wait(process.pid)
        except BaseException:
            process.kill()
            raise


def last_output_line(done: subprocess.CompletedProcess[str]) -> str:
    """Return the last line of a program's output."""
    lines = (done.stderr or done.stdout).strip().splitlines() or ["nothing"]
    return lines[-1].rstrip(".")


def let_flushing_wait(pid: int) -> None:
    """Give the flushing threads of an importer the lowest priority.

    While Neo4j's importer stores relationships, one of its threads has every file of the store
    flushed again and again, by a helper each. The operating system writes these files anyway, and
    on two cores the helpers took more than half of them: 86,000 relationships a second at ten
    million papers, about 200,000 once the helpers had to wait. Only Linux has priorities of
    threads; elsewhere nothing is done.
    """
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it has just ended
            if (task / "comm").read_text().strip() in _FLUSHING:
                os.setpriority(os.PRIO_PROCESS, int(task.name), _LOWEST)
