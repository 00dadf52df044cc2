#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The Python package with the extension module of this build: its tests, by pytest, and its examples.
. "${srcdir:-.}/tests/tap.sh"

here=$(cd "$here" && pwd)
export PYTHONPATH=$PWD/python PYTHONDONTWRITEBYTECODE=1

# The first Python that has the needed packages.  Debian's python3 may come later on the PATH.
python=
for candidate in python3 /usr/bin/python3; do
    if [ -z "$python" ] && "$candidate" -c 'import numpy, pytest' 2> "$scratch/why"; then
        python=$candidate
    fi
done
if [ -z "$python" ] || [ ! -e python/permatch/_door.abi3.so ]; then
    echo "# NO NumPy AND pytest (python3-numpy, python3-pytest), OR NO EXTENSION MODULE HERE" >&2
    echo "# (python3-dev, and a shared library): THE PYTHON PACKAGE IS NOT TESTED" >&2
    skip "no python3-numpy, python3-pytest and python3-dev, or no shared library"
    finish
fi

# One test point for each test of pytest.
(cd "$scratch" && "$python" -m pytest -p no:cacheprovider -q -rA --tb=short "$here/python/tests") > "$scratch/out" 2>&1
while read -r result name; do
    case $result in
    PASSED) ok 0 "$name" ;;
    FAILED | ERROR) ok 1 "$name" ;;
    SKIPPED) skip "$name" ;;
    esac
done < <(grep -E '^(PASSED|FAILED|ERROR|SKIPPED) ' "$scratch/out" | sed "s|$here/||; s|[^ ]*python/tests/||")
[ "$points" -gt 50 ]
ok $? "pytest ran"
[ "$failures" -eq 0 ] || sed 's/^/# /' "$scratch/out" >&2

try "$python" -m doctest "$here/docs/python.md"
is "$status$out" 0 "the examples of docs/python.md"
try "$python" -m doctest "$here/docs/tracking.md"
is "$status$out" 0 "the examples of docs/tracking.md"
try "$python" -m doctest "$here/python/README.md"
is "$status$out" 0 "the examples of python/README.md"

for example in "$here"/python/examples/*.py; do
    name=$(basename "$example")
    wanted=$(sed -n 's/^# Prints: //p' "$example")
    if ! "$python" -c "$(sed -n 's/^import \([a-z]*\)$/import \1/p' "$example")" 2> "$scratch/why"; then
        echo "# $name IS NOT RUN: $(tail -n 1 "$scratch/why")" >&2
        skip "$name: $(tail -n 1 "$scratch/why")"
        continue
    fi
    answers 0 "$wanted" "$python" "$example"
    [ -n "$wanted" ]
    ok $? "... and $name says what it prints"
done
finish
