"""Simulated networks: papers, teams and texts of an invented field."""

from scinet.graph.synthetic.network import MAX_PAPERS, MIN_PAPERS, SimulatedNetwork, simulate
from scinet.graph.synthetic.write import generate

__all__ = ["MAX_PAPERS", "MIN_PAPERS", "SimulatedNetwork", "generate", "simulate"]
