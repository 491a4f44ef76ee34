#!/bin/sh
# Sees to the programs that the tests need beside Python: a real broker, a real browser, the compilers and the simulator
# of the microcontroller's firmware, and what checks units and makes certificates.
#
# What is missing is installed through apt when that may be done without a question (root or passwordless sudo);
# otherwise the one line to type is printed and the exit code is 2.
set -eu

has() { command -v "$1" >/dev/null 2>&1; }

missing=
has mosquitto || missing="$missing mosquitto"
has chromium || has chromium-browser || has google-chrome || missing="$missing chromium"
has cc || missing="$missing gcc libc6-dev"
{ has avr-gcc && has simavr; } || missing="$missing gcc-avr avr-libc simavr libsimavr-dev libelf-dev"
has systemd-analyze || missing="$missing systemd"
has openssl || missing="$missing openssl"
[ -n "$missing" ] || exit 0

line="apt-get install -y --no-install-recommends$missing"
if ! has apt-get; then
    echo "feltwire: the tests need$missing, and there is no apt here: install it by hand." >&2
    exit 2
elif [ "$(id -u)" = 0 ]; then
    as_root=
elif has sudo && sudo -n true 2>/dev/null; then
    as_root="sudo -n"
else
    echo "feltwire: the tests need$missing; install with: sudo $line" >&2
    exit 2
fi

echo "feltwire: the tests need$missing; installing through apt: $line"
# One mirror's failed refresh is no reason to stop: the install below says what is really missing.
$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 update || true
# shellcheck disable=SC2086 # the words of $line are meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive $line -qq -o DPkg::Lock::Timeout=300 </dev/null >/dev/null || {
    echo "feltwire: apt could not install$missing; try: $line" >&2
    exit 2
}
