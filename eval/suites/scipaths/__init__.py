"""SciPaths: what enabled a contribution (Task A), and in which papers that is grounded (Task B)."""
