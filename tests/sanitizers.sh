#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/tap.sh finds the reports of sanitizers: a script fails if a program in a pipeline leaks memory or
# has undefined behaviour, although all its test points pass.
. "${srcdir:-.}/tests/tap.sh"

# script PROGRAM: a script whose only point passes; the pipeline hides the exit status of PROGRAM.
script() {
    try bash -c '. "${srcdir:-.}/tests/tap.sh"; "$0" | cat > "$scratch/out"; ok 0 "a point"; finish' "$1"
}

# tries NAME FLAG STATEMENT STATUS WORDS: the script for a program of this statement, compiled with FLAG.
tries() {
    file "$1.c" '#include <stdlib.h>' 'int main(int count, char **argument)' \
        "{ void *volatile p = malloc(8); (void)argument; $3 return p == NULL || count == 0; }"
    if ! "${CC:-cc}" "$2" -g1 -o "$scratch/$1" "$scratch/$1.c" > "$scratch/log" 2>&1; then
        skip "THE COMPILER HAS NO $2: reports of sanitizers are not tested"
        return
    fi
    script "$scratch/$1"
    is "$status" "$4" "a pipeline with $1: exit status $4"
    if [ -n "$5" ]; then
        has "$5" "$err" "... and the report: $5"
    else
        is "$err" "" "... and no report"
    fi
}

tries "a leak" -fsanitize=address "p = NULL;" 1 LeakSanitizer
tries "an overflow" -fsanitize=undefined "count += 2147483647;" 1 "signed integer overflow"
tries "a sound program" -fsanitize=address "free(p);" 0 ""
finish
