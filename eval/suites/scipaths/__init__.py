"""SciPaths: enabling contributions (Task A), and the papers that they are grounded in (Task B)."""
