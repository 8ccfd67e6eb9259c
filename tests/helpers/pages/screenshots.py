"""Pictures of the explorer for the documentation, of a simulated network: ``make screenshots``."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest import mock

from helpers.pages.doc_pages import ROOT

if TYPE_CHECKING:
    from helpers.servers.browser import Browser

    from scinet.graph.db.connection import Database
    from scinet.session.graph import Graph

FOLDER: Final = ROOT / "docs/pictures"
_COLOURS: Final = 96
_ALIKE: Final = 3.0
_PAPER: Final = "sim:S00000226"  # cited by many, and citing
# The fonts of matplotlib and no others: a machine's own would make other pictures of one page.
_FONTS: Final = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{fonts}</dir>
  <cachedir>{cache}</cachedir>
  <alias><family>serif</family><prefer><family>STIXGeneral</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>system-ui</family><prefer><family>DejaVu Sans</family></prefer></alias>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
"""


class Picture(NamedTuple):
    """A page at its width and height; ``at`` is what stands at the top of the picture."""

    name: str
    address: str
    width: int = 1280
    height: int = 900
    at: str = ""


# A further picture is a line here.
PICTURES: Final = (
    Picture("paper", f"/paper?id={_PAPER}"),
    Picture("disruption", f"/paper?id={_PAPER}", at="section:nth-of-type(3)"),
    Picture("map", f"/map?papers={_PAPER}&around=40"),
    Picture("fields", "/field?by=community", at="#mapped"),
    Picture("path", f"/path?a={_PAPER}&b=sim:S00001789"),
    Picture("evaluation", "/evaluation/task?id={task}"),
    Picture("phone", f"/paper?id={_PAPER}&before=2012-01-01", width=400, height=860),
)


def take(database: "Database", work: Path, folder: Path) -> Iterator[Path]:
    """Write the pictures of the network of the tutorial, which is loaded unless it is there.

    Args:
        work: Folder for the network, and for what is computed.
        folder: Folder of the pictures.
    """
    from helpers.servers.browser import browser, chromium

    from scinet.eval.result_folders import scan_folders
    from scinet.graph.load.loading import load
    from scinet.session.api import generate
    from scinet.session.graph import Graph

    load(database, generate(work / "corpus", papers=2000, seed=1), source="sim")
    results = work / "results"
    _evaluate(Graph(lambda: database, cache=work / "cache"), results)
    [task] = [item.key for item in scan_folders([results]).evaluated]
    with (
        _fonts(work),
        chromium() as driver,
        browser(driver, database, work / "cache", results) as opened,
    ):
        opened.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        for picture in PICTURES:
            address = picture.address.replace("{task}", task)
            yield _taken(opened, picture._replace(address=address), folder)


def find_outdated(taken: Iterable[Path]) -> Iterator[str]:
    """Names of pictures that are not as those of the documentation."""
    from PIL import Image, ImageChops, ImageOps, ImageStat

    for file, picture in zip(taken, PICTURES, strict=True):
        # So coarse that fonts matter little.
        with Image.open(file) as new, Image.open(FOLDER / file.name) as old:
            small = [
                ImageOps.grayscale(item.convert("RGB")).resize((40, 30)) for item in (new, old)
            ]
            is_blank = len(new.convert("RGB").getcolors(1 << 24) or ()) <= 10
            size = new.size
        apart = ImageStat.Stat(ImageChops.difference(*small)).mean[0]
        if is_blank or size != (picture.width, picture.height) or apart >= _ALIKE:
            yield file.name


@contextmanager
def _fonts(work: Path) -> Iterator[None]:
    """Let a browser that is started meanwhile know the same fonts on every machine."""
    import matplotlib

    fonts = Path(matplotlib.get_data_path()) / "fonts/ttf"
    file = work / "fonts.conf"
    file.write_text(_FONTS.format(fonts=fonts, cache=work / "fonts"))
    with mock.patch.dict(os.environ, FONTCONFIG_FILE=str(file)):
        yield


def _evaluate(graph: "Graph", folder: Path) -> None:
    """A small task, and three systems on it."""
    task = graph.build("scinetbench/pair-citation", before="2015-01-01", out=folder / "task")
    runs = [
        graph.run(name, task, out=folder / f"{name}.jsonl")
        for name in ("graph", "bm25", "popularity")
    ]
    graph.evaluate(task, runs, out=folder / "scores")


def _taken(opened: "Browser", picture: Picture, folder: Path) -> Path:
    from PIL import Image

    opened.open(picture.address, width=picture.width, height=picture.height)
    if picture.at:
        top = f"document.querySelector('{picture.at}')"
        opened.run(f"{top}.scrollIntoView()")
        opened.until(f"!{top}.querySelector('.waiting')")  # parts are asked for when they are seen
        opened.run(f"{top}.scrollIntoView()")
    opened.settle()
    complaints = opened.complaints()
    if complaints:
        raise RuntimeError(f"{picture.address}: {complaints}")
    file = folder / f"{picture.name}.png"
    file.parent.mkdir(parents=True, exist_ok=True)
    opened.driver.save_screenshot(str(file))
    with Image.open(file) as whole:
        few = whole.convert("RGB").quantize(_COLOURS, dither=Image.Dither.NONE)
    few.save(file, optimize=True)
    return file


if __name__ == "__main__":
    from scinet.graph.db import indexes
    from scinet.graph.db.connection import Database
    from scinet.server.process import free_port, run_temporary
    from scinet.settings import Neo4jSettings, ServerSettings

    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        settings = ServerSettings(heap="1g", page_cache="256m", wait_s=180)
        with run_temporary(settings, place / "server", free_port()) as server:
            address = Neo4jSettings.model_construct(uri=server.uri)
            with Database.connect(address) as connected:
                indexes.ensure_schema(connected)
                for made in take(connected, place, FOLDER):
                    sys.stdout.write(f"{made.relative_to(ROOT)}, {made.stat().st_size:,} bytes\n")
