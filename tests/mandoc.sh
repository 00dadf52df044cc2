#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every option of a program is in its manual page, and mandoc -Tlint reports nothing for the pages.
. "${srcdir:-.}/tests/tap.sh"

for page in man/pages/*.1; do
    program=$(basename "$page" .1)
    try --help=options
    options=$(sed -n 's/^ *\(-., \)\{0,1\}--\([a-z0-9-]*\).*/\2/p' <<< "$out")
    missing=
    for option in $options; do
        grep -qE "Fl -$option( |\$)" "$page" || missing+=" --$option"
    done
    is "$(wc -w <<< "$options" | awk '{ print ($1 > 1) }')$missing" 1 "man/$program.1 has every option of $program"
done
program=
# dimer has a --list of its own.
has 'All perfect matchings or cycle covers' "$(grep -A 1 'Fl -list' man/pages/cyclecover.1)" "--list of cyclecover is described"

# permatch(3) names every function and every option, and each function has a page.
functions=$(sed -nE 's/^    (pm_[a-z0-9_]+);$/\1/p' "$here/src/permatch.map")
missing=
for function in $functions; do
    grep -q "Xr $function 3" "$here/man/permatch.3" && [ -s "man/functions/$function.3" ] || missing+=" $function"
done
is "$missing" "" "man/permatch.3 leads to a page of each of the $(wc -w <<< "$functions") functions"
missing=
for page in $(sed -n 's/^\.Xr \(pm_[a-z0-9_]*\) 3.*/\1/p' "$here/man/permatch.3"); do
    [ -s "man/functions/$page.3" ] || missing+=" $page"
done
is "$missing" "" "... and to no page that is missing"
said=$(sed -n 's/^\.Nd //p' man/functions/*.3)
is "$(grep -E '^(PM_|NULL|[Tt]he same|[Tt]hese|A )|[^A-Za-z0-9>")]$' <<< "$said"
    awk 'gsub(/\(/, "") != gsub(/\)/, "")' <<< "$said"
    sort <<< "$said" | uniq -d)" "" "each page of a function says in a line what it does"
is "$(grep -lE '(^|[.)] )/$' man/functions/*.3)" "" "... and no comment leaves its end behind"
is "$(grep -c 'Start with PM_OPTIONS_DEFAULT' man/functions/pm_options.3)" 1 "pm_options(3) describes it once"
missing=
for member in $(sed -nE 's/.*offsetof\(pm_options, ([a-z_]+)\).*/\1/p' "$here/src/checkpoint/statement.c"); do
    grep -q "^.It Va $member Ta" "$here/man/permatch.3" || missing+=" $member"
done
is "$missing" "" "man/permatch.3 has every member of pm_options"

needs mandoc "the text of the pages" || finish
for page in man/pages/*.1 $(grep -L '^\.\\" options' "$here"/man/*.[1-8]) $(grep -L '^\.so ' man/functions/*.3); do
    name=$(basename "$page")
    # Pages of this package need not be installed: references to them are right.
    said=$(mandoc -Tlint "$page" 2>&1 |
        grep -v 'referenced manual not found: Xr \(perm-mtx 1\|countmatch 1\|cyclecover 1\|dimer 1\|ising 1\|pm-bench 1\|pm-report 1\|pm-status 1\|pm-sum 1\|pm-verify 1\|permatch 3\|pm_[a-z_]* 3\|permatch_formats 5\|permatch_json 5\|permatch_proof 5\|permatch_tutorial 7\)')
    is "$said" "" "man/$name passes mandoc -Tlint"
    mandoc -Tutf8 "$page" > "$scratch/text" 2> "$scratch/err" && [ -s "$scratch/text" ]
    ok $? "man/$name can be read"
done
finish
