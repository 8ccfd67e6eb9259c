# Everything a newcomer types; each target works from a bare clone with Python 3.11 or later.
#
#   make demo     a network in a real Neo4j, scored systems, one HTML report
#   make explore  pages in a browser on the network of the demo, or on the one that is set
#   make test     the test suite against a throw-away server
#   make test-current  the same against the newer Neo4j, lane current
#   make test-long     what takes minutes: every command that the README and docs/ say to type, the
#                 demo included, tests on the ACL network, a bulk load that is killed
#   make test-official OFFICIAL=folder  the published scripts of the suites beside ours; the folder
#                 holds clones named prescience, sciimpact, sciencemeter, scipaths
#   make soak     every proof of tests/faults in full, hours; goes on where it was stopped, and
#                 writes the figures of docs/reliability.md; PROOFS=folder, SEED=number
#   make audit    a list of all pinned packages and jars (CycloneDX, sbom.json), their licences, and
#                 known faults of the packages where the service that knows them can be reached
#   make check    format, lint, types, import directions
#   make bench    speed and memory of each job versus a named peer; SCALE=full for the large networks
#   make bench-startup  CPU time and imports of each command, against the database that is set
#   make bench-pages  time and size of each page of the explorer, of maps drawn by Chromium where it is
#                 installed, and of calls of agents' tools, against the same
#   make reference    docs/reference.md from the docstrings of the library
#   make screenshots  docs/pictures from the pages of the explorer, on a simulated network
#   make site     README and docs/ as pages with search, in build/site; fails at a link that leads nowhere
#   make lock     the list of the server's jars anew, for maintainers; needs Maven
#   make pins     the hashes of the pinned packages anew, for maintainers who changed a pin
#   make install  only the environment .venv, for the command scinet

PYTHON ?= python3
OUT ?= demo-out
CORPUS ?=
BIN := .venv/bin

SCALE ?= small
PAGE ?= performance.md

.PHONY: install demo explore test test-current test-long test-official soak audit reference screenshots site check bench bench-startup bench-pages lock pins clean

# Two stages, so that the demo does not wait for the tools of developers.
.venv/.used: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "scinet needs Python 3.11 or later. Name one: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@sed -n '/^uv==/,/[^\\]$$/p' constraints.txt >.venv/uv.txt
	@$(BIN)/python -m pip install -q --require-hashes -r .venv/uv.txt
	@$(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -b constraints.txt -e '.[models,llm,explore,mcp]'
	@touch $@

.venv/.developed: .venv/.used
	@$(BIN)/uv pip install -q --python $(BIN)/python -c constraints.txt -b constraints.txt -e '.[all,dev]'
	@touch $@

install: .venv/.used

demo: .venv/.used
	@$(BIN)/scinet demo --out $(OUT) $(if $(CORPUS),--corpus $(CORPUS))

explore: .venv/.used
	@$(BIN)/scinet explore

test: .venv/.developed
	@$(BIN)/scinet server install
	@$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder -m "not long and not official and not soak" --durations=20

test-current: export SCINET_SERVER_LANE = current
test-current: test

test-long: .venv/.developed
	@$(BIN)/scinet server install
	@$(BIN)/pytest -n 2 --dist loadfile -m long

PROOFS ?= proofs-out
SEED ?= 0
soak: export SCINET_PROOFS = $(abspath $(PROOFS))
soak: export SCINET_PROOFS_SEED = $(SEED)
soak: .venv/.developed
	@$(BIN)/scinet server install
	@$(BIN)/pytest -n 2 --dist loadfile tests/faults tests/spark/test_large.py
	@PYTHONPATH=tests $(BIN)/python -m helpers.reliability_page $(PROOFS)

test-official: export OFFICIAL_PAGE = docs/official.md
test-official: .venv/.developed
	@test -d "$(OFFICIAL)" || { echo "Name the folder of clones: make test-official OFFICIAL=folder"; exit 1; }
	@$(BIN)/uv pip install -q --python $(BIN)/python -r tests/official/requirements.txt
	@OFFICIAL="$(abspath $(OFFICIAL))" $(BIN)/pytest -m official tests/official

SBOM ?= sbom.json
audit: .venv/.developed
	@PYTHONPATH=tests $(BIN)/python -m helpers.supply_chain $(SBOM)
	@$(BIN)/uv tool run pip-audit --strict --disable-pip --require-hashes -r constraints.txt || \
	  { echo "pip-audit ended as it says above: it found something, or could not ask."; exit 1; }

reference: .venv/.developed
	@PYTHONPATH=tests $(BIN)/python -m helpers.reference_page

screenshots: .venv/.developed
	@$(BIN)/scinet server install
	@PYTHONPATH=tests $(BIN)/python -m helpers.screenshots

site: export NO_MKDOCS_2_WARNING = 1
site: .venv/.developed
	@$(BIN)/mkdocs build --strict -f docs/site/mkdocs.yml
	@echo "build/site/index.html; with search: $(BIN)/python -m http.server -d build/site -b 127.0.0.1 8322"

check: .venv/.developed
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/pyright
	@$(BIN)/lint-imports --no-cache

# All tables of docs/performance.md and the page itself: SCALE=full, about an hour on two cores. One
# table: python -m scinet.experiments.bench run reading --scale full --out bench-out
bench: OUT = bench-out
bench: .venv/.developed
	@$(BIN)/python -m scinet.experiments.bench run all --scale $(SCALE) --out $(OUT)
	@$(BIN)/python -m scinet.experiments.bench page --scale $(SCALE) --results $(OUT) --file $(PAGE)

bench-startup: .venv/.used
	@$(BIN)/python -m scinet.experiments.bench.startup

bench-pages: .venv/.developed
	@$(BIN)/python -m scinet.experiments.bench.pages

LANE ?= lts
pins: .venv/.used
	@$(BIN)/uv pip compile -q constraints.txt --no-deps --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --no-emit-find-links --python-version 3.11 -o constraints.txt

lock: .venv/.used
	@$(BIN)/python -m scinet.server.resolve --lane $(LANE) --neo4j '$(NEO4J)' --gds '$(GDS)'

clean:
	@rm -rf .venv build dist *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache
