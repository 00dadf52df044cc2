# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the manual pages of functions and types from the comments of permatch.h: a page, in mdoc, for each
# comment with the declarations below it, and for every further name one that refers to it.
#     awk -v date="November 22, 2026" -v folder=man/functions -f functions.awk library.md permatch.h
# Programs of library.md are their examples.
# A comment that stands alone belongs to all pages up to the next one, or to the next part of the header.

# Punctuation as arguments of a macro.
function around(text) {
    gsub(/./, " &", text)
    return text
}

# Text in lines of at most 76 characters, every sentence on a new one; an empty line is a new paragraph.
function prose(text,    n, word, k, line, out) {
    gsub(/\n\n+/, " .Pp ", text)
    gsub(/\n/, " ", text)
    n = split(text, word, / +/)
    for (k = 1; k <= n; k++) {
        if (word[k] == "")
            continue
        if (word[k] == ".Pp") {
            out = out line (line != "" ? "\n" : "") ".Pp\n"
            line = ""
            continue
        }
        if (match(word[k], /[a-z_]+\(\)/)) { # a function, with the punctuation around it
            out = out line (line != "" ? "\n" : "") ".Fn" around(substr(word[k], 1, RSTART - 1)) " " \
                substr(word[k], RSTART, RLENGTH - 2) around(substr(word[k], RSTART + RLENGTH)) "\n"
            line = ""
            continue
        }
        if (length(line) + length(word[k]) > 75) {
            out = out line "\n"
            line = ""
        }
        line = line (line == "" ? (word[k] ~ /^[.']/ ? "\\&" : "") : " ") word[k]
        if (word[k] ~ /[.!?]\)?$/ && word[k + 1] ~ /^[A-Z.`(]/) {
            out = out line "\n"
            line = ""
        }
    }
    sub(/(\.Pp\n)+$/, "", out)
    return out line (line != "" ? "\n" : "")
}

# The first program of docs/library.md that calls one of the names of the page; tests/examples.sh runs all.
function example(    k, p) {
    for (k = 1; k <= names; k++)
        for (p = 1; p <= programs; p++)
            if (index(program[p], name[k] "("))
                return ".Sh EXAMPLES\nThis program prints\n.Ql " prints[p] " .\n.Bd -literal\n" program[p] ".Ed\n"
    return ""
}

# What stands for a function in the synopsis.
function prototype(text,    head, name, rest, n, argument, k, out) {
    match(text, /pm_[a-z0-9_]+\(/)
    head = substr(text, 1, RSTART - 1)
    name = substr(text, RSTART, RLENGTH - 1)
    rest = substr(text, RSTART + RLENGTH)
    sub(/ $/, "", head)
    sub(/\);.*/, "", rest)
    out = ".Ft " head "\n.Fo " name "\n"
    n = split(rest, argument, / *, */)
    for (k = 1; k <= n; k++)
        out = out ".Fa \"" argument[k] "\"\n"
    return out ".Fc\n"
}

# The begin of a comment up to its first stop, without brackets.
function summary(text,    at) {
    gsub(/\n/, " ", text)
    gsub(/ \([^()]*(\(\)[^()]*)*\)/, "", text)
    at = match(text, /[.:;]( |$)/)
    if (at > 0)
        text = substr(text, 1, at - 1)
    sub(/[ .,]+$/, "", text)
    return text ~ /^([A-Z][a-z]|A )/ ? tolower(substr(text, 1, 1)) substr(text, 2) : text
}

function page(    k, file, first, said, errors, at) {
    if (names == 0)
        return
    first = name[1]
    file = folder "/" first ".3"
    said = comment
    if (shared != "" && shared != comment)
        said = said "\n\n" shared
    at = match(said, /Errors( of all)?: /)
    if (at > 0) {
        errors = substr(said, at + RLENGTH)
        said = substr(said, 1, at - 1)
        gsub(/\n*Errors( of all)?: /, "\n\n", errors)
    }
    printf ".\\\" SPDX-License-Identifier: GPL-3.0-or-later\n.\\\" Made from permatch.h by functions.awk.\n" > file
    printf ".Dd %s\n.Dt %s 3\n.Os\n.Sh NAME\n", date, toupper(first) > file
    for (k = 1; k <= names; k++)
        printf ".Nm %s%s\n", name[k], k < names ? " ," : "" > file
    printf ".Nd %s\n", summary(comment) > file
    printf ".Sh LIBRARY\nlibpermatch\n.Sh SYNOPSIS\n.In permatch.h\n%s", synopsis > file
    printf ".Sh DESCRIPTION\n%s", prose(said) > file
    printf "%s", example() > file
    if (errors != "")
        printf ".Sh ERRORS\n%s", prose(errors) > file
    printf ".Sh SEE ALSO\n.Xr permatch 3" > file
    for (k = 1; k <= types; k++)
        if (synopsis ~ ("[^a-z_]" type[k] "[^a-z_]") && first != type[k])
            printf " ,\n.Xr %s 3", type[k] > file
    printf "\n" > file
    close(file)
    for (k = 2; k <= names; k++) {
        printf ".so man3/%s.3\n", first > (folder "/" name[k] ".3")
        close(folder "/" name[k] ".3")
    }
    names = 0
    synopsis = ""
}

BEGIN {
    # Types with pages, in order.
    types = split("pm_entries pm_field pm_graph_options pm_options pm_precision pm_progress pm_stack pm_status pm_watch", type, " ")
}
FILENAME ~ /[.]md$/ {
    if ($0 ~ /^```/) {
        programs += inside = $0 == "```c"
    } else if (inside && sub(/^\/\* Prints: /, "")) {
        sub(/ *\*\/$/, "")
        prints[programs] = $0
    } else if (inside) {
        gsub(/\\/, "\\e")
        program[programs] = program[programs] $0 "\n"
    }
    next
}
/^\/\* -----/ { page(); shared = comment = ""; next }
/^#/ && !/^#define/ { shared = comment = "" }
/^#|^extern|^}$/ { next }
/^\/\*/ { page(); comment = ""; reading = 1 }
reading {
    line = $0
    reading = line !~ /\*\/[ ]*$/
    sub(/ *\*\/ *$/, "", line)
    sub(/^\/\* ?/, "", line)
    sub(/^ \* ?/, "", line)
    comment = comment (comment == "" ? "" : "\n") line
    fresh = !reading
    next
}
/^$/ {
    if (fresh)
        shared = comment
    fresh = 0
    page()
    next
}
/^typedef (enum|struct [a-z_]+) {/ { body = "" ; inside = 1 }
inside {
    body = body $0 "\n"
    if ($0 ~ /^}/) {
        inside = fresh = 0
        match($0, /pm_[a-z_]+/)
        name[++names] = substr($0, RSTART, RLENGTH)
        synopsis = synopsis ".Bd -literal\n" body ".Ed\n"
    }
    next
}
/^typedef [a-z_]+ pm_[a-z]+\(/ { # a function of the caller
    fresh = 0
    match($3, /pm_[a-z]+/)
    name[++names] = substr($3, RSTART, RLENGTH)
    synopsis = synopsis ".Bd -literal\n" $0 "\n.Ed\n"
    next
}
/^typedef/ { fresh = 0; next }
/^[a-z]/ { statement = "" }
{
    fresh = 0
    line = $0
    sub(/ *\/\*.*/, "", line)
    sub(/^ +/, " ", line)
    statement = statement line
    if (line ~ /;$/ && match(statement, /pm_[a-z0-9_]+\(/)) {
        name[++names] = substr(statement, RSTART, RLENGTH - 1)
        synopsis = synopsis prototype(statement)
        statement = ""
    }
}
END { page() }
