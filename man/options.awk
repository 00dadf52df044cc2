# SPDX-License-Identifier: GPL-3.0-or-later
# Completes the manual page of a program from the table of options in cli.c: at the line `.\" options`,
# prints an item for each option of the program that has none in the page, with the text of --help.
#     awk -f options.awk cli.c perm-mtx.1 perm-mtx.1

# Cuts the next string of C off `row`.
function string(    text) {
    match(row, /"[^"]*"/)
    text = substr(row, RSTART + 1, RLENGTH - 2)
    row = substr(row, RSTART + RLENGTH)
    return text
}

# True if a set of programs, an expression of cli.c, contains the program.
function has(set,    part, n, k) {
    n = split(set, part, / *[|] */)
    for (k = 1; k <= n; k++)
        if (part[k] == "CLI_" program || (part[k] in value && has(value[part[k]])))
            return 1
    return 0
}

# The text as a sentence, in lines of at most 76 characters.
function sentence(text,    n, word, k, line, out) {
    n = split(toupper(substr(text, 1, 1)) substr(text, 2) (text ~ /[.]$/ ? "" : "."), word, / +/)
    for (k = 1; k <= n; k++) {
        if (line != "" && length(line word[k]) > 75) {
            out = out line "\n"
            line = ""
        }
        line = line (line == "" ? (word[k] ~ /^[.']/ ? "\\&" : "") : " ") word[k]
    }
    return out line "\n"
}

# One row of the table: {"name", letter, "argument", "help", GROUP, PROGRAMS, ...},
function option(    name, letter, argument, field, text) {
    gsub(/" +"/, "", row)
    name = string()
    letter = row ~ /^, '/ ? substr(row, 4, 1) : ""
    argument = row ~ /^, ('.'|0), NULL/ ? "" : string()
    text = string()
    split(row, field, /, */)
    if (!has(field[3]))
        return
    help[name] = text
    order[++options] = name
    item[name] = ".It " (letter != "" ? "Fl " letter " , " : "") "Fl -" name
    if (argument != "")
        item[name] = item[name] (argument ~ /^\[/ ? " Ns Op = Ns " : " Ns = Ns ") \
            (argument == tolower(argument) ? "Cm " : "Ar ") tolower(argument)
    gsub(/[][]/, "", item[name])
}

BEGIN {
    program = toupper(ARGV[2])
    sub(/.*\//, "", program)
    sub(/\.1$/, "", program)
    gsub(/-/, "_", program)
}
FNR == 1 { file++ }
file == 1 && /^    [A-Z]+ = [A-Z_ |]+,$/ {
    sub(/,$/, "")
    value[$1] = substr($0, index($0, "=") + 2)
}
file == 1 && /^    \{"/ { row = ""; inside = 1 }
file == 1 && inside { sub(/^ +/, row == "" ? "" : " "); row = row $0 }
file == 1 && inside && /\},$/ { inside = 0; option() }
file == 2 && /^\.It .*Fl -/ {
    match($0, /Fl -[a-z0-9-]+/)
    said[substr($0, RSTART + 4, RLENGTH - 4)] = 1
}
file == 3 { print }
file == 3 && /^\.\\" options$/ {
    for (k = 1; k <= options; k++)
        if (!(order[k] in said))
            printf "%s\n%s", item[order[k]], sentence(help[order[k]])
}
