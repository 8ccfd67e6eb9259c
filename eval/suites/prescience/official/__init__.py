"""PreScience's paper rows, prediction files and evaluation files."""
