"""SciPaths' systems: what enabled a contribution, and in which papers that is grounded."""
