"""Tasks, metrics, significance and reports; never imports scinet.models."""
