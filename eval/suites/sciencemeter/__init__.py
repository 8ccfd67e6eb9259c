"""ScienceMeter: what an update of a language model with new papers kept, taught and let foresee."""
