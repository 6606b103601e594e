# Each of these does one thing and sets itself up first. make and Python are all that is needed.

PYTHON := .venv/bin/python
NODE := .venv/bin/node
NPM := .venv/npm/node_modules
TIMED := sh deploy/timed.sh
# Hundreds of processes read the same modules: they are compiled once, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: help setup setup-dev run test soak check messages layout playthroughs spoken screenshot screenshots bench busy roll chaos leaks fuzz release lock vendor

help: ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/make \1	\2/p' Makefile | expand -t 20

setup: ## prepare .venv: from then on `.venv/bin/python manage.py COMMAND` works
	@sh deploy/setup.sh requirements.txt

setup-dev: ## prepare .venv for working on Nightcap, too
	@sh deploy/setup.sh requirements.txt requirements-dev.txt package.json

run: setup ## start everything; PORT=8001 or HOST=0.0.0.0 choose another address
	@exec $(PYTHON) manage.py run

test: setup-dev ## run all tests; those in a browser need Chromium, found or installed here
	$(TIMED) "Tests" $(PYTHON) -m pytest tests --ignore=tests/browser -n auto --maxprocesses 4 --dist worksteal -r R
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(TIMED) "Tests in a browser" $(PYTHON) -m pytest tests/browser -n 2 --dist worksteal -r R

soak: setup-dev ## the long runs of what `make test` runs briefly: before a release
	$(TIMED) "Soak" $(PYTHON) -m pytest tests --ignore=tests/browser -m soak -n auto --maxprocesses 4 --dist worksteal -r R
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(TIMED) "Soak in a browser" $(PYTHON) -m pytest tests/browser -m soak -n 2 --dist worksteal -r R

check: setup-dev ## style, types, scripts, length, clauses, migrations, settings, templates, translations, known weaknesses (NIGHTCAP_AUDIT=required)
	$(TIMED) "Style" $(PYTHON) -m ruff check
	$(TIMED) "Format" $(PYTHON) -m ruff format --check
	$(TIMED) "Layout" sh deploy/layout.sh --check
	$(TIMED) "Types" $(PYTHON) -m mypy
	$(TIMED) "Scripts and styles" $(NODE) $(NPM)/@biomejs/biome/bin/biome lint --error-on-warnings
	$(TIMED) "Types of scripts" $(NODE) $(NPM)/typescript/bin/tsc --project .
	$(TIMED) "Length" sh deploy/long.sh
	$(TIMED) "Clauses" $(PYTHON) -m pytest -q tests/games/contract/test_citations.py
	$(TIMED) "Migrations" $(PYTHON) manage.py makemigrations --check --dry-run
	$(TIMED) "Settings" $(PYTHON) manage.py check --settings config.settings_check --deploy --fail-level WARNING
	$(TIMED) "Templates" $(PYTHON) manage.py check_templates
	$(TIMED) "Translations" $(PYTHON) manage.py messages --check
	$(TIMED) "Known weaknesses" $(PYTHON) deploy/audit.py

layout: setup-dev ## lay out code and templates as `make check` wants them
	$(PYTHON) -m ruff format
	sh deploy/layout.sh

messages: setup-dev ## collect the strings to translate into the catalog
	$(PYTHON) manage.py messages

playthroughs: setup-dev ## write the golden rounds of the newest revisions anew
	$(PYTHON) -m tests.games.playthroughs

spoken: setup-dev ## write the rounds that are played by ear anew
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.spoken

screenshot: setup-dev ## take the README's pictures anew, of real matches and a league
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.screenshot

screenshots: setup-dev ## pictures of every page and game in four variants, into var/screenshots
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tests.browser.screenshots

bench: setup-dev ## how fast everything is, beside peers; BENCH="--quick" or "--only throughput" for less
	CHROMIUM="$$(sh deploy/chromium.sh)" && export CHROMIUM && \
	    $(PYTHON) -m tools.bench $(BENCH)

busy: setup-dev ## whether a server with too many strong bots stays fair; BUSY="--tables 100 --seconds 120"
	$(PYTHON) -m tools.load.busy $(BUSY)

chaos: setup-dev ## break everything under running matches and count what is lost; CHAOS_MINUTES=15
	$(PYTHON) -m tools.chaos $(CHAOS)

roll: setup-dev ## whether a new release can be rolled out over running matches; ROLL="--pages 290"
	$(PYTHON) -m tools.load.roll $(ROLL)

leaks: setup-dev ## compare every answer with that of a round which differs in secret; LEAKS_POSITIONS=1000 for less
	$(PYTHON) -m tools.leaks --positions $(or $(LEAKS_POSITIONS),10000) $(LEAKS)

fuzz: setup-dev ## send malformed and hostile requests to a running server; FUZZ_REQUESTS=5000 for less
	$(PYTHON) -m tools.fuzz --requests $(or $(FUZZ_REQUESTS),100000) $(FUZZ)

release: setup-dev ## prove that this commit can be released, and print the tag line; RELEASE="--from soak" or "--list"
	$(PYTHON) -m tools.release $(RELEASE)

lock: setup-dev ## write down anew what the requirements lead to, with hashes (asks the registry)
	$(PYTHON) deploy/lock.py

vendor: setup-dev ## fetch the front-end files anew (asks the registry of npm)
	$(PYTHON) deploy/vendor.py
