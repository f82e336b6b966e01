# Everything happens inside .venv; the tools for the pages are in node_modules. A step is skipped if the lock file it installs from has not changed.

PYTHON  ?= python3
# Pure computation gets one process per core; tests spend part of their time waiting for programs, pages and disks, and get two.
# Every further worker collects all tests and starts a browser and a database again.
CORES   ?= 2
WORKERS ?= 4

BIN  := .venv/bin
ALSO := imports compiled
SAY  := @printf '\n==> %s\n'
# Times are held against what is promised of them where nothing else runs.
ALONE = @PITBOSS_EFFORT=all $(BIN)/python -m pytest -n 0 -m alone tests/browser </dev/null
GATE := src/pitboss/kernel/*,src/pitboss/rulebook/*,src/pitboss/games/*,src/pitboss/table/*,src/pitboss/jackpot/*,src/pitboss/people/*,src/pitboss/house/*,src/pitboss/ledger/*
CORE := tests/kernel tests/people tests/house tests/rulebook tests/games tests/table tests/jackpot tests/ledger

export PYTHON
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
# Tests start hundreds of processes: if the shell forbade bytecode files, each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE
# Test this checkout, whatever the shell would have Python find first.
unexport PYTHONPATH

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help setup setup-test setup-bench run test quick checks compiled lint types imports cover bench mutants machines thorough pages alone screenshots schedules shuffles faults api-fuzz evidence attacks sbom advisories weight docs format lock clean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' Makefile

setup: ## Create .venv and install the program with its pinned dependencies
	@tools/setup.sh run

setup-test:
	@tools/setup.sh test

setup-bench:
	@tools/setup.sh bench

run: setup ## Start a small casino with robots, on a database in build/demo
	@PITBOSS_DATA=build/demo $(BIN)/pitboss serve --demo

test: checks cover ## Run every check: style, types, imports, tests, coverage

quick: ALSO :=
quick: checks ## Check style and types and run the core's tests, in a minute or so
	$(SAY) 'pytest of the core, $(CORES) workers'
	@$(BIN)/python -m pytest -q -n $(CORES) -m 'not long' $(CORE) tests/rules tests/test_house.py </dev/null

# mypy gets a core to itself; the other runs the remaining checks, and compiles what the workers import next.
checks: setup-test
	@mkdir -p build
	@$(MAKE) --no-print-directory types >build/types.log 2>&1 & types=$$!; \
	  $(MAKE) --no-print-directory lint $(ALSO); rest=$$?; \
	  wait $$types; types=$$?; cat build/types.log; [ $$rest -eq 0 ] && [ $$types -eq 0 ]

compiled: setup-test
	$(SAY) 'compiling what the tests use'
	@$(BIN)/python -m tools.kernels
	@$(BIN)/python -m pytest --collect-only -qq -p no:cacheprovider </dev/null >build/collected.log || \
	  { cat build/collected.log; exit 1; }

lint: setup-test
	$(SAY) 'ruff check'
	@$(BIN)/ruff check .
	$(SAY) 'ruff format --check'
	@$(BIN)/ruff format --check .
	$(SAY) 'vulture (code that nothing uses)'
	@$(BIN)/vulture
	$(SAY) 'biome ci (the pages)'
	@tools/biome.sh ci --error-on-warnings

types: setup-test
	$(SAY) 'tsc (the pages, against the types of the API)'
	@tools/tsc.sh
	$(SAY) 'mypy'
	@$(BIN)/mypy

imports: setup-test
	$(SAY) 'import contracts'
	@$(BIN)/lint-imports

# PITBOSS_COVER=all make cover counts coverage by every test, over the whole package; it takes longer.
cover: setup-test
	$(SAY) 'pytest, $(WORKERS) workers'
	@$(BIN)/coverage erase
	@$(BIN)/python -m pytest -n $(WORKERS) --dist=loadgroup --no-loadscope-reorder --cov$(if $(filter all,$(PITBOSS_COVER)),=pitboss) --cov-report= </dev/null
	$(SAY) 'coverage of kernel, rulebook, games, table, jackpot, people, house and ledger: every line, every branch'
	@$(BIN)/coverage report --include='$(GATE)' --fail-under=100
	@if [ "$$PITBOSS_COVER" = all ]; then $(BIN)/coverage report; fi

bench: setup-bench ## Measure speed against five third-party hand evaluators
	$(SAY) 'python -m bench'
	@$(BIN)/python -m bench

mutants: setup-test ## Run mutation tests of settlement, rulings and jackpot awards (slow)
	$(SAY) 'tools/mutants.py (look at a survivor with .venv/bin/mutmut show NAME)'
	@$(BIN)/python tools/mutants.py --workers $(CORES) </dev/null

machines: setup-test ## Drive tables with 200,000 random commands and check every invariant after each (slow)
	$(SAY) 'tools/heavy_tables.py'
	@$(BIN)/python tools/heavy_tables.py

api-fuzz: setup-test ## Send the API 20,000 requests generated from its own document and check every answer (slow)
	$(SAY) 'tools/heavy_api.py'
	@$(BIN)/python tools/heavy_api.py

thorough: setup-test ## Run every test at full size; make test runs the most telling (slow)
	$(SAY) 'pytest, $(WORKERS) workers'
	@PITBOSS_EFFORT=all $(BIN)/python -m pytest -n $(WORKERS) --dist=loadgroup --no-loadscope-reorder </dev/null
	$(ALONE)

pages: setup-test ## Run every browser test at every table and size; make test runs the most telling (slow)
	$(SAY) 'pytest tests/browser'
	@PITBOSS_EFFORT=all $(BIN)/python -m pytest -n $(WORKERS) --dist=loadgroup tests/browser </dev/null
	$(ALONE)

# make alone MINUTES=10 for a shorter one.
alone: setup-test ## Leave a floor to its robots for 30 minutes: every table plays on, no page grows (slow)
	$(SAY) 'tools/heavy_floor.py'
	@$(BIN)/python tools/heavy_floor.py $(if $(MINUTES),--minutes $(MINUTES))

screenshots: setup-test ## Take a picture of every page at three sizes, light and dark, into build/screenshots
	$(SAY) 'tools/screenshots.py'
	@$(BIN)/python tools/screenshots.py

schedules: setup-test ## Drive the pipeline through 2,000,000 random schedules and check each against a serial run (slow)
	$(SAY) 'tools/heavy_schedules.py'
	@$(BIN)/python tools/heavy_schedules.py --workers $(CORES) $(if $(SCHEDULES),--schedules $(SCHEDULES))

shuffles: setup ## Shuffle a million decks and test them statistically (slow)
	$(SAY) 'tools/heavy_shuffles.py'
	@$(BIN)/python tools/heavy_shuffles.py

# Each size can be set, and 0 leaves a suite out: make faults KILLS=200 CUTS=1000 ERRORS=100 SEALING=300 ARCHIVES=50 MOMENTS=3 STOPS=0 FAILOVERS=300 FOUR=60 BITS=1000 SEED=1
faults: setup-test ## Kill it, cut its power, fill its disk, stop its server, edit its bytes: nothing may be lost (slow)
	$(SAY) 'tools/faults.py'
	@$(BIN)/python tools/faults.py --workers $(CORES) $(if $(SEED),--seed $(SEED)) \
	  $(if $(KILLS),--kills $(KILLS)) $(if $(CUTS),--cuts $(CUTS)) $(if $(ERRORS),--errors $(ERRORS)) $(if $(SEALING),--sealing $(SEALING)) \
	  $(if $(ARCHIVES),--archives $(ARCHIVES)) $(if $(MOMENTS),--moments $(MOMENTS)) \
	  $(if $(STOPS),--stops $(STOPS)) $(if $(FAILOVERS),--failovers $(FAILOVERS)) $(if $(FOUR),--four $(FOUR)) $(if $(BITS),--bits $(BITS))

evidence: setup-test ## Flip 10,000 bits in evidence folders and find every one (slow)
	$(SAY) 'tools/heavy_evidence.py'
	@$(BIN)/python tools/heavy_evidence.py $(if $(SEED),--seed $(SEED)) $(if $(BITS),--bits $(BITS))

attacks: setup-test ## Attack a running server and the journal as a dishonest person would (slow)
	$(SAY) 'pytest tests/attacks'
	@PITBOSS_HOSTILE_SECONDS=20 PITBOSS_INSIDER_STEPS=100000 $(BIN)/python -m pytest -n 0 tests/attacks tests/web/test_attacks.py </dev/null

sbom: setup ## Write the bill of materials (CycloneDX) to build/sbom.cdx.json
	@$(BIN)/python tools/sbom.py

advisories: setup ## Check every pinned library against the published advisories (STRICT=1: fail if they can't be reached)
	@$(BIN)/python tools/advisories.py $(if $(STRICT),--strict)

# After a release: .venv/bin/python -m tools.weight --release
weight: setup ## Print lines by package and words by guide, beside those of the last release
	@$(BIN)/python -m tools.weight

docs: setup ## Regenerate the generated pages of docs/ and the API types that the pages are checked against
	@$(BIN)/python tools/irregularities.py > docs/irregularities.md
	@$(BIN)/python tools/configuration.py > docs/configuration.md
	@$(BIN)/python tools/page_types.py > types/api.d.ts

format: setup-test ## Rewrite the code in the project's format
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@tools/biome.sh check --write

lock: ## Resolve requirements/*.in and package.json into lock files (UPGRADE=1 takes the newest versions)
	@tools/lock.sh $(if $(UPGRADE),--upgrade)

clean: ## Remove .venv, node_modules and everything generated
	rm -rf .venv node_modules build dist mutants src/pitboss/web/faces .coverage .coverage.* htmlcov
	rm -rf .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis src/*.egg-info
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
