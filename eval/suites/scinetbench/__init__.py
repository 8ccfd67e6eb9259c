"""SciNetBench: retrieval of papers by their relations."""
