"""SciPaths' files: claims, predictions and judgments of Task A, results of Task B."""
