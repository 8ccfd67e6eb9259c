"""SciImpact: comparison of the impact of two papers or their released artefacts."""
