#!/bin/sh
# Makes .venv from a hash-pinned lock and installs Feltwire into it: setup.sh run|dev
#
# `run` holds what node, hub, camera and demo need; `dev` holds everything. A stamp in .venv remembers what was installed, so
# that a second run ends at once and a changed lock, pyproject.toml, Python or folder installs again.
set -eu
cd "$(dirname "$0")/.."

what=${1:?usage: setup.sh run|dev}
case $what in
run) lock=requirements.lock ;;
dev) lock=requirements-dev.lock ;;
*)
    echo "setup.sh: '$what' is neither 'run' nor 'dev'" >&2
    exit 2
    ;;
esac

stop() {
    echo "feltwire: $1" >&2
    exit 2
}

checksum() { cat pyproject.toml "$1" .ci/setup.sh | cksum; }

stamp_of() { echo "$1 $(checksum "$2") $(.venv/bin/python -V 2>&1) $PWD"; }

# --- already done? `dev` contains `run`
if [ -x .venv/bin/python ] && .venv/bin/python -V >/dev/null 2>&1; then
    done_dev=$(cat .venv/feltwire-dev.stamp 2>/dev/null || true)
    done_run=$(cat .venv/feltwire-run.stamp 2>/dev/null || true)
    [ "$done_dev" = "$(stamp_of dev requirements-dev.lock)" ] && exit 0
    [ "$what" = run ] && [ "$done_run" = "$(stamp_of run requirements.lock)" ] && exit 0
fi

# --- can this machine do it?
case $(uname -s)-$(uname -m) in
Linux-x86_64 | Linux-aarch64) ;;
*) stop "this platform ($(uname -s) $(uname -m)) is not supported: Feltwire runs on 64-bit Linux, x86_64 or aarch64." ;;
esac

python=
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if command -v "$candidate" >/dev/null 2>&1 &&
        "$candidate" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] ||
    stop "no Python 3.11, 3.12 or 3.13 was found (looked for ${PYTHON:-python3}): install one with: apt install python3 python3-venv"
"$python" -c 'import sys; sys.exit(sys.maxsize < 2**32)' ||
    stop "this Python is a 32-bit build, which is not supported: install the 64-bit Raspberry Pi OS or Debian."
"$python" -c 'import venv, ensurepip' 2>/dev/null ||
    stop "this Python cannot make a virtual environment: install it with: apt install python3-venv"

# --- install; a venv that was moved or whose Python is gone is made anew
if [ -d .venv ] && ! { .venv/bin/python -c 'import sys; sys.exit(sys.prefix == sys.base_prefix)' &&
    .venv/bin/python -m pip --version; } >/dev/null 2>&1; then
    rm -rf .venv
fi
[ -d .venv ] || "$python" -m venv .venv
rm -f .venv/feltwire-run.stamp .venv/feltwire-dev.stamp
echo "feltwire: setting up .venv from $lock (about a minute the first time)"
unset PIP_USER PIP_TARGET PIP_PREFIX
export PIP_DISABLE_PIP_VERSION_CHECK=1
.venv/bin/python -m pip install -qq --require-hashes --only-binary :all: -r "$lock" ||
    stop "the packages of $lock could not be installed (pip's own words are above); is the network there?"
.venv/bin/python -m pip install -qq --no-deps --no-build-isolation --no-index --editable . ||
    stop "Feltwire itself could not be installed into .venv (pip's own words are above)."
stamp_of "$what" "$lock" >".venv/feltwire-$what.stamp"
