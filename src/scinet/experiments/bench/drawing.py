"""How long a browser without a graphics card takes to draw maps, from request to picture."""

import shutil
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from scinet.errors import ServerMissingError

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

TIMES: Final = 5
_WAIT_S: Final = 60
_DRAWN: Final = "return performance.getEntriesByName('drawn')[0]?.startTime"
_SIZE: Final = "return [shown.papers.length, shown.links?.length ?? shown.citations.length]"


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


def drawn(driver: "Chrome", addresses: Sequence[str]) -> Iterator[tuple[int, int, float, float]]:
    """Of each map what is drawn, and milliseconds of the first time and of the median of others.

    Yields:
        Discs, lines, first, median.
    """
    from selenium.webdriver.support.ui import WebDriverWait

    driver.set_window_size(1280, 900)
    for address in addresses:
        spent: list[float] = []
        for _ in range(TIMES + 1):
            driver.get(address)
            asked = WebDriverWait(driver, _WAIT_S, poll_frequency=0.02)
            spent.append(asked.until(lambda one: one.execute_script(_DRAWN)))
        discs, lines = driver.execute_script(_SIZE)
        yield discs, lines, spent[0], statistics.median(spent[1:])
