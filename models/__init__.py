"""Systems that answer tasks; each writes a run file."""
