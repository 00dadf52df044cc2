#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The public header compiles as C and as C++. The example of permatch(3) compiles against the shared
# library, prints what it says, and leaks no memory.  The table of options that a plan keeps has every
# member of pm_options.
. "${srcdir:-.}/tests/tap.sh"

flags=(-Wall -Wextra -Wshadow -Werror -I"$here/src")
library=$PWD/src/.libs

file use.c '#include "permatch.h"' \
    'int main(void) { pm_options o = PM_OPTIONS_DEFAULT; return o.threads; }'
cp "$scratch/use.c" "$scratch/use.cc"

# compiles COMPILER STANDARD FILE
compiles() {
    needs "$1" "permatch.h as $2" || return
    try "$1" -std="$2" -pedantic "${flags[@]}" -fsyntax-only "$scratch/$3"
    is "$status$err" 0 "permatch.h compiles as $2 with $1"
}
compiles gcc c17 use.c
compiles gcc c99 use.c
compiles clang c17 use.c
compiles g++ c++11 use.cc
compiles g++ c++17 use.cc
compiles g++ c++20 use.cc
compiles clang++ c++17 use.cc

# The shared library exports the functions that the header declares.
declared=$(sed 's|/\*.*\*/||; /\/\*/,/\*\//d' "$here"/src/permatch/*.h | grep -v '^typedef' |
    grep -oE '\bpm_[a-z0-9_]+\(' | tr -d '(' | sort)
is "$declared" "$(sed -nE 's/^    (pm_[a-z0-9_]+);$/\1/p' "$here/src/permatch.map" | sort)" \
    "src/permatch.map has the functions of permatch.h"

# members STRUCT: prints the members of a struct in the header; several may share a line.
members() {
    sed -n "/^typedef struct $1 {/,/^}/p" "$here"/src/permatch/*.h | sed -nE 's/^ {4}([a-z][^;]*);.*/\1/p' |
        tr ',' '\n' | sed -E 's/.*[ *]//'
}
missing= count=0
for member in $(members pm_options); do
    count=$((count + 1))
    grep -q "offsetof(pm_options, $member)" "$here/src/checkpoint/statement.c" || missing+=" $member"
done
[ "$count" -gt 20 ]
ok $? "pm_options has members ($count)"
is "$missing" "" "src/checkpoint/statement.c has each of them"
is "$(grep -c 'offsetof(pm_options' "$here/src/checkpoint/statement.c")" "$count" "... and no others"

awk '/^\.Bd -literal/ { inside = 1; next } /^\.Ed/ { inside = 0 } inside' "$here/man/permatch.3" |
    sed 's/\\e/\\/g' > "$scratch/example.c"
wanted=$(sed -nE 's|.*/\* prints (.*) \*/|\1|p' "$scratch/example.c")
if [ ! -e "$library/libpermatch.so" ] || ! command -v gcc > "$scratch/which"; then
    echo "# NO gcc, OR NO SHARED LIBRARY HERE: THE EXAMPLE IS NOT RUN" >&2
    skip "no gcc, or no shared library"
    finish
fi
try gcc -std=c17 "${flags[@]}" -o "$scratch/example" "$scratch/example.c" -L"$library" -lpermatch
is "$status$err" 0 "the example of permatch(3) compiles"
answers 0 "$wanted" "$scratch/example"
[ -n "$wanted" ]
ok $? "... and has a comment with its output"

if [ "${PM_TESTS-}" != long ]; then
    skip "valgrind is slow: make check-long runs it"
elif needs valgrind "the memory of the example"; then
    try valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite,indirect,possible \
        --errors-for-leak-kinds=definite,indirect,possible "$scratch/example"
    is "$status$err" 0 "the example leaks no memory"
fi
finish
