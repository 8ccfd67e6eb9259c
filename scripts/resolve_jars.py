"""Writes the lock anew by asking Maven for the jars of a server with Graph Data Science.

Needed only by a maintainer who moves to another release, with ``mvn`` installed.
"""

import argparse
import hashlib
import logging
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from scinet.errors import DataError
from scinet.server import lock as locks
from scinet.server.lock import Jar, JarLock
from scinet.server.release_channels import LANES
from scinet.server.storage import replace_file, translate_os_errors
from scinet.settings import LaneName

_SERVER: Final = ("org.neo4j:neo4j", "org.neo4j.app:neo4j-server")
_GDS_GROUP: Final = "org.neo4j.gds"
_logger = logging.getLogger(__name__)


def resolve(lane: LaneName, neo4j: str, gds: str) -> JarLock:
    """Resolve the jars of a server."""
    maven = shutil.which("mvn")
    if maven is None:
        raise DataError("mvn is not on the path", hint="Install Apache Maven to write a lock.")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "pom.xml").write_text(_pom(lane, neo4j, gds), encoding="utf-8")
        # Two folders, because both groups have jars of the same name.
        filters = {
            "lib": f"-DexcludeGroupIds={_GDS_GROUP}",
            "plugins": f"-DincludeGroupIds={_GDS_GROUP}",
        }
        jars: list[Jar] = []
        for target, wanted in filters.items():
            _copy(maven, folder, target, wanted)
            jars_found = [_jar(target, folder / target, path) for path in _jars(folder / target)]
            _logger.info("%s: %d jars", target, len(jars_found))
            jars.extend(jars_found)
    return JarLock(tuple(sorted(jars)), lane)


def _pom(lane: LaneName, neo4j: str, gds: str) -> str:
    wanted = [(name, neo4j) for name in _SERVER]
    wanted += [(f"{_GDS_GROUP}:{artifact}", gds) for artifact in LANES[lane].gds]
    dependencies = "".join(
        f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
        f"<version>{version}</version></dependency>"
        for name, version in wanted
        for group, artifact in [name.split(":")]
    )
    return (
        '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
        "<groupId>scinet</groupId><artifactId>server</artifactId><version>1</version>"
        f"<dependencies>{dependencies}</dependencies></project>"
    )


def _copy(maven: str, folder: Path, target: str, chosen: str) -> None:
    # The repository layout keeps the coordinates, which a flat folder of jars loses.
    command = [
        maven,
        "--batch-mode",
        "--quiet",
        "-Dstyle.color=never",
        f"--file={folder / 'pom.xml'}",
        "dependency:copy-dependencies",
        "-DincludeScope=runtime",
        "-Dmdep.useRepositoryLayout=true",
        f"-DoutputDirectory={folder / target}",
        chosen,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - no shell
    if done.returncode:
        lines = [line for line in (done.stdout + done.stderr).splitlines() if "ERROR" in line]
        raise DataError(
            f"mvn failed: {lines[0].removeprefix('[ERROR] ') if lines else done.returncode}",
            hint="Look whether both versions exist and the network answers.",
        )


def _jars(folder: Path) -> list[Path]:
    return sorted(folder.rglob("*.jar"))


def _jar(target: str, root: Path, path: Path) -> Jar:
    *groups, artifact, version, name = path.relative_to(root).parts
    rest = name.removesuffix(".jar").removeprefix(f"{artifact}-{version}")
    coordinates = ":".join(
        [".".join(groups), artifact, version] + ([rest.removeprefix("-")] if rest else [])
    )
    content = path.read_bytes()
    return Jar(target, coordinates, len(content), hashlib.sha256(content).hexdigest())


def main() -> None:
    """Write the lock of a lane: ``make lock LANE=lts NEO4J=5.26.29 GDS=2.13.9``."""
    options = argparse.ArgumentParser(description=main.__doc__)
    options.add_argument("--lane", choices=sorted(LANES), default="lts")
    options.add_argument("--neo4j", default="", help="version of Neo4j; as before when empty")
    options.add_argument("--gds", default="", help="version of Graph Data Science; as before")
    arguments = options.parse_args()
    before = locks.load_lock(arguments.lane).versions
    lock = resolve(
        arguments.lane, arguments.neo4j or before["neo4j"], arguments.gds or before["gds"]
    )
    path = Path(locks.__file__).with_name(f"{arguments.lane}.lock")
    with translate_os_errors(path.parent):
        replace_file(path, locks.render_lock(lock).encode())
    sys.stdout.write(f"{path}: {len(lock.jars)} jars, {lock.size} bytes\n")


if __name__ == "__main__":
    main()
