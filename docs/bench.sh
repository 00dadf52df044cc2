#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# bench.sh FOLDER SUITE...: the tables of these suites of pm-bench in FOLDER, as CSV and as HTML, and of
# the columns with seconds a picture, where gnuplot is installed.
set -eu -o pipefail
folder=$1
shift
mkdir -p "$folder"
command -v gnuplot > /dev/null || echo "bench-report: no pictures, since gnuplot is not installed" >&2

# html SUITE: the tables of its CSV; an empty line parts two of them.
html() {
    awk -F, -v suite="$1" '
        BEGIN { printf "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>%s</title>\n<h1>pm-bench %s</h1>\n", suite, suite }
        function end() { if (inside) print "</table>"; inside = 0 }
        NF == 0 { end(); next }
        { cell = inside ? "td" : "th"; if (!inside) print "<table border=\"1\" cellspacing=\"0\">"; inside = 1
          printf "<tr>"; for (k = 1; k <= NF; k++) printf "<%s>%s</%s>", cell, $k, cell; print "</tr>" }
        END { end() }' "$folder/$1.csv"
    [ ! -e "$folder/$1.svg" ] || printf '<p><img src="%s.svg" alt="seconds">\n' "$1"
}

# picture SUITE: the first table whose titles name seconds, a bar for each such column of a row.
picture() {
    local columns
    columns=$(head -n 1 "$folder/$1.csv" | awk -F, '{ for (k = 2; k <= NF; k++) if ($k ~ /second|( |^)s$|^us$/) printf "%s ", k }')
    [ -n "$columns" ] || return 0
    sed '/^$/,$d' "$folder/$1.csv" > "$folder/$1.plot"
    gnuplot << END
set terminal svg size 900,480
set output "$folder/$1.svg"
set datafile separator ","
set logscale y
set style data histogram
set style fill solid
set xtics rotate by -40
plot for [k in "$columns"] "$folder/$1.plot" using int(k):xtic(1) title columnheader(int(k))
END
    rm "$folder/$1.plot"
}

for suite; do
    echo "== pm-bench $suite" >&2
    # Status 4: some cases were refused, as too long.
    pm-bench --csv --time=10 "$suite" > "$folder/$suite.csv" || [ $? -eq 4 ]
    if command -v gnuplot > /dev/null; then
        picture "$suite" || rm -f "$folder/$suite.svg"
    fi
    html "$suite" > "$folder/$suite.html"
done
{
    printf '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>benchmarks</title>\n<h1>Benchmarks</h1>\n<p>%s\n<ul>\n' \
        "$(uname -m), $(nproc) processors, $(pm-bench --version | head -n 1)"
    for suite; do
        printf '<li><a href="%s.html">%s</a>\n' "$suite" "$suite"
    done
    printf '</ul>\n'
} > "$folder/index.html"
echo "the report is $folder/index.html"
