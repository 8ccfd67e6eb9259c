"""Estimated plan for all of OpenAlex; ``python -m scinet.spark.scale`` prints it.

Amounts, rates, machines and prices are in ``scale.toml``, each with its source; another file in
the same format may be given. CPU time was measured: hours assume that all cores work.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from scinet.errors import DataError, ScinetError

DATA: Final = Path(__file__).with_name("scale.toml")
_HEAD: Final = (
    "| step | amount | CPU each, µs | core-hours | hours | cost, USD |\n|---|--:|--:|--:|--:|--:|"
)
_N = TypeVar("_N", int, float)


@dataclass(frozen=True, slots=True)
class ScaleStep:
    """Step of the plan.

    Attributes:
        amount: Amount of work.
        unit: Unit of the amount.
        cpu_us: Microseconds of CPU per unit.
    """

    name: str
    amount: float
    unit: str
    cpu_us: float

    @property
    def core_hours(self) -> float:
        """Hours of one core."""
        return self.amount * self.cpu_us / 1e6 / 3600


@dataclass(frozen=True, slots=True)
class ClusterPlan:
    """Steps on some machines of one kind."""

    steps: list[ScaleStep]
    machines: int
    cores: int
    busy: float
    price: float

    def hours(self, step: ScaleStep) -> float:
        """Compute the hours of a step."""
        return step.core_hours / (self.machines * self.cores * self.busy)

    def cost(self, step: ScaleStep) -> float:
        """Compute the cost of a step, in dollars."""
        return self.hours(step) * self.machines * self.price


def make_plan(data: Mapping[str, Any]) -> ClusterPlan:
    """Compute the plan from amounts and rates.

    Raises:
        DataError: If something is missing.
    """
    with _translate_errors():
        amounts = {name: float(item["value"]) for name, item in data["amounts"].items()}
        steps = [
            ScaleStep(
                item["name"],
                amounts[item["of"]] * (amounts[item["times"]] if "times" in item else 1.0),
                item["unit"],
                float(data["rates"][item["rate"]]["cpu_us"]),
            )
            for item in data["steps"]
        ]
        machine = data["machines"]
        number, cores = (_above_zero(machine, name, int) for name in ("number", "cores"))
        busy = _above_zero(machine, "busy", float)
        return ClusterPlan(steps, number, cores, busy, float(machine["usd_per_hour"]))


def _above_zero(machine: Mapping[str, Any], name: str, kind: type[_N]) -> _N:
    if (value := kind(machine[name])) > 0:
        return value
    raise ValueError(f"{name!r}, which is above 0")


@contextmanager
def _translate_errors() -> Iterator[None]:
    """Translate missing or invalid data to a one-line error."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataError(
            f"the data of the plan lack or misstate {error}", hint=f"{DATA} shows the form."
        ) from error


def disk_usage(data: Mapping[str, Any]) -> dict[str, float]:
    """Compute the gigabytes of the listed data, which need not all exist at once."""
    amounts = {name: float(item["value"]) for name, item in data["amounts"].items()}
    return {
        item["name"]: amounts[item["of"]] * float(item.get("bytes", 1)) / 1e9
        for item in data["disk"]
    }


def plan_page(data: Mapping[str, Any]) -> str:
    """Format the plan as Markdown tables.

    Raises:
        DataError: If something is missing.
    """
    with _translate_errors():
        return "\n".join(_lines(data)) + "\n"


def _lines(data: Mapping[str, Any]) -> Iterator[str]:
    plan, machine = make_plan(data), data["machines"]
    yield (
        f"{plan.machines} machines of {plan.cores} cores and {machine['memory_gib']} GiB, busy for "
        f"{plan.busy:.0%} of the time, {plan.price:.2f} USD an hour each ({machine['source']})."
    )
    yield f"\n{_HEAD}"
    for step in plan.steps:
        yield (
            f"| {step.name} | {step.amount:,.0f} {step.unit} | {step.cpu_us:,.2f} | "
            f"{step.core_hours:,.0f} | {plan.hours(step):,.1f} | {plan.cost(step):,.0f} |"
        )
    hours, cost = (sum(map(of, plan.steps)) for of in (plan.hours, plan.cost))
    cores = sum(step.core_hours for step in plan.steps)
    yield f"| **all** | | | **{cores:,.0f}** | **{hours:,.1f}** | **{cost:,.0f}** |"
    yield "\n| on disk | GB |\n|---|--:|"
    room = disk_usage(data)
    yield from (f"| {name} | {size:,.0f} |" for name, size in room.items())
    yield f"| **these together** | **{sum(room.values()):,.0f}** |"
    yield "\n| what goes in | value | source |\n|---|--:|---|"
    for item in data["amounts"].values():
        yield f"| {item['what']} | {item['value']:,.10g} | {item['source']} |"
    for item in data["rates"].values():
        yield f"| CPU µs, {item['what']} | {item['cpu_us']:,.2f} | {item['source']} |"
    for item in data["disk"]:
        if "bytes" in item:
            yield f"| bytes, {item['name']} | {item['bytes']:,.10g} each | {item['source']} |"


def main(arguments: list[str]) -> None:
    """Print the plan of the data in a file."""
    file = Path(arguments[0]) if arguments else DATA
    try:
        sys.stdout.write(plan_page(_read(file)))
    except ScinetError as error:
        sys.exit(f"{file}: {error}. {error.hint}")


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = (error.strerror if isinstance(error, OSError) else None) or error
        raise DataError(f"cannot be read: {why}", hint=f"{DATA} shows the form.") from error


if __name__ == "__main__":
    main(sys.argv[1:])
