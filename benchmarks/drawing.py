"""How long a browser without a graphics card takes to draw maps, from request to picture."""

import shutil
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from scinet.errors import ServerMissingError

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TIMES: Final = 5
_WAIT_S: Final = 60
_DRAWN: Final = "return performance.getEntriesByName('drawn')[0]?.startTime"
_SIZE: Final = "return [shown.papers.length, shown.links?.length ?? shown.citations.length]"


class Drawn(NamedTuple):
    """A map that was drawn; milliseconds from the request to the picture, and of the processor."""

    discs: int
    lines: int
    first: float
    median: float
    work: float


@contextmanager
def chromium() -> "Iterator[Chrome]":
    """A headless Chromium.

    Raises:
        ServerMissingError: If Chromium, its driver, or selenium is not installed.
    """
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    try:
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service
    except ModuleNotFoundError as error:
        raise ServerMissingError(
            "selenium is not installed", hint="pip install selenium."
        ) from error
    if None in programs:
        raise ServerMissingError(
            "chromium and chromedriver are not installed", hint="apt-get install chromium-driver."
        )
    options = webdriver.ChromeOptions()
    for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(word)
    options.binary_location = str(programs[0])
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(str(programs[1])))
    try:
        yield driver
    finally:
        driver.quit()


def drawn(driver: "Chrome", addresses: Sequence[str]) -> Iterator[Drawn]:
    """Of each map what is drawn, and how long that takes."""
    from selenium.webdriver.support.ui import WebDriverWait

    driver.set_window_size(1280, 900)
    driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    for address in addresses:
        spent, worked = list[float](), list[float]()
        for _ in range(TIMES + 1):
            driver.get(address)
            asked = WebDriverWait(driver, _WAIT_S, poll_frequency=0.02)
            spent.append(asked.until(lambda one: one.execute_script(_DRAWN)))
            worked.append(_work(driver))
        discs, lines = driver.execute_script(_SIZE)
        median = statistics.median
        yield Drawn(discs, lines, spent[0], median(spent[1:]), median(worked[1:]))


def _work(driver: "Chrome") -> float:
    """Milliseconds of the processor that the page has taken since it was asked for."""
    metrics = driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
    [seconds] = [one["value"] for one in metrics if one["name"] == "TaskDuration"]
    return 1000 * float(seconds)
