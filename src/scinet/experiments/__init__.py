"""What asks and answers at once: pipeline, leaderboard, leak audit, simulation."""
