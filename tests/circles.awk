# SPDX-License-Identifier: GPL-3.0-or-later
# Reads lines "A B": A uses B.  Prints a line for each circle: the files that reach each other, sorted.
# A search from each file finds the files that it reaches; a file reaches itself.
$1 != $2 && !(($1, $2) in seen) {
    seen[$1, $2]
    uses[$1] = uses[$1] " " $2
    file[$1]
}

function walk(from, at,    list, n, k) {
    reached[from, at]
    n = split(uses[at], list)
    for (k = 1; k <= n; k++)
        if (!((from, list[k]) in reached))
            walk(from, list[k])
}

END {
    for (a in file)
        walk(a, a)
    n = 0
    for (a in file) { # sorted by insertion
        for (k = n++; k > 0 && name[k - 1] > a; k--)
            name[k] = name[k - 1]
        name[k] = a
    }
    for (i = 0; i < n; i++) {
        line = name[i]
        for (j = 0; j < n; j++)
            if (i != j && ((name[i], name[j]) in reached) && ((name[j], name[i]) in reached)) {
                if (j < i) # the circle is already printed
                    break
                line = line " " name[j]
            }
        if (j == n && line != name[i])
            print line
    }
}
