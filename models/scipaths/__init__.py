"""Systems for SciPaths: enabling contributions, and their grounding in papers."""
