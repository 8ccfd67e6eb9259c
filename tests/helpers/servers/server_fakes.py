"""Fakes around the local server: a repository, small locks, a Java that pretends, a small disk."""

import hashlib
import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from helpers.servers import small_disk as disks
from helpers.servers.on_loopback import QuietHandler, listening

from scinet.server.lock import Jar, JarLock
from scinet.settings import ServerSettings


class Repository:
    """Serves bytes by path over HTTP.

    Attributes:
        faults: For a path, how often half of it is sent, or a status, before it is served.
    """

    def __init__(self) -> None:
        self.content: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.faults: dict[str, list[int | str]] = {}
        repository = self

        class Handler(QuietHandler):
            def do_GET(self) -> None:
                path = self.path.lstrip("/")
                repository.asked.append(path)
                faults = repository.faults.get(path)
                fault = faults.pop(0) if faults else None
                body = repository.content.get(path)
                if isinstance(fault, int) or body is None:
                    self.send_error(fault if isinstance(fault, int) else 404)
                    return
                sent = body[: len(body) // 2] if fault == "half" else body
                self.reply(200, sent, {"Content-Length": str(len(body))})

        self.handler = Handler
        self.url = ""


@pytest.fixture
def repository() -> Iterator[Repository]:
    served = Repository()
    with listening(served.handler) as served.url:
        yield served


def make_jar(folder: str, coordinates: str, content: bytes) -> Jar:
    return Jar(folder, coordinates, len(content), hashlib.sha256(content).hexdigest())


@pytest.fixture
def jar_lock(repository: Repository) -> JarLock:
    """A lock of twelve jars that the repository has; two share a file name in different folders."""
    contents = {("lib", f"org.a:a{i}:1.{i}"): bytes([i]) * (1000 + i) for i in range(10)}
    contents["lib", "org.b:same:2:linux-x86_64"] = b"server" * 50
    contents["plugins", "org.c:same:2:linux-x86_64"] = b"plugin" * 50
    jars = [make_jar(folder, name, content) for (folder, name), content in contents.items()]
    for jar, content in zip(jars, contents.values(), strict=True):
        repository.content[jar.path] = content
    return JarLock(tuple(jars))


@pytest.fixture
def server_settings(tmp_path: Path, repository: Repository) -> ServerSettings:
    """Server settings whose folders do not exist yet."""
    return ServerSettings(
        home=tmp_path / "home",
        cache=tmp_path / "cache",
        lane="lts",
        heap="512m",
        page_cache="128m",
        wait_s=10,
        maven_url=repository.url,
    )


def fake_java(folder: Path, version: str, behaviour: str = "exit 0") -> Path:
    """A program that reports a Java version and otherwise runs a line of shell; its home."""
    program = folder / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(
        "#!/bin/sh\n"
        'case "$*" in\n'
        f"  *-version*) echo 'openjdk version \"{version}\" 2025-01-01' >&2 ;;\n"
        "  *AdminTool*) ;;\n"
        f"  *) {behaviour} ;;\n"
        "esac\n"
    )
    program.chmod(0o755)
    return folder


@pytest.fixture
def pretend(
    tmp_path: Path, server_settings: ServerSettings, monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], None]:
    """Install one jar that names a main class, and a Java that runs a line of shell instead."""

    def prepare(behaviour: str) -> None:
        entry = io.BytesIO()
        with zipfile.ZipFile(entry, "w") as archive:
            name = "META-INF/services/org.neo4j.server.startup.EntryPoint"
            archive.writestr(name, "org.example.Main\n")
        jar = make_jar("lib", "org.neo4j:neo4j:5.0.0", entry.getvalue())
        lock = JarLock((jar,))
        for module in ("control", "process"):
            monkeypatch.setattr(f"scinet.server.{module}.load_lock", lambda _: lock)
        folder = server_settings.cache / "lts" / lock.digest[:12]
        (folder / "lib").mkdir(parents=True)
        (folder / "lib" / jar.name).write_bytes(entry.getvalue())
        (folder / "complete").touch()
        monkeypatch.setenv("JAVA_HOME", str(fake_java(tmp_path / "java", "17.0.1", behaviour)))

    return prepare


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with disks.small_disk(tmp_path / "disk", "256k") as disk:
        yield disk.folder
