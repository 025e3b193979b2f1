# Two commands carry this file: `make run` and `make test`. `make help` lists the rest.
SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
DJANGO := $(PY) manage.py
PIP := $(PY) -m pip install --quiet --disable-pip-version-check --no-input --require-hashes --use-pep517

.PHONY: help setup setup-test setup-bench run test test-long check bench messages lock format
.DEFAULT_GOAL := help

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1: /p' Makefile

# Each stamp is as new as the lock it was installed from, so a second call does nothing.
$(VENV)/stamp-python: tools/make_venv.sh
	@sh tools/make_venv.sh $(VENV)
	@touch $@

$(VENV)/stamp-base: $(VENV)/stamp-python requirements/base.txt
	@echo "Installing what the product needs (requirements/base.txt) ..."
	@$(PIP) -r requirements/base.txt
	@touch $@

$(VENV)/stamp-test: $(VENV)/stamp-base requirements/test.txt
	@echo "Installing what the tests need (requirements/test.txt) ..."
	@$(PIP) -r requirements/test.txt
	@touch $@

$(VENV)/stamp-bench: $(VENV)/stamp-test requirements/bench.txt
	@echo "Installing what the benchmarks compare with (requirements/bench.txt) ..."
	@$(PIP) -r requirements/bench.txt
	@touch $@

setup: $(VENV)/stamp-base ## build .venv with the locked dependencies of the product
	@:
setup-test: $(VENV)/stamp-test ## the same, and what the tests need
	@:
setup-bench: $(VENV)/stamp-bench
	@:

# No index host, no option and no path of the machine that made it may stand in a lock.
UV = env -u PIP_FIND_LINKS -u PIP_INDEX_URL -u PIP_EXTRA_INDEX_URL $(VENV)-lock/bin/uv pip compile $(UPGRADE) \
	--quiet --no-config --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

lock: ## write requirements/*.txt from requirements/*.in (UPGRADE=--upgrade takes newer releases)
	@sh tools/make_venv.sh $(VENV)-lock
	@$(VENV)-lock/bin/python -m pip install --quiet --disable-pip-version-check uv
	$(UV) requirements/base.in -o requirements/base.txt
	$(UV) requirements/test.in -c requirements/base.txt -o requirements/test.txt
	$(UV) requirements/bench.in -c requirements/test.txt -o requirements/bench.txt
	@rm -rf $(VENV)-lock

run: setup ## serve the product with a demo club at http://localhost:8000/ (PORT=8001 for another port)
	@exec $(PY) -m config.supervisor

# -- Checks -----------------------------------------------------------------------------------

check: setup-test ## style, types, import contracts, migrations, settings, sizes, known vulnerabilities
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	git ls-files -co --exclude-standard 'templates/*.html' '*/templates/*.html' | xargs $(VENV)/bin/djade --check --target-version 5.2
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	DATA_DIR=.data-tests DATABASE_URL= $(PY) manage.py makemigrations --check --dry-run
	$(PY) -m pytest -q tests/install/test_settings_documented.py
	$(PY) -m tools.sizes
	$(PY) -m tools.audit requirements/base.txt requirements/test.txt

format: setup-test ## let the formatters write
	$(VENV)/bin/ruff check --fix --exit-zero --quiet .
	$(VENV)/bin/ruff format .
	git ls-files -co --exclude-standard 'templates/*.html' '*/templates/*.html' | xargs $(VENV)/bin/djade --target-version 5.2

# -- Tests ------------------------------------------------------------------------------------

PYTEST := $(PY) -m pytest -n logical --maxprocesses 8 --dist loadgroup

test: setup-test ## all tests but those with large counts (E2E=0 leaves the browser out)
	@$(PY) -m tests.services
	$(PYTEST)
	@if [ "$$E2E" = 0 ]; then echo "The browser tests were LEFT OUT (E2E=0)."; fi

test-long: setup-test ## the tests with large counts
	@$(PY) -m tests.services
	$(PY) -m pytest -m long

bench: setup-bench ## ratios of the hot paths to the least they could cost
	$(PY) -m tests.bench

# -- Languages --------------------------------------------------------------------------------

messages: setup-test ## collect the texts of code and templates into locale/, and compile them
	@command -v xgettext >/dev/null || { echo "GNU gettext is needed: apt-get install gettext" >&2; exit 1; }
	$(DJANGO) makemessages --locale cs --add-location file --no-wrap --no-obsolete --ignore '.venv*' --ignore '.data*' --ignore 'tests/*'
	$(DJANGO) compilemessages --ignore '.venv*'
