#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The examples of the manual pages, of README.md and of docs give the output that the page shows.  An
# example is a line "$ COMMAND" in a literal display; in Markdown, in a block that is indented by four
# blanks; an empty line in it is output, too.  Lines "> ..." continue the command.  The lines up to the
# next command are its output and its standard error; there "..." stands for any text.  A block of C in
# Markdown is a whole program, and "Prints: ..." in its first comment is its output. docs/lab/results.md
# is left out: its computations take too long.
. "${srcdir:-.}/tests/tap.sh"

built=$PWD here=$(cd "$here" && pwd)
cd "$here" || exit 99

# Debian adds a prefix to the commands of nauty.
mkdir "$scratch/bin" "$scratch/tutorial"
if ! command -v geng > "$scratch/which" && command -v nauty-geng > "$scratch/which"; then
    ln -s "$(command -v nauty-geng)" "$scratch/bin/geng"
fi
PATH=$scratch/bin:$PATH:$here/tools

# The displays of a page, with mdoc's escapes replaced.  A line of \001 ends each display.
examples() {
    if [[ $1 == *.md ]]; then
        awk '/^    / { for (; blank > 0; blank--) if (!/^    [$] /) print ""
                       inside = 1; print substr($0, 5); next }
             inside && NF == 0 { blank++; next }
             inside            { print "\001"; inside = blank = 0 }
             END               { if (inside) print "\001" }' "$1"
        return
    fi
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

# check_page PAGE: runs the examples of a page.  Later ones may use files of earlier ones.
check_page() {
    local page=$1 command='' expected='' line
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
}

# check_programs PAGE: compiles and runs the C programs of a page with the library of this build.
check_programs() {
    local page=$1 number=0 source
    awk -v stem="$scratch/program" '/^```c$/ { name = stem (++n) ".c"; next }
        /^```$/                               { name = ""; next }
        name != ""                            { print > name }' "$here/$page"
    for source in "$scratch"/program*.c; do
        [ -e "$source" ] || continue
        number=$((number + 1))
        if [ ! -e "$built/src/.libs/libpermatch.so" ]; then
            skip "$page: program $number: no shared library here"
        else
            ${CC:-cc} -Wall -Wextra -Werror -I"$here/src" -o "$scratch/program" "$source" \
                -L"$built/src/.libs" -lpermatch
            is "$("$scratch/program" 2>&1)" "$(sed -n 's/.*Prints: \(.*\) \*\//\1/p' "$source")" \
                "$page: program $number prints what it says"
        fi
        rm "$source"
    done
    [ "$number" -eq "$(grep -c '^```c$' "$here/$page")" ] || ok 1 "$page: $number programs are found"
}

ln -s "$here/data" "$scratch/tutorial/data"
for page in README.md man/*.1 man/permatch_json.5 man/*.7 docs/*.md docs/*/*.md; do
    [ -e "$page" ] && [ "$page" != docs/lab/results.md ] || continue
    cd "$scratch/tutorial" || exit 99 # examples make files
    check_page "$page"
    check_programs "$page"
    cd "$here" || exit 99
done
finish
