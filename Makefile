# Needs Python 3.11 or later, make and git; everything else goes into $(VENV).
PYTHON ?= python3
VENV ?= .venv
ARGS ?=
# Two workers suit two cores; PYTEST_ARGS= runs in one process, in order of file with -p no:randomly.
PYTEST_ARGS ?= -n 2

BIN = $(VENV)/bin
INPUTS = pyproject.toml constraints.txt
# Two stamps: who only plays waits for the few packages of the game, not for those of its tests.
PLAY = $(VENV)/.play-stamp
DEV = $(VENV)/.dev-stamp

.PHONY: play test check soak bench docs clean

play: $(PLAY)
	@$(BIN)/undercroft play $(ARGS) || [ $$? -eq 130 ]  # who leaves with Ctrl-C has made no error

test: $(DEV)
	$(BIN)/python -m pytest -q $(PYTEST_ARGS) $(ARGS)

check: $(DEV)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q $(PYTEST_ARGS)

soak: $(DEV)
	$(BIN)/python tools/soak.py $(ARGS)

bench: $(DEV)
	$(BIN)/python -m benchmarks $(ARGS)

docs: $(DEV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[docs]'
	$(BIN)/python tools/docs.py $(ARGS)

clean:
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache docs/_build docs/chapters .soak
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "undercroft needs Python 3.11 or later")'
	$(PYTHON) -m venv $(VENV)

$(PLAY): $(INPUTS) | $(BIN)/python
	@echo "Installing what undercroft needs into $(VENV), once."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(DEV): $(INPUTS) | $(BIN)/python
	@echo "Installing what undercroft and its tests need into $(VENV), once."
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e examples/fivecards
	@touch $@ $(PLAY)
