"""The report on the network and its evaluated tasks, as ``scinet report`` writes it to a file."""

from pathlib import Path
from typing import Any, Final

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from scinet.errors import ScinetError
from scinet.explorer.error_hints import error_hint, error_message, format_code
from scinet.explorer.formatting import capitalise
from scinet.explorer.page import Asked, PageRequest

router = APIRouter(prefix="/report")
_TITLE: Final = "A scientific network"


@router.get("")
def report(page: Asked) -> HTMLResponse:
    """The report as of the day of the page; its papers lead to their pages."""
    # Both draw, by what takes a second to import.
    from scinet.eval.report.assemble import assemble_report
    from scinet.eval.report.page import POLICY, render_page

    graph = page.graph
    with_results = [item for item in page.explorer.results if _results(item)]
    times = tuple(file.stat().st_mtime_ns for item in with_results for file in _results(item))
    key = ("report", page.fingerprint, page.before, times)

    def make() -> tuple[dict[str, Any], list[ScinetError]]:
        refused: list[ScinetError] = []
        row = assemble_report(
            graph.database,
            graph.snapshot(page.before),
            title=_TITLE,
            results=with_results,
            cache=graph.cache,
            refused=refused.append,
        )
        return row, refused

    made, refused = page.explorer.once(key, make)
    text = render_page(
        made,
        paper_at=lambda paper: page.href("/paper", id=paper),
        home=page.href("/evaluation"),
        days=_days(page),
        not_shown=[
            format_code(f"{capitalise(error_message(item))}. {error_hint(item)}")
            for item in refused
        ],
    )
    policy = f"{POLICY}; frame-ancestors 'none'"
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


def _days(page: PageRequest) -> list[tuple[str, str]]:
    """The report as of a year earlier, a year later, and all days, where these are others."""
    moment = page.moment
    years = [year for year in (moment.year - 1, moment.year + 1) if moment.first <= year]
    links = [(f"Before {year}", f"{year:04}-01-01") for year in years if year < moment.last]
    if page.before is not None:
        links.append(("All days", ""))
    return [(name, page.here(before=day)) for name, day in links]


def _results(folder: Path) -> list[Path]:
    return sorted(folder.rglob("result.json"))
