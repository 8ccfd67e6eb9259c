"""What `make site` adds to MkDocs: README as first page, the reference, sources as text.

The functions are hooks: MkDocs calls them by their names.
"""

import os
import re
from pathlib import Path
from typing import Any

from helpers.pages import reference_page
from mkdocs.structure.files import File

_ROOT = Path(__file__).resolve().parents[3]
_DOCS = _ROOT / "docs"
# Code is left alone; of a link what is shown, and where it leads.
_PARTS = re.compile(r"^```.*?^```$|`[^`\n]+`(?!\])|\[([^\]]*)\]\(([^)\s]+)\)", re.M | re.S)


def on_files(files: Any, *, config: Any) -> Any:
    """Add the README, the reference, and each file outside `docs/` that a page leads to."""
    readme = (_ROOT / "README.md").read_text("utf-8")
    files.append(File.generated(config, "index.md", content=_moved(readme, _ROOT)))
    for name, text in reference_page.pages().items():
        files.append(File.generated(config, name, content=text))
    results = [*_DOCS.glob("*.md"), *_DOCS.glob("sources/*.md")]
    pages = [(_ROOT, readme), *((page.parent, page.read_text("utf-8")) for page in results)]
    for folder, text in pages:
        for part in _PARTS.finditer(text):
            path = (folder / (part[2] or "").partition("#")[0]).resolve()
            if part[2] and "://" not in part[2] and _is_source(path):
                uri = _as_text(path)
                if files.get_file_from_path(uri) is None:
                    files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Let links out of `docs/` lead to texts of the site."""
    uri = page.file.src_uri
    return markdown if uri == "index.md" else _moved(markdown, (_DOCS / uri).parent)


def _moved(markdown: str, folder: Path) -> str:
    """A page of a folder, whose links stay in `docs/`; that of the root becomes one of `docs/`."""
    place = folder if folder.is_relative_to(_DOCS) else _DOCS

    def link(uri: str) -> str:
        return Path(os.path.relpath(_DOCS / uri, place)).as_posix()

    def led(result: re.Match[str]) -> str:
        if result[2] is None or "://" in result[2] or result[2].startswith("#"):
            return result[0]
        name, hash_sign, anchor = result[2].partition("#")
        path = (folder / name).resolve()
        if _is_source(path):
            return f"[{result[1]}]({link(_as_text(path))})"
        if not path.is_relative_to(_DOCS) or path == _DOCS:
            return result[1]  # a folder
        return f"[{result[1]}]({link(path.relative_to(_DOCS).as_posix())}{hash_sign}{anchor})"

    return _PARTS.sub(led, markdown)


def _is_source(path: Path) -> bool:
    return path.is_file() and not path.is_relative_to(_DOCS)


def _as_text(path: Path) -> str:
    return f"source/{path.relative_to(_ROOT).as_posix()}.txt"
