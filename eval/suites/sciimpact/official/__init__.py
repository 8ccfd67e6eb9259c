"""SciImpact's pair files and result files."""
