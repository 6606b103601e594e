# Each target does one thing and prepares what it needs first. You need only make and Python.

PYTHON := .venv/bin/python
NODE := .venv/bin/node
NPM := .venv/npm/node_modules
TIMED := sh deploy/timed.sh
# Hundreds of processes import the same modules. Python caches their bytecode, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test soak check messages layout commands playthroughs spoken screenshot screenshots bench busy roll chaos leaks fuzz release lock vendor

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

setup: ## prepare .venv for `make run` and `.venv/bin/python manage.py COMMAND`
	@sh deploy/setup.sh requirements.txt

setup-dev: ## prepare .venv for development
	@sh deploy/setup.sh requirements.txt requirements-dev.txt package.json

run: setup ## start Nightcap; PORT=8001 or HOST=0.0.0.0 changes the address
	@exec $(PYTHON) manage.py run

test: setup-dev ## run all tests; those in a browser need Chromium (apt-get installs it if you are root)
	$(TIMED) "Tests" $(PYTHON) -m pytest tests --ignore=tests/browser -n auto --maxprocesses 4 --dist worksteal -r R
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(TIMED) "Tests in a browser" $(PYTHON) -m pytest tests/browser -n 2 --dist worksteal -r R

soak: setup-dev ## run the long tests, before a release
	$(TIMED) "Soak" $(PYTHON) -m pytest tests --ignore=tests/browser -m soak -n auto --maxprocesses 4 --dist worksteal -r R
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(TIMED) "Soak in a browser" $(PYTHON) -m pytest tests/browser -m soak -n 2 --dist worksteal -r R

check: setup-dev ## run all checks except the tests; NIGHTCAP_AUDIT=required fails if the package registry does not answer
	$(TIMED) "Style" $(PYTHON) -m ruff check
	$(TIMED) "Format" $(PYTHON) -m ruff format --check
	$(TIMED) "Layout" sh deploy/layout.sh --check
	$(TIMED) "Types" $(PYTHON) -m mypy
	$(TIMED) "Scripts and styles" $(NODE) $(NPM)/@biomejs/biome/bin/biome lint --error-on-warnings
	$(TIMED) "Types of scripts" $(NODE) $(NPM)/typescript/bin/tsc --project .
	$(TIMED) "Length" sh deploy/long.sh
	$(TIMED) "Clauses" $(PYTHON) -m pytest -q tests/games/contract/test_citations.py
	$(TIMED) "Docs" $(PYTHON) -m pytest -q tests/architecture/test_docs.py tests/architecture/test_commands.py
	$(TIMED) "Writing" $(PYTHON) -m pytest -q tests/writing
	$(TIMED) "Migrations" $(PYTHON) manage.py makemigrations --check --dry-run
	$(TIMED) "Settings" $(PYTHON) manage.py check --settings config.settings_check --deploy --fail-level WARNING
	$(TIMED) "Templates" $(PYTHON) manage.py check_templates
	$(TIMED) "Translations" $(PYTHON) manage.py messages --check
	$(TIMED) "Known weaknesses" $(PYTHON) deploy/audit.py

layout: setup-dev ## lay out code and templates as `make check` requires
	$(PYTHON) -m ruff format
	sh deploy/layout.sh

messages: setup-dev ## collect the texts to translate into the catalogs
	$(PYTHON) manage.py messages

commands: setup-dev ## write docs/commands.md from the help texts
	$(PYTHON) -m tests.architecture.commands

playthroughs: setup-dev ## rewrite the golden rounds of the newest revisions
	$(PYTHON) -m tests.games.playthroughs

spoken: setup-dev ## record again what a screen reader says in the sample rounds
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.spoken

screenshot: setup-dev ## take the pictures of the README and of the landing page
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.screenshot

screenshots: setup-dev ## take pictures of every page and game in six variants, into var/screenshots
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.screenshots

bench: setup-dev ## measure speed beside peers; BENCH="--quick" or BENCH="--only throughput" for less
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tools.bench $(BENCH)

busy: setup-dev ## measure whether an overloaded server stays fair to people and bots; BUSY="--tables 100 --seconds 120"
	$(PYTHON) -m tools.load.busy $(BUSY)

chaos: setup-dev ## break each part under running matches and count what is lost; CHAOS_MINUTES=3 for less
	$(PYTHON) -m tools.chaos $(CHAOS)

roll: setup-dev ## roll out a release under open pages and running matches; ROLL="--pages 290"
	$(PYTHON) -m tools.load.roll $(ROLL)

leaks: setup-dev ## search every response for hidden information; LEAKS_POSITIONS=1000 for less
	$(PYTHON) -m tools.leaks --positions $(or $(LEAKS_POSITIONS),10000) $(LEAKS)

fuzz: setup-dev ## send malformed and hostile requests to a running server; FUZZ_REQUESTS=5000 for less
	$(PYTHON) -m tools.fuzz --requests $(or $(FUZZ_REQUESTS),100000) $(FUZZ)

release: setup-dev ## prove that this commit can be released, and print the tag line; RELEASE="--from soak" or "--list"
	$(PYTHON) -m tools.release $(RELEASE)

lock: setup-dev ## lock the packages of all requirements with their hashes (needs the registries)
	$(PYTHON) deploy/lock.py

vendor: setup-dev ## fetch the vendored front-end files again (needs the npm registry)
	$(PYTHON) deploy/vendor.py
