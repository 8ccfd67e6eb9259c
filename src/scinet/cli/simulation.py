"""Simulated papers as nodes of the graph."""

from scinet.cli import progress
from scinet.cli.verbs import group, verb
from scinet.session.simulate import Simulate

simulation = group("simulation", "Simulated papers in the graph.")

verb(
    simulation,
    "store simulated --run 0",
    Simulate.store_simulation,
    progress=progress.bar("store"),
)
