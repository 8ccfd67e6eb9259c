"""One folder per suite, one module per task."""
