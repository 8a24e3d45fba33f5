# The default target lists the targets. Each target makes its own .venv: Python 3.11+ and make are enough.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
GAMES  ?= 60
MODULE ?= pyport/battleship/original
TESTS  ?= tests/test_breakages.py::test_nothing_broken tests/battleship/original
PROGRAMS ?= 1000
READY  := $(VENV)/.ready

# Tests start a thousand processes, which take a third of the time where modules are compiled once.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/build/pycache

SHELL  := bash
.SHELLFLAGS := -o pipefail -c

.DEFAULT_GOAL := help
.PHONY: help verify media test test-slow test-all test-nightly fuzz fuzz-openmsx play run-msx record lint web vscode bench bench-players mutants torture grammar book pictures coverage docs constraints record-truth release clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F':.*## ' '{printf "  make %-14s %s\n", $$1, $$2}'

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed, this is $$($(PYTHON) -V); use make PYTHON=python3.12"; exit 2; }
	@echo "Installing what the project needs into $(VENV), once; this takes about a minute."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check $(addprefix --constraint ,$(CONSTRAINTS)) --editable '.[dev]'
	@touch $(READY)

verify: $(READY) ## compare port, interpreter and openMSX with the recordings of the original, cell by cell
	@mkdir -p build/verify
	$(BIN)/battleship verify --on all --games 40 --seed 1 --report build/verify/index.html

media: $(READY) ## build disk, cassette and cartridge of the game into build/
	$(BIN)/msxkit media basic/battle.bas basic/shotdark.bas --ram 16

test: $(READY) ## run the tests, except those that take long
	$(BIN)/python -m pytest -n 2 --dist worksteal -m 'not slow'

test-slow: $(READY) ## run the tests that take long, and the properties on all their examples
	$(BIN)/python -m pytest -n 2 --dist worksteal -m '(slow or hypothesis) and not nightly'

test-all: $(READY) ## run the tests of both, as .ci/run does
	$(BIN)/python -m pytest -n 2 --dist worksteal -m 'not nightly'

test-nightly: $(READY) ## run the tests that take longest and have found no fault in three releases (docs/notes/proof-weight.md)
	$(BIN)/python -m pytest -n 2 --dist worksteal -m nightly

fuzz: $(READY) ## run many random programs on interpreter and cartridge, and the property tests on new examples
	$(BIN)/python -m tests.differential emitters --programs $(PROGRAMS) --seed $(or $(SEED),$$(date +%s))
	$(BIN)/python -m pytest -n 2 --hypothesis-profile fuzz --timeout 1800 $$(grep -rlE '^from hypothesis import .*given' tests)

fuzz-openmsx: $(READY) ## run random drawings on openMSX and the interpreter until one differs (needs a machine with BASIC)
	$(BIN)/python -m tests.differential openmsx

play: $(READY) ## play the game in this terminal
	$(BIN)/battleship play

web: $(READY) ## build the complete site into build/web/
	$(BIN)/python -m battleship.web build/web

run-msx: $(READY) ## run the original in the window of openMSX (needs a machine with BASIC)
	$(BIN)/msxkit openmsx run basic/battle.bas

record: $(READY) ## play the original on openMSX into build/game.json (needs a machine with BASIC)
	mkdir -p build
	$(BIN)/battleship record --force -o build/game.json

lint: $(READY) ## check style, spelling, dead code, types (mypy --strict), and who may import whom; with Node.js the scripts of the pages
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/codespell
	$(BIN)/vulture
	$(BIN)/mypy
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin tools/msxkit pyport/battleship
	$(BIN)/lint-imports
	$(BIN)/python -m battleship.web.scripts

bench: $(READY) ## measure speed and print it as a table
	$(BIN)/python -m tests.bench

bench-players: $(READY) ## let every computer player sink the same fleets; GAMES=N for more boards
	$(BIN)/python -m tests.bench.players --games $(GAMES)

mutants: $(READY) ## break MODULE at every place, one at a time, and list what TESTS do not notice (hours for a large one)
	@$(BIN)/python -c 'import cosmic_ray' 2>/dev/null || $(BIN)/python -m pip install --quiet $(addprefix --constraint ,$(CONSTRAINTS)) --editable '.[mutants]'
	.ci/mutants.sh $(MODULE) $(TESTS)

torture: $(READY) ## try to lose work: bad input, full disks, killed processes (half an hour; EFFORT=10 tries more, SEED=2 others)
	EFFORT=$(or $(EFFORT),1) SEED=$(or $(SEED),1) $(BIN)/python -m pytest -n auto --dist worksteal tests/torture

grammar: $(READY) ## make the table of the grammar of MSX BASIC again
	$(BIN)/python -m msxkit.language.make_table

book: $(READY) ## build what players look up: opening books, and the weights of the original's placement
	$(BIN)/python -m battleship.players.book
	$(BIN)/python -m battleship.posterior.fit

man: $(READY) ## make the man pages of both commands in build/man
	$(BIN)/msxkit man -o build/man
	$(BIN)/battleship man -o build/man

pictures: $(READY) ## make the pictures of the documentation
	$(BIN)/python docs/make_pictures.py
	$(BIN)/python -m docs.make_film

docs: $(READY) ## make the site of the documentation in build/site, MSX BASIC word by word with it, and check its links
	@$(BIN)/python -c 'import mkdocs' 2>/dev/null || $(BIN)/python -m pip install --quiet $(addprefix --constraint ,$(CONSTRAINTS)) --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --config-file .ci/mkdocs.yml

coverage: $(READY) ## run the tests with their subprocesses and show the coverage of each package
	.ci/coverage.sh

constraints: ## rewrite the versions that CI builds with
	.ci/update-constraints.sh

record-truth: $(READY) ## record programs on a machine with ROMs: KIND=conformance|graphics|timing PROGRAMS="a.bas b.bas" OUT=new.json
	$(BIN)/python -m tests.truth $(or $(KIND),conformance) $(or $(PROGRAMS),basic/battle.bas) -o $(or $(OUT),build/truth.json)

release: $(READY) ## build both packages, check their contents, install them in a new environment and use them
	rm -rf build/dist
	for package in tools pyport; do $(BIN)/python -m build --no-isolation --outdir build/dist $$package || exit 1; done
	RELEASE=build/dist $(BIN)/python -m pytest -n 2 --dist loadfile tests/test_packages.py
	@echo "Built and tried: build/dist. Left to do by hand: the version in tools/msxkit/__init__.py and"
	@echo "pyport/battleship/__init__.py, its heading and date in CHANGELOG.md, a commit, make release once more,"
	@echo "git tag -s vVERSION, $(BIN)/twine upload build/dist/msxkit-*, then build/dist/marmsx_battleship-*"

vscode: $(READY) ## build the extension for VS Code, build/msxbasic.vsix (needs Node.js)
	@mkdir -p build
	$(BIN)/python -m docs.make_reference
	cd tools/vscode && npm install --no-package-lock && npx tsc --noEmit && npm run build
	cd tools/vscode && npm run package -- --out ../../build/msxbasic.vsix

clean: ## remove everything that was built
	rm -rf $(VENV) tools/vscode/node_modules tools/vscode/dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info */*.egg-info
