"""Systems that choose between two artefacts."""
