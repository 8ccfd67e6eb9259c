"""Articles in JATS, TEI and unarXive that cite one another."""

import json
from typing import Any

from helpers.files.network_files import read_source

JATS = read_source("articles.jats.xml")
TEI = read_source("articles.tei.xml")
UNARXIVE: dict[str, Any] = json.loads(read_source("unarxive.json"))
