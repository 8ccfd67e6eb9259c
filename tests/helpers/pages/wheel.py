"""The wheel as others install it, made from the source archive."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from helpers.pages.doc_pages import ROOT


def run(*command: str | Path, **environment: str) -> str:
    """What a command prints; ``PWD`` is where it runs, unless given the tree."""
    done = subprocess.run(
        [*map(str, command)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        cwd=environment.get("PWD", ROOT),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def built(folder: Path) -> Path:
    """A wheel of the tree in a folder."""
    # Without --wheel or --sdist, build makes the wheel from the source archive.
    run(sys.executable, "-m", "build", "--installer", "uv", "--outdir", folder, ROOT)
    return next(folder.glob("*.whl"))


def unpacked(wheel: Path, folder: Path) -> Path:
    """A folder for ``PYTHONPATH``: a pure Python wheel is installed by unpacking it."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder
