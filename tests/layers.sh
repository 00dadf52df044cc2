#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The layering rule: a file below src includes only from its own folder and from the folders in the row
# of that folder in src/LAYERS.  Files do not include each other in circles.  A folder without a row
# belongs to the folder above it.  No two files have the same name, and each has a head.
. "${srcdir:-.}/tests/tap.sh"

# includes: prints lines "FILE LINE HEADER", with names below src.  A header that is not below src keeps
# its name.
includes() {
    (cd "$here/src" && grep -rn --include='*.[ch]' '^ *# *include *"' . </dev/null) |
        sed -E 's|^\./([^:]*):([0-9]+):[^"]*"([^"]*)".*|\1 \2 \3|' |
        while read -r file line header; do
            [[ $header == */* ]] || [ ! -e "$here/src/${file%/*}/$header" ] || header=${file%/*}/$header
            echo "$file $line $header"
        done
}
includes > "$scratch/includes"

# offences: includes that no row allows.
awk 'function room(path) {
         while (sub(/\/[^\/]*$/, "", path))
             if (path in row)
                 return path
         return ""
     }
     FNR == NR { if (!/^#/ && NF) row[$1] = " " $0 " "; next }
     $3 != "permatch.h" && $3 != "config.h" {
         own = room($1)
         other = room($3)
         if (own != "" && (other == "" || index(row[own], " " other " ") == 0))
             print own, "src/" $1 ":" $2 ": " $3
     }' <(tr -s ' ' < "$here/src/LAYERS") "$scratch/includes" > "$scratch/offences"

for folder in "$here"/src/*/; do
    folder=$(basename "$folder")
    [ -n "$(find "$here/src/$folder" -name '*.[ch]' | head -n 1)" ] || continue
    grep -q "^$folder\( \|\$\)" "$here/src/LAYERS"
    ok $? "src/$folder has a row in src/LAYERS"
done
while read -r folder _; do
    is "$(sed -n "s|^$folder ||p" "$scratch/offences")" "" "src/$folder includes only what its row allows"
done < <(grep -v '^#' "$here/src/LAYERS")

# A row names only folders that have a row above it.
is "$(awk '!/^#/ && NF { for (i = 2; i <= NF; i++) if (!($i in seen)) print $1 ": " $i; seen[$1] }' \
    "$here/src/LAYERS")" "" "src/LAYERS is ordered"

# Files about GPUs are named by what they do: gpu_*.c is for all engines, *_gpu.c computes one matrix,
# *_gpus.c stacks, and a folder gpu has more than one file for one matrix.
is "$(cd "$here/src/engine" && find . -name '*gpu*' ! -path './gpu_*' ! -name '*_gpu.[ch]' ! -name '*_gpus.[ch]' \
    ! -path './sweep/gpu*')" "" "files about GPUs are named by one rule"

# For circles, a header and the source of the same name are one file.
is "$(sed -E 's/\.[ch] [0-9]+ / /; s/\.[ch]$//' "$scratch/includes" | awk -f "$here/tests/circles.awk")" \
    "" "files do not include each other in circles"

# The name of a file is unique, also without its folder.
is "$(cd "$here" && find src tools bench -name '*.[ch]' -printf '%f\n' | sort | uniq -d)" "" \
    "no two files of the library and the programs have the same name"

is "$(cd "$here" && find src tools bench tests cuda -name '*.[ch]' ! -name permatch.h -exec awk 'FNR == 501 { print FILENAME }' {} +)" \
    "" "no file has more than 500 lines"

# A function is the lines from a { to a } at the beginning of a line.
is "$(cd "$here" && find src tools bench -name '*.[ch]' -exec awk 'FNR == 1 { first = 0 } /^\{/ { first = FNR }
    /^\}/ { if (first > 0 && FNR - first > 60) print FILENAME ":" first; first = 0 }' {} +)" "" \
    "no function has more than 60 lines"

# A file that no local.mk names is neither compiled nor in the tarball.
is "$(cd "$here" && find src tools bench cuda tests -name local.mk -exec sh -c 'sed "s|%D%|${1%/*}|g" "$1"' - {} \; |
    tr -s ' \t' '\n' | awk 'NR == FNR { named[$0]; next }
    { program = $0; sub(/\.c$/, "", program) } !($0 in named) && !(program in named)' - \
    <(find src tools bench cuda tests -name '*.[ch]' -o -name '*.cc' -o -name '*.cu'))" "" \
    "every source is named in a local.mk"

# A program and a script of one name would share one log, and Automake would run only one of them.
is "$(awk '/^[a-z_]*(c|shell)_tests = /, !/\\$/' "$here/tests/local.mk" | tr -s ' \t' '\n' | sed -n 's|^tests/||p' |
    sed 's|[.]sh$||' | sort | uniq -d)" "" "no two tests have one name"

# The head of a source begins in its second line.  It says the idea, the method and the cost.
is "$(cd "$here" && find src tools bench -name '*.c' -exec awk 'FNR == 2 && !/^\/\* [A-Za-z]/ { print FILENAME }' {} +)" \
    "" "every source says in its head what it does"

# Programs include only the public header, and base/printable.h, which they are linked with. bench/ may include the library's headers.
is "$(cd "$here/tools" && grep -n '#include ".*/' ./*.[ch] | grep -v '"base/printable.h"')" "" \
    "the programs include only the public header, and what both print by"
is "$(cd "$here" && grep -rn '#include "\(\.\./\)*bench/' src tools)" "" \
    "the library and the programs include nothing from bench/"
# Only the planner includes the policy of choices.
is "$(cd "$here/src" && grep -rnE --include='*.[ch]' 'pm_policy|plan/policy\.h' . | grep -v '^\./plan/')" "" \
    "nothing outside src/plan names the policy"
finish
