# What to call is listed by `make`. Everything a target needs, it makes first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:

PORT ?= 8000
# Processes that run tests side by side.
TEST_PROCESSES ?= 2
# Further arguments for pytest: make test ARGS="tests/laws -x"
ARGS ?=

VENV := .venv
PYTHON := $(VENV)/bin/python
# The oldest supported interpreter that starts: a name on the PATH may be no more than a promise.
FIND_PYTHON := for name in python3.11 python3.12 python3.13 python3 python; do \
	if "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then echo "$$name"; exit; fi; \
	done; echo "Python 3.11 or later is needed and was not found." >&2; exit 1
PIP_INSTALL := $(PYTHON) -m pip install -qq --disable-pip-version-check --require-hashes

.PHONY: help run test test-browser bench openapi messages lint format lock clean translations

help:
	@echo "make run           serve on http://127.0.0.1:$(PORT)/ (PORT=)"
	@echo "make test          every test that needs no browser (DATABASE_URL=, ARGS=)"
	@echo "make test-browser  the tests in Chromium (ARGS=)"
	@echo "make bench         what a question costs, in ratios from one run"
	@echo "make openapi       write openapi.yml anew"
	@echo "make messages      bring the .po files up to date with code and templates"
	@echo "make lint          style, templates, types, imports, migrations"
	@echo "make format        put code and templates into shape"
	@echo "make lock          pin the dependencies of pyproject.toml (UPGRADE=--upgrade)"
	@echo "make clean         remove what make made, but for the data in var/"

# Set-up

$(PYTHON):
	@python=$$($(FIND_PYTHON)); "$$python" -m venv $(VENV)

$(VENV)/run.stamp: requirements/run.txt | $(PYTHON)
	@echo "Installing what the service needs"
	@$(PIP_INSTALL) -r $<
	@touch $@

$(VENV)/dev.stamp: requirements/dev.txt | $(PYTHON)
	@echo "Installing what the checks need"
	@$(PIP_INSTALL) -r $<
	@touch $@

var/secret_key: | $(PYTHON)
	@mkdir -p var
	@umask 077; $(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(50))' > $@

# Serving on one's own machine: no TLS there, and a key that never leaves it.

run: export HTTPS ?= off
run: export SECRET_KEY_FILE ?= var/secret_key
run: export DEMO ?= on
# Threads, so that a browser that opens a connection and sends nothing keeps nobody waiting.
run: $(VENV)/run.stamp var/secret_key
	@$(PYTHON) manage.py compile_translations
	@$(PYTHON) manage.py migrate --noinput --verbosity 0
	@$(PYTHON) manage.py collectstatic --noinput --verbosity 0
	@$(PYTHON) manage.py loaddisclosures
	@echo "kbase is served at http://127.0.0.1:$(PORT)/ (Ctrl+C stops it)"
	@if [ "$$DEMO" = on ]; then $(PYTHON) manage.py demo_sign_in --site http://127.0.0.1:$(PORT); fi
	@exec $(VENV)/bin/gunicorn kbase.wsgi --bind 127.0.0.1:$(PORT) --workers 2 --threads 4 --limit-request-line 8190 \
		--no-control-socket --log-level warning

# Checks. DEBUG spares the commands that serve nothing a secret.

translations: $(VENV)/dev.stamp
	@DEBUG=on $(PYTHON) manage.py compile_translations

# A part of the tests covers a part of the code: coverage is asked of the whole alone.
test: translations
	$(PYTHON) -m pytest -m "not browser" -n $(TEST_PROCESSES) $(if $(ARGS),$(ARGS),--cov)

# Playwright's loop runs in the thread of the test, where Django would refuse the database.
test-browser: export DJANGO_ALLOW_ASYNC_UNSAFE := true
test-browser: translations
	$(PYTHON) -m pytest -m browser $(ARGS)

# Databases of up to 10,000 incidents are made once, in var/bench/.
bench: translations
	$(PYTHON) -m tests.bench

openapi: export DEBUG := on
openapi: $(VENV)/dev.stamp
	$(PYTHON) manage.py spectacular --validate --fail-on-warn --file openapi.yml

messages: export DEBUG := on
messages: $(VENV)/dev.stamp
	$(PYTHON) manage.py extract_messages

lint: export DEBUG := on
lint: $(VENV)/dev.stamp
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	find templates -name '*.html' -print0 | xargs -0 --no-run-if-empty $(VENV)/bin/djade --target-version 5.2 --check
	$(VENV)/bin/mypy kbase incidents api
	$(VENV)/bin/lint-imports --no-cache
	$(PYTHON) manage.py makemigrations --check --dry-run

format: $(VENV)/dev.stamp
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .
	find templates -name '*.html' -print0 | xargs -0 --no-run-if-empty $(VENV)/bin/djade --target-version 5.2

# The pins name no index, so that they install from any.
LOCK := $(VENV)/bin/uv pip compile pyproject.toml --universal --python-version 3.11 \
	--generate-hashes --no-header --no-emit-index-url --no-emit-find-links --quiet $(UPGRADE)

lock: $(VENV)/dev.stamp
	$(LOCK) --output-file requirements/run.txt
	$(LOCK) --group dev --constraints requirements/run.txt --output-file requirements/dev.txt

clean:
	rm -rf $(VENV) var/static .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find incidents -name '*.mo' -delete
