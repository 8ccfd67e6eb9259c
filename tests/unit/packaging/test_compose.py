"""``docker-compose.yml`` starts the database and the pages; what it copies and says is there."""

import re
from typing import Any

import yaml  # type: ignore[import-untyped]
from helpers.pages.doc_pages import ROOT

SERVICES: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text("utf-8"))[
    "services"
]


def test_the_image_has_all_parts_of_the_package() -> None:
    steps = SERVICES["explorer"]["build"]["dockerfile_inline"].splitlines()
    copied = {name for step in steps if step.startswith("COPY") for name in step.split()[1:-1]}
    assert [name for name in copied if not (ROOT / name).exists()] == []
    linked = {file.resolve().name for file in (ROOT / "src/scinet").iterdir() if file.is_symlink()}
    assert {*linked, "src", "pyproject.toml", "README.md", "LICENSE", "constraints.txt"} == copied


def test_the_image_is_pinned_as_the_environment_of_make_is() -> None:
    steps = SERVICES["explorer"]["build"]["dockerfile_inline"]
    texts = (steps, (ROOT / "Makefile").read_text("utf-8"))
    [image], [made] = (re.findall(r"sed -n '.*?' constraints.txt", text) for text in texts)
    assert image == made  # in both files $$ is a dollar


def test_ports_are_of_this_machine_and_no_command_holds_the_password() -> None:
    for service in SERVICES.values():
        assert all(port.startswith("127.0.0.1:") for port in service["ports"])
        told = [service["healthcheck"]["test"], service.get("command"), service.get("build")]
        assert "${NEO4J_PASSWORD" not in str(told)
    assert SERVICES["explorer"]["environment"]["NEO4J_URI"] == "bolt://neo4j:7687"
    assert SERVICES["explorer"]["depends_on"] == {"neo4j": {"condition": "service_healthy"}}
