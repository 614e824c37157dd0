# Everything a user or a developer does here is one word. `make help` lists the words.

PRESET  ?= release
PREFIX  ?= /usr/local
BUILD   := build/$(PRESET)
PYTHON  := build/python/bin/python
MPIEXEC ?= $(firstword $(shell command -v mpiexec.mpich mpiexec.hydra mpiexec) mpiexec)

.DEFAULT_GOAL := build

.PHONY: help
help:
	@grep -E '^#: ' Makefile | cut -c 4-

# The built-in mechanisms for every instruction set, or only for baseline and this CPU, which suffices for runs here. Once
# ON, it stays so in build/$(PRESET).
ALL_ISAS ?= OFF

.PHONY: setup
setup:
	@scripts/install-dependencies
	@[ -f $(BUILD)/build.ninja ] || cmake --preset $(PRESET) -DRANVIER_ALL_ISAS=$(ALL_ISAS)
	@[ $(ALL_ISAS) = OFF ] || grep -q '^RANVIER_ALL_ISAS:BOOL=ON' $(BUILD)/CMakeCache.txt || cmake -DRANVIER_ALL_ISAS=ON $(BUILD)

.PHONY: build
#: make                          builds the program and its tests in build/release (PRESET=debug, asan-ubsan, tsan)
build: setup
	@ninja -C $(BUILD)

.PHONY: program
program: setup
	@ninja -C $(BUILD) --quiet ranvier ranvier_python

.PHONY: python
python: setup
	@scripts/python-environment

.PHONY: demo-python
demo-python: setup
	@scripts/python-environment --demo

.PHONY: demo
#: make demo                     sets everything up and runs a network on 2 ranks: raster.h5, raster.png
demo:
	@+$(MAKE) --no-print-directory -j 2 program demo-python
	@echo "models/ring: 128 cells of 50 compartments in a ring, every eighth kicked, 200 ms on 2 ranks"
	@rm -f raster.h5
	@RANVIER_NO_BUILD=1 $(MPIEXEC) -n 2 ./ranvier --raster raster.h5 -c "kick_every = 8" models/ring/ring.hoc
	@$(PYTHON) hoc_like/program/plot/plot_raster.py raster.h5 -o raster.png --tstop 200 \
	    --group "kicked=0::8" --group "others=:" --title "models/ring: 128 cells, every eighth kicked"
	@echo "wrote raster.h5 (SONATA) and raster.png"

# What runs under sanitizers is what meets the strangest input (parsers, readers, the event queue, the exchange, and the
# fuzz targets, each for a second), and, in test-long, what uses several threads.
only = $(if $(ONLY),--only '$(ONLY)')

.PHONY: what-tests-need
what-tests-need:
	@+$(MAKE) --no-print-directory -j 2 ALL_ISAS=ON build python

.PHONY: test
#: make test                     builds and runs the tests; ONLY=WORD: those with such names
test: what-tests-need
	@scripts/run-tests $(only)

.PHONY: affected
#: make affected                 runs the tests of what changed since the last green make test, or since BASE=COMMIT
affected: what-tests-need
	@scripts/affected $(if $(BASE),--base '$(BASE)')

.PHONY: test-long
#: make test-long                the tests with their full figures, and the thread sanitizer (40 minutes); ONLY=WORD
test-long: what-tests-need
	@scripts/run-tests --long $(only)

.PHONY: test-release
#: make test-release             what needs an installed system; ONLY=fresh, studies, wheels, browser, clients, debian, tokens, docs or arm
test-release:
	@scripts/test-release $(only)

HOURS ?= 1
.PHONY: soak
#: make soak HOURS=8             random programs, networks, kills and input without an end; continues tests/soak.csv
soak: what-tests-need
	@scripts/install-dependencies --fuzz
	@scripts/soak $(HOURS) $(TARGETS)

# Each parser and reader fed with damaged input for a while, new inputs each time; what fails is left in build/fuzz/NAME.
# `make test` runs the same targets, built with g++, for a second on a corpus.
TARGETS ?=
SECONDS ?= 60
.PHONY: fuzz
#: make fuzz SECONDS=60           feeds parsers and readers with damaged input, each for so long (installs clang)
fuzz:
	@scripts/install-dependencies --fuzz
	@[ -f build/fuzz/build.ninja ] || cmake --preset fuzz >/dev/null
	@ninja -C build/fuzz $(or $(TARGETS),fuzz_targets)
	@scripts/fuzz $(SECONDS) $(TARGETS)

.PHONY: coverage
#: make coverage                 prints the share of lines that unit tests reach, by folder (installs gcovr)
coverage:
	@scripts/install-dependencies --coverage
	@[ -f build/coverage/build.ninja ] || cmake --preset coverage >/dev/null
	@ninja -C build/coverage
	@find build/coverage -name '*.gcda' -delete
	@ctest --preset coverage -j 2
	@scripts/coverage

.PHONY: conformance
#: make conformance MODELS=DIR   published models, and NEURON's own tests with NRN=CLONE; see docs/compat.md
conformance: program python
	@scripts/conformance "$(MODELS)"

.PHONY: sweep
#: make sweep MODELS=DIR         many published models against NEURON, by the state their buttons lead to
sweep: program python
	@scripts/sweep "$(MODELS)"

.PHONY: clients
#: make clients CLIENTS=DIR      published Python clients of NEURON (from clones in DIR, or GitHub); see docs/compat.md
clients: program
	@scripts/clients $(if $(CLIENTS),--folder '$(CLIENTS)') $(only)

.PHONY: mechanisms
#: make mechanisms MODELS="DIR..." each .mod file of the folders alone against NEURON (VECTOR=1: --math vector beside it)
mechanisms: program python
	@$(PYTHON) tests/compare_mechanisms.py $(if $(VECTOR),--vector) $(MODELS)

.PHONY: install
#: make install PREFIX=DIR       installs ranvier, nrniv, nrnivmodl and the Python module
install: ALL_ISAS = ON
install: program
	@cmake --install $(BUILD) --prefix "$(PREFIX)"

.PHONY: wheels
#: make wheels                   builds the wheels ranvier and neuron into dist/; ARM=1: that for 64-bit ARM, too
wheels:
	@scripts/install-dependencies
	@scripts/wheels $(if $(ARM),--arm)

.PHONY: docs
#: make docs                     builds the site of all pages into build/site (python -m http.server shows it)
docs:
	@[ -x build/site-python/bin/mkdocs ] || python3 -m venv build/site-python
	@scripts/install-packages build/site-python scripts/requirements-docs.txt
	@scripts/site-pages
	@NO_MKDOCS_2_WARNING=1 build/site-python/bin/mkdocs --quiet build
	@echo "wrote build/site; to read it: python3 -m http.server --directory build/site"

.PHONY: format
#: make format                   formats the C++ and Python sources
format: python
	@git ls-files '*.cpp' '*.hpp' | xargs build/python/bin/clang-format -i
	@build/python/bin/ruff check --quiet --fix .
	@build/python/bin/ruff format --quiet .

.PHONY: tidy
#: make tidy                     clang-tidy on engine/ and exchange/ (.clang-tidy says what it looks for)
tidy: python
	@scripts/install-dependencies
	@scripts/tidy

.PHONY: clean
#: make clean                    removes what was built; the Python environment stays
clean:
	@find build -mindepth 1 -maxdepth 1 ! -name 'python' -exec rm -rf {} + 2>/dev/null || true
