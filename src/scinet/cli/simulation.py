"""Simulated papers as nodes of the graph, and as official files."""

from scinet.cli import progress
from scinet.cli.verbs import add_command, add_group
from scinet.session.simulate import Simulate

simulation = add_group("simulation", "Store simulated papers in the graph, or export them.")

add_command(
    simulation,
    "store simulated --run 0",
    Simulate.store_simulation,
    progress=progress.bar_progress("store"),
)
add_command(
    simulation,
    "export simulated --out official",
    Simulate.export_simulation,
)
