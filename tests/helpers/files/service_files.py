"""A paper as Crossref, arXiv, Lens, the ACL Anthology and DBLP describe it."""

import json
from typing import Any

from helpers.files.network_files import read_source

CROSSREF: dict[str, Any] = json.loads(read_source("crossref.json"))
ARXIV = json.loads(read_source("arxiv.json"))
LENS = json.loads(read_source("lens.json"))
ACL = read_source("acl.xml")
DBLP = read_source("dblp.xml")
