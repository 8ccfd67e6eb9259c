"""Citation classification: sentiment and intent, learned from labelled sentences."""
