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

# has TEXT WHERE DESCRIPTION
has() {
    [[ $2 == *"$1"* ]]
    ok $? "$3"
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
# The programs are found by name, without libtool's scripts where those come first; one that $program
# names need not be said in what follows.
PATH=$PWD/bench:$PWD/tools/.libs:$PWD/tools:$PATH
export LD_LIBRARY_PATH=$PWD/src/.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
program=

# file NAME LINE...: a file in the scratch folder.
file() {
    local name=$1
    shift
    printf '%s\n' "$@" > "$scratch/$name"
}

# try [PROGRAM] ARGUMENT...: $status, $out and $err of one run.
try() {
    ${program:+"$program"} "$@" > "$scratch/out" 2> "$scratch/err"
    status=$?
    out=$(cat "$scratch/out")
    err=$(cat "$scratch/err")
}

# answers STATUS OUTPUT [PROGRAM] ARGUMENT...
answers() {
    local wanted=$1 text=$2
    shift 2
    try "$@" < /dev/null
    is "$status: $out" "$wanted: $text" \
        "${program:+$program }${*//"$here/"/} exits $wanted with '${text%%[[:cntrl:]]*}'"
}

# refuses STATUS [PROGRAM] ARGUMENT...: that exit status, a message, nothing on stdout.
refuses() {
    local wanted=$1
    shift
    try "$@" < /dev/null
    [ "$status" -eq "$wanted" ] && [ ! -s "$scratch/out" ] && [ -n "$err" ]
    ok $? "${program:+$program }${*//"$here/"/} exits $wanted (is $status), with a message alone"
}

# for_ranks: lets mpirun start as root, and more ranks than cores; Open MPI leaves memory behind.
for_ranks() {
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
}
