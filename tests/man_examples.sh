#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every example of the manual pages does what the page says.  An example is a line "$ COMMAND" in
# a literal display, which lines "> ..." continue; the lines up to the next command are its output, standard error included,
# where "..." stands for anything.
. "${srcdir:-.}/tests/tap.sh"

here=$(cd "$here" && pwd)
cd "$here" || exit 99

# The commands of nauty may have another name.
mkdir "$scratch/bin" "$scratch/tutorial"
if ! command -v geng > "$scratch/which" && command -v nauty-geng > "$scratch/which"; then
    ln -s "$(command -v nauty-geng)" "$scratch/bin/geng"
fi
PATH=$scratch/bin:$PATH

# The displays of a page, mdoc's escapes undone.
examples() {
    awk '/^\.Bd -literal/ { inside = 1; next }
         /^\.Ed/          { if (inside) print "\001"; inside = 0; next }
         inside           { sub(/^\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\"); print }' "$1"
}

# check PAGE COMMAND EXPECTED
check() {
    local got pattern
    if [[ $2 == geng* ]] && ! command -v geng > "$scratch/which"; then
        skip "geng OF nauty IS NOT INSTALLED: $1: $2"
        return
    fi
    got=$(bash -c "$2" 2>&1 < /dev/null)
    pattern=$(printf '%s' "$3" | sed 's/[][\\*?]/\\&/g; s/\.\.\./*/g')
    # shellcheck disable=SC2053
    [[ $got == $pattern ]]
    ok $? "$1: $2"
    # shellcheck disable=SC2053
    [[ $got == $pattern ]] || printf '# wanted: %s\n# got:    %s\n' "$3" "$got" >&2
}

# The tutorial makes files as it goes.
ln -s "$here/data" "$scratch/tutorial/data"
for page in man/*.1 man/permatch_json.5 man/*.7; do
    [[ $page != *.7 ]] || cd "$scratch/tutorial" || exit 99
    command='' expected=''
    while IFS= read -r line; do
        case $line in
        '$ '* | $'\001')
            [ -z "$command" ] || check "$page" "$command" "${expected%$'\n'}"
            command=${line#'$ '} expected=''
            [ "$line" != $'\001' ] || command=''
            ;;
        '> '*)
            command+=$'\n'${line#'> '}
            ;;
        *)
            expected+=$line$'\n'
            ;;
        esac
    done < <(examples "$here/$page")
done
finish
