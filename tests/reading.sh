#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests of what programs read (input*.sh, molecules.sh), which source this file: text on standard input,
# and records of molecules.
. "${srcdir:-.}/tests/tap.sh"

corpus=$here/tests/corpus

# reads OUTPUT PROGRAM TEXT [ARGUMENT...]: the answer to TEXT, a printf format, on standard input.
reads() {
    local wanted=$1 tool=$2 text=$3
    shift 3
    # shellcheck disable=SC2059
    printf "$text" | "$tool" "$@" > "$scratch/out" 2> "$scratch/err"
    is "$? $(tr '\n' ' ' < "$scratch/out")" "0 $wanted " "$tool $* of '${text:0:40}' prints $wanted"
    err=$(< "$scratch/err")
}

# blames WORDS PROGRAM TEXT [ARGUMENT...]: exit status 1, no output, and a message with these words.
blames() {
    local words=$1 tool=$2 text=$3
    shift 3
    # shellcheck disable=SC2059
    printf "$text" | "$tool" "$@" > "$scratch/out" 2> "$scratch/err"
    local status=$?
    err=$(< "$scratch/err")
    [ $status -eq 1 ] && [ ! -s "$scratch/out" ] && [[ $err == *"$words"* ]]
    ok $? "$tool $* of '${text:0:40}' says '$words'"
}

# molecule TITLE ATOMS BOND...: a record of V2000; ATOMS are symbols, a BOND is 'atom atom type'; MARK is a
# line before the end.
molecule() {
    local title=$1 atoms k
    read -ra atoms <<< "$2"
    shift 2
    printf '%s\n\n\n%3d%3d  0  0  0  0  0  0  0  0999 V2000\n' "$title" ${#atoms[@]} $#
    for k in "${!atoms[@]}"; do
        printf '%10.4f%10.4f%10.4f %-3s 0  0  0  0  0  0\n' "$k.5" "-$k.25" 0 "${atoms[k]}"
    done
    # shellcheck disable=SC2048,SC2086
    [ $# = 0 ] || printf '%3d%3d%3d\n' $*
    printf '%sM  END\n$$$$\n' "${MARK:+$MARK$'\n'}"
}
