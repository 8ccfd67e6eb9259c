"""The pages over the hand-made field of the golden files."""

from collections.abc import Iterator

import pytest
from helpers.servers.browser import Browser, browser, chromium
from helpers.servers.explored import browsing
from selenium import webdriver
from starlette.testclient import TestClient

from scinet.graph.db.connection import Database


@pytest.fixture(scope="module")
def client(network: Database, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """The pages, which tests only read."""
    with browsing(network, tmp_path_factory.mktemp("cache")) as made:
        yield made


@pytest.fixture(scope="session")
def driver() -> Iterator[webdriver.Chrome]:
    """One real browser, which forgets everything between files of tests."""
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def pages(
    driver: webdriver.Chrome, network: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """The pages over the same field, in the browser."""
    with browser(driver, network, tmp_path_factory.mktemp("browser")) as opened:
        yield opened
