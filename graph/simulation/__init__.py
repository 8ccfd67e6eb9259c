"""Simulated networks: papers, teams and texts of a field that does not exist."""

from scinet.graph.simulation.network import MAX_PAPERS, MIN_PAPERS, SimulatedNetwork, simulate
from scinet.graph.simulation.write import generate

__all__ = ["MAX_PAPERS", "MIN_PAPERS", "SimulatedNetwork", "generate", "simulate"]
