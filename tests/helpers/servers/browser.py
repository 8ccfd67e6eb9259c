"""A real browser without a window, and the pages served to it."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from helpers.waiting import PATIENCE_S, wait_until
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from benchmarks import pages
from scinet.errors import ServerMissingError
from scinet.explorer import assets
from scinet.explorer.app import create_app
from scinet.graph.db.connection import Database
from scinet.session.graph import Graph


class Browser:
    def __init__(self, driver: webdriver.Chrome, address: str, graph: Graph) -> None:
        self.driver = driver
        self.graph = graph
        self._address = address
        self._width = 0

    def open(self, address: str, *, width: int, height: int = 900) -> None:
        """Open a page at a width, and wait until nothing of it is still asked for."""
        how = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self._width = width
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", how)
        self.driver.get(self._address + address)
        self.settle()

    def settle(self) -> None:
        busy = "[aria-busy=true], .htmx-request, .waiting[hx-trigger=load]"
        self.until(f"document.readyState === 'complete' && !document.querySelector('{busy}')")

    def run(self, script: str, *values: Any) -> Any:
        return self.driver.execute_script(f"return {script}", *values)

    def reveal(self) -> None:
        """Ask for the parts that are asked for when they are seen, and wait for them."""
        asked = (
            "document.querySelectorAll('.waiting:not(.htmx-request)').forEach("
            "(one) => htmx.trigger(one, 'revealed'))"
        )
        self.run(asked)
        self.until(f"({asked}, !document.querySelector('.waiting'))")
        self.settle()

    def fits(self) -> bool:
        """Whether the page is no wider than the screen; what a phone shows grows with the page."""
        return bool(self.run("document.documentElement.scrollWidth") <= self._width)

    def until(self, script: str) -> None:
        asked: Callable[[Any], bool] = lambda _: bool(self.run(script))  # noqa: E731
        WebDriverWait(self.driver, PATIENCE_S, poll_frequency=0.05).until(asked, script)

    def click(self, selector: str) -> None:
        self.run("document.querySelector(arguments[0]).click()", selector)

    def complaints(self) -> list[str]:
        """What the browser complained of since it was asked last: faults of scripts, the policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")]  # type: ignore[no-untyped-call]


@contextmanager
def chromium() -> Iterator[webdriver.Chrome]:
    """A headless Chromium.

    It is there wherever tests run for everyone; elsewhere the test is skipped without it.
    """
    try:
        with pages.chromium() as driver:
            driver.set_script_timeout(PATIENCE_S)
            driver.set_page_load_timeout(PATIENCE_S)
            assert not isinstance(driver.command_executor, str)  # no address
            driver.command_executor.client_config.timeout = PATIENCE_S
            yield driver
    except ServerMissingError as error:
        if "CI" in os.environ:
            pytest.fail(str(error))
        pytest.skip(str(error))


def forget(driver: webdriver.Chrome) -> None:
    """Leave the page, and forget all that pages stored, asked for and complained of."""
    driver.switch_to.default_content()
    for command in ("Network.clearBrowserCookies", "Network.clearBrowserCache"):
        driver.execute_cdp_cmd(command, {})
    about = {"origin": "*", "storageTypes": "all"}
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", about)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.get("about:blank")
    driver.get_log("browser")  # type: ignore[no-untyped-call]


@contextmanager
def browser(
    driver: webdriver.Chrome, database: Database, cache: Path, *results: Path
) -> Iterator[Browser]:
    assets.download_libraries()
    graph = Graph(lambda: database, cache=cache)
    app = create_app(graph, results=results)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_until(lambda: server.started, "the pages are served")
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield Browser(driver, f"http://127.0.0.1:{port}", graph)
    finally:
        forget(driver)
        server.should_exit = True
        thread.join()
