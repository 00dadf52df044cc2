# SPDX-License-Identifier: GPL-3.0-or-later
# Lines "A B", A uses B, come in; every circle goes out as a line: the files that reach each other, in
# order.  A file reaches itself; what one reaches is found by a walk from it.
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
                if (j < i) # this circle is out already
                    break
                line = line " " name[j]
            }
        if (j == n && line != name[i])
            print line
    }
}
