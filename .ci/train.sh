#!/bin/sh
# Trains the reader into vision/model/: about an hour on two cores. Torch lives in a throw-away environment under build/.
#
# The memory allocator is told to keep what it has: pictures come and go by the million.
set -eu
cd "$(dirname "$0")/.."

[ -x build/train/bin/python ] || python3 -m venv build/train
build/train/bin/python -m pip install -q --disable-pip-version-check --only-binary :all: -r vision/train/requirements.txt
export MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=8000000000 MALLOC_TOP_PAD_=100000000
exec build/train/bin/python -m vision.train train build/decks --out vision/model "$@"
