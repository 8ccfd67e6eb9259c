"""Files of EndNote and PubMed: each holds the same two papers."""

from helpers.files.network_files import read_source

ENW = read_source("papers.enw")
ENDNOTE = read_source("papers.endnote.xml")
NBIB = read_source("papers.nbib")
PUBMED = read_source("papers.pubmed.xml")
