"""Experiments: pipeline, leaderboard, leak audit, simulation."""
