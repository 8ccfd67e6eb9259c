"""PreScience: forecasts of collaborators, references, contributions and impact."""
