#!/bin/sh
# Makes both locks anew: every version and hash, for Python 3.11 to 3.13 on x86_64 and aarch64.
#
# The resolver lives in a throw-away environment under build/. Without `--upgrade` as an argument, versions that still
# fit are kept. `requirements.lock` is cut from the same versions as `requirements-dev.lock`.
set -eu
cd "$(dirname "$0")/.."

[ -x build/lock/bin/uv ] || {
    "${PYTHON:-python3}" -m venv build/lock
    build/lock/bin/python -m pip install --quiet --disable-pip-version-check 'uv==0.13.9'
}

compile() {
    out=$1
    shift
    build/lock/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --only-binary :all: \
        --no-config --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' --group build \
        --output-file "$out" "$@" pyproject.toml
}

compile requirements-dev.lock --extra node --extra vision --extra hub --extra dev "$@"
compile requirements.lock --extra node --extra hub --extra vision --extra vision-fast --constraint requirements-dev.lock "$@"
