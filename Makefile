# Two commands: `make run` plays, `make test` tests. Both set up what they need, in .venv and build.

PYTHON ?= python3
VENV ?= .venv
JOBS ?= 2
# One more than there are cores: many tests wait for other programs.
WORKERS ?= 3

# Compiled Python is kept, even if the environment forbids it: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
PY := $(BIN)/python
PYTEST := $(PY) -m pytest

# Folders are in the list too: they change when a file is added or removed.
CPP := $(wildcard cpp/*/*.cpp cpp/*/*.hpp cpp/*/*/*.cpp cpp/*/*/*.hpp)
FORMATTED := $(CPP) $(wildcard tests/*/*.cpp)
SOURCES := $(CPP) $(sort $(dir $(CPP))) pyproject.toml CMakeLists.txt \
    tools/build_backend.py tools/install.py tools/zig.cmake

# Each of these files marks a step as done until one of its sources changes.
MADE := $(VENV)/made
BUILT := $(VENV)/built
TESTABLE := $(VENV)/testable
DEEP := $(VENV)/deep
COMPILED := $(VENV)/compiled
TIDY := build/tidy/done
NODE := build/node/done

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## install, build, and play in the browser
	@$(BIN)/plyground serve

.PHONY: build
build: $(BUILT) ## build the core and install the package, in place, into .venv

.PHONY: test
test: ## install, and run all tests except the deep ones: lint and types in parallel with pytest
	$(PYTHON) tools/system_parts.py --tests
	@$(MAKE) --no-print-directory $(TESTABLE) $(NODE)
	@$(MAKE) --no-print-directory -j 2 checks pytest

.PHONY: checks
checks: ## run lint and types, one after the other
	@$(MAKE) --no-print-directory -j 1 lint types

.PHONY: pytest
pytest: $(COMPILED) $(NODE) ## run all tests except the deep ones, on a seventh of each random sample
	PLYGROUND_TEST_SCALE=0.15 $(PYTEST) -n $(WORKERS) --dist worksteal

.PHONY: test-deep
test-deep: $(DEEP) $(COMPILED) $(NODE) ## run the slow checks: deep tests, whole samples, all of clang-tidy, sanitizers
	@$(MAKE) --no-print-directory -j 2 pytest-deep checks-deep

.PHONY: pytest-deep
pytest-deep: $(DEEP) $(COMPILED) $(NODE) ## run the deep tests, and the sampled tests on whole samples
	$(PYTEST) -m "(deep or sampled) and not endurance" -n $(WORKERS) --dist worksteal --durations 30

# With `nice`, so that the tests come first.
.PHONY: checks-deep
checks-deep: $(DEEP) ## run clang-tidy on every file, then the sanitizers
	nice $(PY) tools/tidy.py --all
	nice $(PY) tools/sanitize.py --all

.PHONY: test-endurance
test-endurance: $(DEEP) $(COMPILED) $(NODE) ## run what takes hours: all proofs, kills, fuzzed inputs, requests, sanitizers, a soak; can be continued
	nice $(PY) tools/endurance.py
	$(PYTEST) -m endurance -n $(WORKERS) --dist worksteal --durations 30

.PHONY: test-bare
test-bare: ## run both commands of the README on a minimal Debian 12; needs root
	tools/test_bare.sh

.PHONY: test-flaky
test-flaky: $(TESTABLE) $(NODE) ## run the tests three times: quiet, on a busy machine, and in random order in the background
	tools/test_flaky.sh $(MAKE)

.PHONY: coverage
coverage: $(DEEP) $(COMPILED) $(NODE) ## measure which lines of Python and C++ the tests run, into build/coverage
	$(PY) tools/measure_coverage.py

.PHONY: test-mutation
test-mutation: $(TESTABLE) ## make small changes in some modules and check that a test fails; takes an hour
	$(PY) tools/mutate.py

.PHONY: test-portable
test-portable: $(TESTABLE) ## run the core on an emulated processor without AVX2
	$(PYTEST) -m deep tests/project/test_portable.py

.PHONY: test-zig
test-zig: $(TESTABLE) ## build with Zig, as on a machine without a compiler
	$(PYTEST) -m deep tests/project/test_zig.py

.PHONY: test-sanitize
test-sanitize: $(TESTABLE) ## run the tests of games, search, networks and patterns under ASan and UBSan
	$(PY) tools/sanitize.py

.PHONY: lint
lint: $(TESTABLE) ## check format and style: ruff, vulture, clang-format, clang-tidy
	$(PY) -m ruff format --check
	$(PY) -m ruff check
	$(PY) -m vulture
	@$(BIN)/clang-format --dry-run --Werror $(FORMATTED)
	@$(MAKE) --no-print-directory $(TIDY)

$(TIDY): $(CPP) .clang-tidy tools/tidy.py $(TESTABLE)
	@mkdir -p $(@D)
	$(PY) tools/tidy.py
	@touch $@

.PHONY: types
types: $(TESTABLE) $(NODE) ## check the types: mypy, and tsc for the pages, both strict
	$(PY) -m mypy
	$(PY) tools/front_end.py types

.PHONY: format
format: $(TESTABLE) ## format Python and C++
	$(PY) -m ruff check --fix-only
	$(PY) -m ruff format
	@$(BIN)/clang-format -i $(FORMATTED)

.PHONY: stub
stub: $(TESTABLE) ## generate src/plyground/_core.pyi
	$(PY) tools/stub.py

.PHONY: contract
contract: $(TESTABLE) ## generate the types of the web's contract for pages and clients
	$(PY) tools/contract.py

.PHONY: words
words: $(TESTABLE) ## update the translation catalogs
	$(PY) tools/messages.py

.PHONY: tablebase
tablebase: build ## build the tablebase of Dobutsu shogi in the data folder
	$(BIN)/plyground solve dobutsu --all

.PHONY: ladder
ladder: $(TESTABLE) ## play every level against the one below if an engine has changed; takes hours
	$(PY) tools/ladder.py --workers $(JOBS)

.PHONY: screenshots
screenshots: $(TESTABLE) ## take pictures of every page, into build/screenshots
	$(PY) tools/screenshots.py

.PHONY: bench
bench: build ## measure the speed of the rules
	$(BIN)/plyground bench rules

.PHONY: docs
docs: $(TESTABLE) ## build the documentation site, into build/docs/html
	$(PY) tools/docs.py

.PHONY: wheels
wheels: $(TESTABLE) ## build, check and try the sdist and manylinux wheels, into dist
	$(PY) tools/wheels.py

.PHONY: clean
clean: ## remove all built files and .venv
	rm -rf build $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find src tests tools examples bench -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) tools/system_parts.py
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(BUILT): $(MADE) $(SOURCES)
	@$(PY) tools/install.py
	@touch $@

$(TESTABLE): $(MADE) $(SOURCES)
	@$(PY) tools/install.py --tests
	@touch $(BUILT) $@

$(DEEP): $(TESTABLE)
	@$(PY) tools/install.py --deep
	@touch $@

# Python compiles what it imports. One process does it first, or each worker would do it all.
$(COMPILED): | $(TESTABLE)
	@$(PYTEST) --collect-only -qq > $@ || true

$(NODE): package.json tools/front_end.py | $(TESTABLE)
	$(PY) tools/front_end.py install
	@touch $@
