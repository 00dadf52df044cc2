#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The files of the library and of the programs do not need each other's functions or data in circles.  A
# source that is compiled several times, for number types, instruction sets or programs, counts as one
# file.  Objects without a source are left from an earlier version and do not count.
# A function outside its file bears the name of its file, of its folder, or of the header that declares it, and
# another file or a test calls it.
. "${srcdir:-.}/tests/tap.sh"

# symbols: prints "FILE SYMBOL KIND" for every symbol of every object.
symbols() {
    find src tools bench -name '*.o' -exec nm -A -P -g {} + |
        sed -E 's|^([^:]*): |\1 |; s|\.libs/||; s|^([^ ]*/)[a-z0-9_]+-|\1|; s|\.o | |'
}

if ! command -v nm > "$scratch/nm" || ! symbols > "$scratch/symbols" || [ ! -s "$scratch/symbols" ]; then
    echo "# NO nm, OR NO OBJECTS HERE: CALLS ARE NOT TESTED" >&2
    skip "no nm, or no objects"
    finish
fi
(cd "$here" && find src tools bench -name '*.c' | sed 's|\.c$||') > "$scratch/sources"

# The list of symbols is read twice: first what is defined, then what is needed.
awk 'FILENAME == ARGV[1] { source[$1]; next }
     !($1 in source)     { next }
     FILENAME != ARGV[3] { if ($3 != "U" && $3 != "w") home[$2] = $1; next }
     $3 == "U" && ($2 in home) && home[$2] != $1 { print $1, home[$2], $2 }' \
    "$scratch/sources" "$scratch/symbols" <(cat "$scratch/symbols") > "$scratch/calls"
[ -s "$scratch/calls" ]
ok $? "files call each other"
circles=$(awk -f "$here/tests/circles.awk" "$scratch/calls")
is "$circles" "" "... but not in circles"
[ -z "$circles" ] || # show why
    awk 'NR == FNR { for (i = 1; i <= NF; i++) circle[$i] = NR; next }
         ($1 in circle) && ($2 in circle) && circle[$1] == circle[$2] && !seen[$0]++ {
             print "# " $1 " needs " $3 " of " $2
         }' <(echo "$circles") "$scratch/calls" >&2

# The first words agree, but for an s at the end.  pm_fail(), pm_sort() and their like are read as verbs of C;
# symbols of the linker, of sanitizers and the public functions have no file to be named after.
(cd "$here/src" && grep -rhoE '^ +pm_[a-z0-9_]+;' permatch.map | tr -d ' ;' | sed 's/^/public /'
    grep -roE --include='*.h' '\bpm_[a-z0-9_]+' . | sed -E 's|^.*/([^/]*)\.h:|\1 |' | sort -u) > "$scratch/headers"
# The words of readers and of plane graphs that are no file, one for each thing that they handle.
is "$(awk -v read='^(finding|sample|clas|cut|shape|weight|graph|neighbour|comment|dot|matrix|dimac|pajek|digit|counted|gexf|graphml|npz)$' \
    -v planar='^(face|front|kasteleyn|plane|pair|graph|sheet|sign|far)$' \
    'function first(name) { sub(/_.*/, "", name); sub(/s$/, "", name); return name }
     $1 == "public"      { public[$2]; next }
     FILENAME == ARGV[1] { source[$1]; next }
     FILENAME == ARGV[2] { if (first($1) == first(substr($2, 4))) good[$2]; next }
     !($1 in source) || $3 != "T" || $1 !~ /^src/ || $2 !~ /^pm_/ || ($2 in public) || ($2 in good) { next }
     $1 ~ /^src\/base\/(status|alloc)$/ { next }
     $1 ~ /^src\/read\// && first(substr($2, 4)) ~ read { next }
     $1 ~ /^src\/engine\/planar\// && first(substr($2, 4)) ~ planar { next }
     {
         count = split($1, part, "/")
         for (k = 2; k <= count; k++)
             if (first(part[k]) == first(substr($2, 4)))
                 next
         if (!seen[$2]++)
             print $1, $2
     }' "$scratch/sources" "$scratch/headers" "$scratch/symbols")" "" \
    "functions are named after their file, folder or header"

# What no other object needs is static, but for the public functions and what tests call.
(cd "$here/tests" && grep -ohE '\bpm_[a-z0-9_]+' ./*.[ch] | sort -u) > "$scratch/tested"
is "$(awk 'FILENAME == ARGV[1] { source[$1]; next }
     FILENAME == ARGV[2] { public[$2]; next }
     FILENAME == ARGV[3] { public[$1]; next }
     !($1 in source)     { next }
     $3 == "U"           { if (!($2 in home) || home[$2] != $1) needed[$2]; next }
     $3 == "T" && $1 ~ /^src/ && !($2 in public) { home[$2] = $1 }
     END { for (name in home) if (!(name in needed)) print home[name], name }' \
    "$scratch/sources" <(grep '^public ' "$scratch/headers") "$scratch/tested" "$scratch/symbols" | sort)" "" \
    "functions that only their own file calls are static"
finish
