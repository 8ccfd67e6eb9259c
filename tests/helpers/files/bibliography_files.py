"""Bibliographies as reference managers export them."""

from helpers.files.network_files import read_source

RIS = read_source("library.ris")
LIBRARY = read_source("library.bib")
