# SPDX-License-Identifier: GPL-3.0-or-later
# Test points for shell scripts, which source this file.  TAP goes to stdout, the details of a failure to
# stderr.  A report of a sanitizer fails the script, also if a pipeline hides the exit status.

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

# needs PROGRAM WHAT: succeeds if the program is installed; if not, skips the test of WHAT.
needs() {
    if ! command -v "$1" > "$scratch/which"; then
        skip "NO $1 IS INSTALLED: $2 IS NOT TESTED"
        return 1
    fi
    # A python3 that is a script (pyenv) takes ten times as long to start as the program that it finds.  That
    # comes first, but behind the programs of this build: others may be installed in its folder.
    if [ "$1" = python3 ] && [ "$(head -c 2 "$(command -v python3)")" = '#!' ]; then
        PATH=${PATH/":$outside"/":$(python3 -c 'import os, sys; print(os.path.dirname(sys.executable))'):$outside"}
    fi
}

# finish: the reports of sanitizers, the plan, and the exit status of the script.
finish() {
    if [ -n "$(ls "$reports")" ]; then
        cat "$reports"/* >&2
        ok 1 "sanitizers report nothing"
    fi
    echo "1..$points"
    exit $((failures != 0))
}

# A folder that is deleted at the end of the script; programs write the reports of sanitizers into it.
scratch=$(mktemp -d) || exit 99
trap 'rm -rf "$scratch"' EXIT
reports=$scratch/.reports
mkdir "$reports" || exit 99
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}log_path='$reports/address'"
export UBSAN_OPTIONS="${UBSAN_OPTIONS:+$UBSAN_OPTIONS:}log_path='$reports/undefined'"

# Ends a program that waits for ever.  A slow build on a busy machine needs minutes for what takes
# seconds elsewhere.
guard=(timeout 600)

here=${srcdir:-.}
# Programs are found by name; tools/.libs has them without the scripts of libtool.  The functions below
# run $program if it is not empty.
outside=$PATH
PATH=$PWD/bench:$PWD/tools/.libs:$PWD/tools:$outside
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
    out=$(< "$scratch/out")
    err=$(< "$scratch/err")
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

# says WORDS: the last run said so on standard error.
says() {
    has "$1" "$err" "... and says '$1'"
}
silent() {
    is "$err" "" "... and says nothing"
}

# saying WORDS COMMAND...: one of the functions above or reads(), and then says() or, where WORDS is empty, silent().
saying() {
    "${@:2}"
    if [ -n "$1" ]; then says "$1"; else silent; fi
}

# until_true CONDITION...: waits for the condition, at most five minutes.
until_true() {
    local k
    for ((k = 0; k < 3000; k++)); do
        eval "$*" && return
        sleep 0.1
    done
    return 1
}

# for_ranks: mpirun may start as root, and more ranks than there are cores.  It starts programs without
# the search for leaks, since Open MPI does not free all of its memory.
for_ranks() {
    local mpirun
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export OMPI_MCA_rmaps_base_oversubscribe=1 PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
    mpirun=$(command -v mpirun) || return 0
    mkdir "$scratch/.mpi"
    printf '#!/bin/sh\nASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 exec "%s" "$@"\n' "$mpirun" > "$scratch/.mpi/mpirun"
    chmod +x "$scratch/.mpi/mpirun"
    PATH=$scratch/.mpi:$PATH
}

# sealed: the text of a checkpoint or a stored plan on standard input, with the right checksum.
sealed() {
    grep -v '^checksum' > "$scratch/sealed.text"
    cat "$scratch/sealed.text"
    printf 'checksum %s\n' "$(gzip -c "$scratch/sealed.text" | tail -c 8 | head -c 4 | od -An -tx4 | tr -d ' ')"
}

# complete N, bipartite N: the edges of K_N and of K_N,N.
complete() {
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j < i; j++) print "v" i, "v" j }'
}
bipartite() {
    awk -v n="$1" 'BEGIN { for (i = 1; i <= n; i++) for (j = 1; j <= n; j++) print "u" i, "v" j }'
}
