"""The report on the network and its evaluated tasks, as ``scinet report`` writes it to a file."""

from pathlib import Path
from typing import Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from scinet.explorer.page import Asked

router = APIRouter(prefix="/report")
_TITLE: Final = "A scientific network"


@router.get("")
def report(page: Asked) -> HTMLResponse:
    """The report as of the day of the page; its papers lead to their pages."""
    # Both draw, by what takes a second to import.
    from scinet.eval.report.assemble import assemble
    from scinet.eval.report.page import POLICY, render

    graph = page.graph
    with_results = [one for one in page.explorer.results if _results(one)]
    times = tuple(file.stat().st_mtime_ns for one in with_results for file in _results(one))
    key = ("report", page.fingerprint, page.before, times)
    made = page.explorer.once(
        key,
        lambda: assemble(
            graph.database,
            graph.snapshot(page.before),
            title=_TITLE,
            results=with_results,
            cache=graph.cache,
        ),
    )
    text = render(
        made, paper_at=lambda paper: page.href("/paper", id=paper), home=page.href("/evaluation")
    )
    policy = f"{POLICY}; frame-ancestors 'none'"
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


def _results(folder: Path) -> list[Path]:
    return sorted(folder.rglob("result.json"))
