# SPDX-License-Identifier: GPL-3.0-or-later
# Test points for shell scripts, to be sourced: TAP on stdout, the details of a failure on stderr.

points=0
failures=0

# ok CONDITION-STATUS DESCRIPTION
ok() {
    points=$((points + 1))
    if [ "$1" -eq 0 ]; then
        echo "ok $points - $2"
    else
        failures=$((failures + 1))
        echo "not ok $points - $2"
    fi
}

# is GOT WANTED DESCRIPTION
is() {
    [ "$1" = "$2" ]
    ok $? "$3"
    [ "$1" = "$2" ] || printf '# wanted: %s\n# got:    %s\n' "$2" "$1" >&2
}

# skip REASON
skip() {
    points=$((points + 1))
    echo "ok $points # SKIP $1"
}

# The plan, and the exit status of the script.
finish() {
    echo "1..$points"
    exit $((failures != 0))
}

# A folder that goes away with the script.
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT

here=${srcdir:-.}
