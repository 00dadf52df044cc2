#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The instances in data/benchmark: most answers again, a certificate of each kind, and the CNF twins of small instances
# against a count of their models.
. "${srcdir:-.}/tests/tap.sh"

needs python3 "data/benchmark" || finish
export OMP_NUM_THREADS=1
benchmark() { python3 "$here/data/benchmark/benchmark.py" "$@" 2> "$scratch/err"; }
benchmark --list > "$scratch/list"
is "$(sort -u "$scratch/list" | wc -l)" 100 "a hundred instances"
# What takes longer than 0.2 s.
costly='^(per (circulant 3|bits|integers 6)|total (lattice (knight|torus)|complete|pentagons)|loops optics 11'
costly+='|perfect (lattice (knight 10|king 18|grid 6)|cube 6|kneser 8|pentagons|regular 3|sparse [235]|sequence A252897 40))'
grep -vE "$costly" "$scratch/list" > "$scratch/cheap"
mapfile -t names < "$scratch/cheap"
benchmark --check "${names[@]}" > "$scratch/checked"
is $? 0 "the cheap answers are those of the table"
is "$(grep -c right "$scratch/checked") $(grep WRONG "$scratch/checked")" "$((${#names[@]} - 1)) " "... each of them but cube 7"
benchmark --certify "per apart 32 0 1" "perfect sequence A356481 16" "per bits 22 100 4" "loops optics 9 20 8 1 1" \
    "perfect optics 6 20 8 1 1" "total lattice king 6 6" "per bits 1 20 50" "perfect sparse 4 24 50 9" > "$scratch/out"
is "$? $(grep -c right "$scratch/out")" "0 8" "certificates of all kinds hold"
sed 's/12988816$/12988817/' "$here/data/benchmark/table" > "$scratch/table"
mkdir -p "$scratch/data/benchmark" && cp -r "$here/data/campaign" "$scratch/data" &&
    cp "$here/data/benchmark/benchmark.py" "$scratch/table" "$scratch/data/benchmark"
python3 "$scratch/data/benchmark/benchmark.py" --certify "perfect lattice grid 8 8" > "$scratch/out"
is "$? $(< "$scratch/out")" "1 perfect lattice grid 8 8: WRONG" "a wrong answer is not certified"
benchmark --write "$scratch" "per apart 20 0" "per optics 2 5 14 1 0"
is "$(head -2 "$scratch/per-apart-20-0.cnf")" $'p cnf 380 6880\nc t mc' "a twin"
[ ! -e "$scratch/per-optics-2-5-14-1-0-4.cnf" ] && [ -e "$scratch/per-optics-2-5-14-1-0-4.mtx" ]
ok $? "a stack has many files; complex matrices have no twin"
python3 - "$here/data/benchmark" > "$scratch/out" << 'END'
import itertools, sys
sys.path.insert(0, sys.argv[1])
import benchmark
def models(text):
    lines = [line.split() for line in text.splitlines()]
    weight = {int(w[3]): int(w[4]) for w in lines if w[:3] == ["c", "p", "weight"]}
    count, clauses = int(lines[0][2]), [list(map(int, w[:-1])) for w in lines if w[0] not in "pc"]
    total = 0
    for values in itertools.product((0, 1), repeat=count):
        if all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses):
            product = 1
            for v, value in enumerate(values, 1):
                product *= weight.get(v if value else -v, 1)
            total += product
    return total
for name in ("per apart 4 0", "perfect complete 6", "total complete 5", "perfect sparse 1 6 80 5", "per integers 2 3 9", "perfect kneser 3 1"):
    question, [(order, part)] = benchmark.make(name)
    print(name, models(benchmark.cnf_text(question, order, part)) == benchmark.plain(question, order, part)[0])
END
is "$(grep -c True "$scratch/out") $(grep False "$scratch/out")" "6 " "twins have the answers"
benchmark --frobnicate > "$scratch/out"
is $? 1 "an unknown option is refused"
finish
