"""Simulated papers as nodes of the graph, and as official files."""

from scinet.cli import progress
from scinet.cli.verbs import group, verb
from scinet.session.simulate import Simulate

simulation = group("simulation", "Simulated papers in the graph, and as official files.")

verb(
    simulation,
    "store simulated --run 0",
    Simulate.store_simulation,
    progress=progress.bar("store"),
)
verb(
    simulation,
    "export simulated --out official",
    Simulate.export_simulation,
)
