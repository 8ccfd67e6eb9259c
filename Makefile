# Everything a newcomer types; each target works from a bare clone with Python 3.11 or later.
#
#   make demo     a network in a real Neo4j, scored systems, one HTML report
#   make explore  pages in a browser on the network of the demo, or on the one that is set
#   make test     the quick tests against a throw-away server, and what guards the README's promises
#   make test-unit     those that need no server
#   make test-current  the same as make test against the newer Neo4j, lane current
#   make test-more     tests of 1 to 5 seconds, every command that the README and docs/ say to type,
#                 and a third of the long tests, chosen by the number of commits
#   make test-long     all tests that take longer: the demo, notebooks, the ACL network, kills, Spark
#   make test-all      all of these
#   make seconds  all of these, measured: tests/seconds.tsv, which decides what is quick
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

# Bytecode and compiled kernels are kept from one command to the next.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install server demo explore test test-unit test-current test-more test-long test-all seconds test-official soak audit reference screenshots site check bench bench-startup bench-pages lock pins clean

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

# Two workers share the cores: libraries of arrays start no threads besides.
PYTEST := OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder
QUICK := not medium and not long and not official and not soak
# Only the files that hold tests of a lane are collected.
FILES_OF := PYTHONPATH=tests $(BIN)/python -m helpers.lanes

server: .venv/.developed
	@$(BIN)/scinet server install

test: server
	@$(PYTEST) -m "$(QUICK)" --durations=20

test-unit: .venv/.developed
	@$(PYTEST) -m "$(QUICK)" tests/unit

test-current: export SCINET_SERVER_LANE = current
test-current: server
	@$(PYTEST) -m "$(QUICK)"

test-more: server
	@$(PYTEST) -m "medium or third" --durations=20 $$($(FILES_OF) medium third)

test-long: server
	@$(PYTEST) -m long $$($(FILES_OF) long)

test-all: server
	@$(PYTEST) -m "not official and not soak"

seconds: server
	@$(PYTEST) -m "not official and not soak" --write-seconds

PROOFS ?= proofs-out
SEED ?= 0
soak: export SCINET_PROOFS = $(abspath $(PROOFS))
soak: export SCINET_PROOFS_SEED = $(SEED)
soak: server
	@$(PYTEST) tests/faults tests/integration/spark/test_large.py
	@PYTHONPATH=tests $(BIN)/python -m helpers.pages.reliability_page $(PROOFS)

test-official: export OFFICIAL_PAGE = docs/official.md
test-official: .venv/.developed
	@test -d "$(OFFICIAL)" || { echo "Name the folder of clones: make test-official OFFICIAL=folder"; exit 1; }
	@$(BIN)/uv pip install -q --python $(BIN)/python -r tests/official/requirements.txt
	@OFFICIAL="$(abspath $(OFFICIAL))" $(BIN)/pytest -m official tests/official

SBOM ?= sbom.json
audit: .venv/.developed
	@PYTHONPATH=tests $(BIN)/python -m helpers.pages.supply_chain $(SBOM)
	@$(BIN)/uv tool run pip-audit --strict --disable-pip --require-hashes -r constraints.txt || \
	  { echo "pip-audit ended as it says above: it found something, or could not ask."; exit 1; }

reference: .venv/.developed
	@PYTHONPATH=tests $(BIN)/python -m helpers.pages.reference_page

screenshots: server
	@PYTHONPATH=tests $(BIN)/python -m helpers.pages.screenshots

site: export NO_MKDOCS_2_WARNING = 1
site: .venv/.developed
	@$(BIN)/mkdocs build --strict -f docs/site/mkdocs.yml
	@echo "build/site/index.html; with search: $(BIN)/python -m http.server -d build/site -b 127.0.0.1 8322"

# The workers of mypy have three seconds to start; where that is too little it ends with 2.
check: .venv/.developed
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy --num-workers 2 || { test $$? -gt 1 && $(BIN)/mypy; }
	@$(BIN)/lint-imports --no-cache

# All tables of docs/performance.md and the page itself: SCALE=full, about an hour on two cores. One
# table: python -m benchmarks run reading --scale full --out bench-out
bench: OUT = bench-out
bench: .venv/.developed
	@$(BIN)/python -m benchmarks run all --scale $(SCALE) --out $(OUT)
	@$(BIN)/python -m benchmarks page --scale $(SCALE) --results $(OUT) --file $(PAGE)

bench-startup: .venv/.used
	@$(BIN)/python -m benchmarks.startup

bench-pages: .venv/.developed
	@$(BIN)/python -m benchmarks.pages

LANE ?= lts
pins: .venv/.used
	@$(BIN)/uv pip compile -q constraints.txt --no-deps --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --no-emit-find-links --python-version 3.11 -o constraints.txt

lock: .venv/.used
	@$(BIN)/python scripts/resolve_jars.py --lane $(LANE) --neo4j '$(NEO4J)' --gds '$(GDS)'

clean:
	@rm -rf .venv build dist *.egg-info src/*.egg-info .mypy_cache .ruff_cache .pytest_cache
