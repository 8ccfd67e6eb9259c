"""ScienceMeter: knowledge preserved, acquired and foreseen by an updated language model."""
