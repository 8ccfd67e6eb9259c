"""Simulated networks: papers, teams and texts of a field that does not exist."""

from scinet.graph.simulation.network import MAX_PAPERS, MIN_PAPERS, SimulatedNetwork, simulate

__all__ = ["MAX_PAPERS", "MIN_PAPERS", "SimulatedNetwork", "simulate"]
