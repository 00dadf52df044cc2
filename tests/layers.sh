#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The layering rule: a file below src includes only from its own folder and from those that the
# row of that folder in src/LAYERS names.
. "${srcdir:-.}/tests/tap.sh"

# allowed FOLDER: the folders it may include from, itself among them.
allowed() {
    awk -v folder="$1" '$1 == folder { print }' "$here/src/LAYERS"
}

# offences FOLDER: "FILE:LINE: text" for every include that its row does not allow.
offences() {
    local row
    row=" $(allowed "$1" | tr -s ' ') "
    find "$here/src/$1" -name '*.[ch]' -exec grep -Hn '^ *# *include *"' {} + |
        while IFS= read -r hit; do
            local header=${hit#*\"}
            header=${header%%\"*}
            case $header in
            permatch.h | config.h) ;;
            */*) [[ $row == *" ${header%%/*} "* ]] || echo "$hit" ;;
            *) [ -e "$(dirname "${hit%%:*}")/$header" ] || echo "$hit" ;;
            esac
        done
}

for folder in "$here"/src/*/; do
    folder=$(basename "$folder")
    [ -n "$(find "$here/src/$folder" -name '*.[ch]' | head -n 1)" ] || continue
    [ -n "$(allowed "$folder")" ]
    ok $? "src/$folder has a row in src/LAYERS"
    is "$(offences "$folder")" "" "src/$folder includes only what its row allows"
done

# A row may name only folders whose own row stands above it.
is "$(awk '!/^#/ && NF { for (i = 2; i <= NF; i++) if (!($i in seen)) print $1 ": " $i; seen[$1] }' \
    "$here/src/LAYERS")" "" "src/LAYERS is ordered"

# The programs are written against the public header alone; what measures, bench/, looks inside.
is "$(cd "$here/tools" && grep -n '#include ".*/' ./*.[ch])" "" \
    "the programs include only the public header"
is "$(cd "$here" && grep -rn '#include "\(\.\./\)*bench/' src tools)" "" \
    "the library and the programs do without what measures"
finish
