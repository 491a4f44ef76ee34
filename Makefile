# `make help` lists what there is. Set-up is .ci/setup.sh; it needs Python 3.11 to 3.13 and nothing else.
SHELL := /bin/sh
# Debian keeps brokers where only root looks.
export PATH := $(PATH):/usr/local/sbin:/usr/sbin:/sbin
BIN := .venv/bin
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo test lint bench fuzz firmware firmware-header decks train-vision lock clean system setup setup-dev

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

demo: setup  ## deal hands at a virtual table and rule on them; ARGS="--tables 3" for more
	@exec $(BIN)/feltwire demo $(ARGS)

test: system setup-dev  ## lint and every test; needs mosquitto and Chromium, installs them where it may
	@$(MAKE) --no-print-directory lint
	@$(BIN)/python -m pytest $(ARGS)

lint: setup-dev  ## ruff (rules and format) and mypy --strict over everything
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: setup-dev  ## measure, print one table
	@$(BIN)/python -m tests.bench $(ARGS)

fuzz: setup-dev  ## a million random and mutated bytes into every driver, at most 2 minutes; ARGS=SEED to repeat
	@$(BIN)/python -m tests.firmware_bridge.fuzz $(ARGS)

firmware: system  ## build the microcontroller's firmware, its simulator harness and its unit tests
	@$(MAKE) --no-print-directory -C hardware/firmware
	@build/firmware/test_core

firmware-header: setup-dev
	@$(BIN)/python -m hardware.firmware.header > hardware/firmware/core/frames.h

decks: setup-dev  ## fetch and render the decks that training and the virtual camera use; needs npm, apt, rsvg-convert
	@$(BIN)/python -m vision.train decks build/decks

train-vision: decks  ## train the card reader anew, on two cores within an hour; ARGS="--seed 5"
	@sh .ci/train.sh $(ARGS)

lock:  ## make both lock files anew from pyproject.toml; ARGS=--upgrade for newer versions
	@sh .ci/lock.sh $(ARGS)

clean:  ## remove the environment, caches and what the demo wrote
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis demo-data
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

system:
	@sh .ci/system.sh

setup:  ## the environment alone, with the command .venv/bin/feltwire in it
	@sh .ci/setup.sh run

setup-dev:
	@sh .ci/setup.sh dev
