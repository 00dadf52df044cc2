#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Proofs: both verifiers accept those of all kinds of problems and print the answer.  They refuse a proof of
# another input, and whatever is not exactly as permatch_proof(5) says, with the reason.  Forged proofs are
# refused (proof_forge.py), and so is a number that is not the answer.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data
forged=100
changed=100
cases=100
[ "${PM_TESTS:-usual}" != short ] || forged=50 changed=50 cases=50
[ "${PM_TESTS:-usual}" != long ] || forged=10000 changed=50000 cases=10000
python=
if needs python3 "pm_verify.py"; then
    python=python3
    # One Python, which has read pm_verify.py, divides itself for each line with arguments, and prints the status.
    coproc slowly { exec python3 -c 'import os, sys
sys.path[0] = sys.argv[1]
import pm_verify
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        for number, name in (1, "py"), (2, "py.err"):
            os.dup2(os.open(os.path.join(sys.argv[2], name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
        sys.exit(pm_verify.main(line.rstrip("\n").split("\t")))
    print(os.WEXITSTATUS(os.waitpid(child, 0)[1]), flush=True)' "$here/tools" "$scratch"; }
fi

# both STATUS FILE ARGUMENTS...: both verifiers end with this status, and print the same.
both() {
    local wanted=$1
    shift
    pm-verify "$@" > "$scratch/c" 2> "$scratch/c.err"
    is $? "$wanted" "pm-verify ${*##*/}: status $wanted"
    [ -n "$python" ] || return
    local IFS=$'\t' status=
    echo "$*" >&"${slowly[1]}"
    read -r status <&"${slowly[0]}"
    is "$status" "$wanted" "... pm_verify.py"
    cmp "$scratch/c" "$scratch/py" > "$scratch/cmp"
    ok $? "... with the same numbers"
}

# proved PROGRAM FILE OPTION...: a program proves its answer, and both verifiers print it.
proved() {
    local program=$1 file=$2
    shift 2
    local how=()
    [[ $file != *.el ]] || how=(--format=el)
    "$program" "$@" "${how[@]}" --prove="$scratch/proof" "$file" > "$scratch/answer" 2> "$scratch/err"
    is $? 0 "$program $* ${file##*/}: proved"
    local option only=()
    for option; do
        [[ " --pattern --loops --no-loops --undirected " != *" $option "* ]] || only+=("$option")
    done
    both 0 "${only[@]}" "$scratch/proof" "$file"
    is "$(< "$scratch/c")" "$(sed 's/[+-]0i$//' "$scratch/answer")" "... and it is the answer"
}

# ------------------------------------------------------------- all kinds of problems
dimer king 6 6 > "$scratch/king.el"
dimer box 2 2 4 > "$scratch/box.el"
printf 'a b\nb c\nc a\na d\nd b 2\nc d -3\n' > "$scratch/weights.el"
printf 'a a 2\na b\nb c\nc a 3\nc c\nd a\nd d -1\na a 3\ne d\ne e 4\n' > "$scratch/loops.el"
printf '1 1\n1 2\n2 1\n2 3\n3 1\n3 2 4\n' > "$scratch/arcs.el"
printf '%%%%MatrixMarket matrix coordinate integer general\n4 2 5\n1 1 2\n2 1 -1\n2 2 3\n3 2 1\n4 1 5\n' > "$scratch/tall.mtx"
printf '%%%%MatrixMarket matrix coordinate pattern general\n0 0 0\n' > "$scratch/empty.mtx"
proved countmatch "$scratch/king.el"
proved countmatch "$scratch/box.el"
proved countmatch "$scratch/box.el" --total
proved countmatch "$scratch/weights.el"
proved countmatch "$scratch/weights.el" --pattern
proved countmatch "$scratch/loops.el" --loops
proved countmatch "$scratch/loops.el" --loops --pattern
proved countmatch "$data/petersen.el"
proved countmatch "$scratch/box.el" --matchings
proved perm-mtx "$data/rectangular.mtx" --matchings
proved perm-mtx "$data/decimal.mtx" --matchings --exact
proved cyclecover "$scratch/arcs.el"
proved cyclecover "$scratch/arcs.el" --no-loops
proved perm-mtx "$data/chessboard.mtx"
proved perm-mtx "$data/benzene.mtx" --total
proved perm-mtx "$data/rectangular.mtx"
proved perm-mtx "$data/singular.mtx"
proved perm-mtx "$data/complex.mtx" --exact
proved perm-mtx "$data/decimal.mtx" --exact
proved perm-mtx "$scratch/tall.mtx"
proved perm-mtx "$scratch/empty.mtx"

# With --mod, the proof is about the number itself.
is "$(countmatch --mod=1000 --prove="$scratch/proof" "$scratch/king.el")" 561 "--mod: the residue is printed"
both 0 "$scratch/proof" "$scratch/king.el"
is "$(< "$scratch/c")" 3037561 "... and the number is proved"
sed 's/ [0-9-]*$/ 1\/2/' "$scratch/loops.el" > "$scratch/halves.el"
refuses 4 countmatch --exact --format=el --loops --prove="$scratch/none" "$scratch/halves.el"

# Two blocks of 5 x 5 ones, and ones above them that no permutation uses: 5!^2.
awk 'BEGIN { for (i = 0; i < 10; i++) { for (j = 0; j < 10; j++) printf "%d ", (i < 5 || j > 4); print "" } }' > "$scratch/blocks"
is "$(perm-mtx --prove="$scratch/proof" "$scratch/blocks") $(grep -c '^tight' "$scratch/proof")" "14400 1" "a tight set"
both 0 "$scratch/proof"

# Two nearly planar blocks, and entries between them, of which some are branches.
awk -v C=24 'function edge(g, v, w, weight, t) { if ((int(v / C) + v) % 2) { t = v; v = w; w = t }
        print g * n / 2 + int(v / 2) + 1, g * n / 2 + int(w / 2) + 1, weight }
    BEGIN { n = C * C; print "%%MatrixMarket matrix coordinate integer general"; print n, n, 4 * C * (C - 1) + 6
        for (g = 0; g < 2; g++) {
            for (v = 0; v < n; v++) { if ((v + 1) % C) edge(g, v, v + 1, v % 3 + 1); if (v + C < n) edge(g, v, v + C, 1) }
            edge(g, 2 * C + 2, n - 3 * C - 3, 5) }
        for (k = 0; k < 4; k++) print 300 + 283 * k % 270, 20 + 167 * k % 250, 9 }' > "$scratch/between.mtx"
proved perm-mtx "$scratch/between.mtx"
is "$(awk '/^branch/ && ($2 > 288) != ($3 > 576 + 288) { print "yes"; exit }' "$scratch/proof")" yes "... with branches on entries between blocks"

# Long entries, which pm-verify reads without FLINT, and the prover with it; and one that is another number.
awk 'function digits(n, k, t) { t = int(rand() * 9) + 1; for (k = 1; k < n; k++) t = t int(rand() * 10); return t }
    function number() { return (rand() < .5 ? "-" : "") (rand() < .3 ? digits(1 + rand() * 45) "/" digits(1 + rand() * 30) : \
        digits(1 + rand() * 25) "." digits(1 + rand() * 25) (rand() < .5 ? "e" int(rand() * 60 - 30) : "")) }
    BEGIN { srand(5); print "%%MatrixMarket matrix array complex general"; print 7, 7
        for (k = 0; k < 49; k++) print number(), rand() < .2 ? 0 : number() }' > "$scratch/long.mtx"
proved perm-mtx "$scratch/long.mtx" --exact
sed -i '5s/[0-9]$/&1/' "$scratch/long.mtx"
both 5 "$scratch/proof" "$scratch/long.mtx"

# A vertex with more neighbours than a block touches; a tree of tables; and tables that are made again since
# memory is short.
awk 'BEGIN { for (k = 1; k <= 20; k++) { print "r", "a" k; print "a" k, "b" k; print "b" k, "r" }
    print "r", "s" }' > "$scratch/star.el"
proved countmatch "$scratch/star.el"
if [ -e "$PM_DATA/494_bus.mtx" ]; then
    proved perm-mtx "$PM_DATA/494_bus.mtx" --pattern
    is "$(grep -c '^j' "$scratch/proof" | awk '{ print ($1 > 0) }')" 1 "... with joins"
else
    skip "NO $PM_DATA/494_bus.mtx: JOINS OF LARGE TABLES ARE NOT TESTED"
fi
# Planar graphs: a drawing, and an elimination that meets entries that are 0.
dimer grid 8 8 > "$scratch/grid.el"
proved countmatch "$scratch/grid.el"
cp "$scratch/proof" "$scratch/drawn"
is "$(grep -c '^plane' "$scratch/drawn")" 1 "... with a drawing"
printf 'a b 2\nb c 3\nc d 5\nd a 7\na c 11\ne f 1/2\n' > "$scratch/parts.el"
proved countmatch "$scratch/parts.el" --exact
# Graphs that are planar without a few edges: a drawing for each leaf, or a barrier.
awk 'BEGIN { for (v = 1; v <= 256; v++) { if (v % 16) print v, v + 1, v % 3 + 1; if (v <= 240) print v, v + 16 }
    print 51, 188, 5; print 51, 201; print 45, 115, 7 }' > "$scratch/far.el"
proved countmatch "$scratch/far.el"
is "$(grep -c '^plane' "$scratch/proof") $(grep -c '^messages' "$scratch/proof")" "6 0" "... with drawings for two edges of a vertex, and one more"
proved countmatch "$scratch/far.el" --pattern
sed 's/ [57]$/&\/3/' "$scratch/far.el" > "$scratch/thirds.el"
proved countmatch "$scratch/thirds.el" --exact
printf '1 2 4\n1 3 5\n1 4 5\n1 5 4\n2 3\n2 6 2\n3 4 5\n3 7 4\n4 6 4\n5 7 3\n6 7 4\n7 8 4\n' > "$scratch/leaves.el"
proved countmatch "$scratch/leaves.el"
cp "$scratch/proof" "$scratch/branched"
is "$(grep -cE '^(branch|value|plane|barrier) ' "$scratch/branched")" 4 "... with a leaf without perfect matching"
printf '1 2\n1 3\n1 4\n4 5\n5 6\n6 4\n' > "$scratch/claw.el"
proved countmatch "$scratch/claw.el"
is "$(tail -n 1 "$scratch/proof")" "barrier 1" "... a graph without perfect matchings"
dimer king 14 14 > "$scratch/board.el"
proved countmatch "$scratch/board.el"
mv "$scratch/proof" "$scratch/plenty"
has "one of 4 kept" "$(countmatch --memory=4M --plan --prove="$scratch/proof" "$scratch/board.el")" "a proof in little memory"
countmatch --memory=4M --prove="$scratch/proof" "$scratch/board.el" > "$scratch/answer"
cmp "$scratch/proof" "$scratch/plenty"
ok $? "... is the same"
rm -f "$scratch/proof"
countmatch --threads=3 --prove="$scratch/proof" "$scratch/board.el" > "$scratch/answer"
cmp "$scratch/proof" "$scratch/plenty"
ok $? "... and with three threads"
dimer king 16 16 > "$scratch/large.el"
refuses 4 countmatch --memory=384K --prove="$scratch/none" "$scratch/large.el"

# ----------------------------------------------- the problems of the differential test
# The reference computes the values; both verifiers accept the proofs.
if [ -x tests/differential ]; then
    mkdir "$scratch/drawn.proofs"
    PM_QUESTION=proof PM_SEED=$((RANDOM * 32768 + RANDOM)) PM_CASES=$cases PM_PROOFS=$scratch/drawn.proofs \
        CXX=false ./tests/differential > "$scratch/out"
    is $? 0 "values of the reference are proved: $(tail -n 12 "$scratch/out" | tr '\n' ';')"
    proofs=("$scratch/drawn.proofs"/*.proof)
    ok $((${#proofs[@]} <= cases / 2)) "... ${#proofs[@]} proofs of $cases problems"
    refused=
    for proof in "${proofs[@]}"; do
        pm-verify "$proof" > "$scratch/c" 2>> "$scratch/c.err" || refused+=" ${proof##*/}"
    done
    is "$refused" "" "... pm-verify accepts them"
    [ -z "$python" ] || is "$(cd "$here/tools" && python3 -c 'import pm_verify, sys
print(*[name for name in sys.argv[1:] if pm_verify.main([name]) != 0])' "${proofs[@]}" 2> "$scratch/py.err" | tail -n 1)" "" \
        "... pm_verify.py"
else
    skip "NO tests/differential: ITS PROBLEMS ARE NOT PROVED"
fi

# ------------------------------------------------------------- what the verifier contains
if needs nm "pm-verify without engines"; then
    nm "$(command -v pm-verify)" > "$scratch/names"
    is "$(grep ' pm_' "$scratch/names" | grep -vc ' pm_printable')" 0 \
        "pm-verify contains nothing of the library but how names are printed"
    is "$(ldd "$(command -v pm-verify)" | grep -oE 'lib(flint|mpfr|permatch|gmp)[^ ]*\.so' | sort -u | tr '\n' ' ')" "libgmp.so " \
        "... and of libraries for numbers it needs only GMP"
fi

# --------------------------------------------------------------------- bad proofs
countmatch --prove="$scratch/good" "$scratch/king.el" > "$scratch/answer"
both 0 "$scratch/good" "$scratch/king.el"
both 5 "$scratch/good" "$scratch/box.el"
has "another problem" "$(< "$scratch/c.err")" "... and says that it is about another problem"
both 1 "$scratch/king.el"
both 1 "$scratch/no-such-file"
{ echo '# a comment'; cat "$scratch/good"; echo '# the end'; } > "$scratch/bad"
both 0 "$scratch/bad"

# bad STATUS WHY COMMAND: the good proof, changed by sed, is refused for this reason.
bad() {
    sed "$3" "$scratch/good" > "$scratch/bad"
    both "$1" "$scratch/bad"
    has "$2" "$(< "$scratch/c.err")" "... $2"
}
close=$(grep -n -m 1 '^c ' "$scratch/good" | cut -d : -f 1)
bad 1 'version 3' 's/^permatch-proof 3/permatch-proof 2/'
bad 1 'unknown question' 's/^ask perfect/ask nothing/'
bad 1 'scale' 's/^scale 1/scale 0/'
bad 1 'more edges than lines' 's/^edges .*/edges 99999999999999/'
bad 1 'more steps than lines' 's/^steps .*/steps 99999999999999/'
bad 1 'wrong number of messages' 's/^messages .*/messages 3/'
bad 1 'edges must ascend' '6{h;d};7G'
bad 1 'u <= v' '6s/.*/2 1 1/'
bad 1 "edge" '6s/ 1$/ 01/'
bad 1 'weight' '6s/ 1$/ 0/'
bad 1 'a vertex is missing' 's/^graph .*/graph 1000000000/'
bad 1 'vertex is closed' "${close}p; s/^steps .*/steps $(($(sed -n 's/^steps //p' "$scratch/good") + 1))/"
bad 1 'vertex is missing' "${close}d; s/^steps .*/steps $(($(sed -n 's/^steps //p' "$scratch/good") - 1))/"
bad 1 'unknown step' "${close}s/^c/x/"
bad 1 'list of vertices' 's/^steps/tight 99999999999999\n&/'
bad 1 'tight' 's/^steps/tight 1 2\n&/'
bad 1 'list of vertices' 's/^steps/tight 1 -1\n&/'
bad 1 'below the prime' '$s/^.*/fffffffffffffffffffffffffffffff/'
bad 1 'form' '$s/$/ /'
bad 1 'more messages than lines' '$d'
bad 5 'first message' '$s/./1/'
head -c 3000 "$scratch/good" > "$scratch/bad"
both 1 "$scratch/bad"
: > "$scratch/bad"
both 1 "$scratch/bad"

# ------------------------------------------------------------------- bad drawings
# drawn STATUS WHY COMMAND: as above, for the proof of a planar graph.
drawn() {
    sed "$3" "$scratch/drawn" > "$scratch/bad"
    both "$1" "$scratch/bad"
    has "$2" "$(< "$scratch/c.err")" "... $2"
}
plane=$(grep -n '^plane' "$scratch/drawn" | cut -d : -f 1)
inner=$(awk -v plane="$plane" 'NR > plane && NF == 4 { print NR; exit }' "$scratch/drawn")
drawn 5 'another number' 's/^12988816$/12988817/'
drawn 5 'another number' '6s/1$/2/'
drawn 1 'by a plane' '6s/1$/-1/'
drawn 1 'by a plane' 's/^12988816$/-12988816/'
drawn 1 'by a plane' 's/^ask perfect/ask total/'
drawn 1 'wrong neighbours' "${inner}s/ [^ ]*\$//"
drawn 1 'wrong neighbours' "${inner}s/\$/ 60/"
drawn 1 'list of neighbours' "${inner}s/\$/ 65/"
drawn 1 'two directions' "${inner}s/^-/!/; ${inner}t a; ${inner}s/^/-/; :a; s/^!//"
drawn 1 'face' "${inner}s/\\([^ ]*\\) \\([^ ]*\\)/\\2 \\1/"
drawn 1 'not all vertices' '$d; s/^pairs 32/pairs 31/'
drawn 1 'not all vertices' '$s/.*/1 1/'

# branched STATUS WHY COMMAND: as above, for a proof with two leaves.
branched() {
    sed "$3" "$scratch/branched" > "$scratch/bad"
    both "$1" "$scratch/bad"
    has "$2" "$(< "$scratch/c.err")" "... $2"
}
branched 5 'another sum' 's/^224$/225/'
branched 5 'another number' 's/^224$/225/; s/^value 224/value 225/'
branched 1 'is expected' 's/^value 224/value -224/'
branched 1 'is expected' '/^value/d'
branched 1 'is not there' 's/^branch 6 7/branch 5 6/'
branched 1 'is not there' 's/^branch 6 7/branch 7 6/'
branched 1 'branch u v' 's/^branch 6 7/branch 6/'
branched 1 'wrong neighbours' 's/^branch 6 7/branch 3 7/'
branched 1 'too few odd components' 's/^barrier.*/barrier 2 8/'
branched 1 'list of vertices' 's/^barrier.*/barrier 1 6/'
branched 1 'list of vertices' 's/^barrier.*/barrier 1 1/'
branched 1 'list of vertices' 's/^barrier/&s/'
branched 1 'too early' '$d'
branched 1 'more lines' '$p'
branched 1 'by a plane' 's/^6 7 4/6 7 -4/'
branched 1 'by a plane' 's/^branch/tight 8\n&/'
for shape in "1 2:1" "2 1:3"; do # a permanent of 2: the longer side may stay uncovered
    sides=${shape%:*}
    printf 'permatch-proof 3\nmatrix %s\nask perfect\nscale 1\nedges 2\n1 1 1\n%s 1\nvalues 1\n0\nbarrier %s\n' \
        "$sides" "$sides" "${shape#*:}" > "$scratch/bad"
    both 1 "$scratch/bad"
    has 'by a plane' "$(< "$scratch/c.err")" "... a barrier of a matrix that is not square"
done
{ sed '/^branch/,$d; s/^edges .*/edges 1000/; /^[0-9]* [0-9]* [0-9]*$/d; s/^graph 8/graph 2000/; s/^224/0/' "$scratch/branched" |
    awk '{ print } /^edges/ { for (k = 1; k < 2000; k += 2) print k, k + 1, 1 }'
    awk 'BEGIN { for (k = 1; k < 2000; k += 2) print "branch", k, k + 1 }'; } > "$scratch/bad"
both 1 "$scratch/bad"
has "more than 512 branches" "$(< "$scratch/c.err")" "... and says that there are too many branches"

# ------------------------------------------------------------------------ refusals
refuses 2 countmatch --prove="$scratch/none" --log10 "$scratch/king.el"
refuses 2 pm-verify
dimer grid 2..4..2 2 > "$scratch/two.el"
countmatch --prove="$scratch/first" "$scratch/two.el" > "$scratch/out" 2> "$scratch/err"
is "$? $(< "$scratch/out") $(grep -c 'one graph' "$scratch/err")" "1 2 1" "a file of two graphs: the second is refused"
both 0 "$scratch/first"
refuses 4 cyclecover --format=el --min-length=3 --prove="$scratch/none" "$scratch/arcs.el"
refuses 1 countmatch --prove="$scratch/none/proof" "$scratch/king.el"
refuses 1 perm-mtx --prove="$scratch/none" --precision=double "$data/decimal.mtx"
is "$(ls "$scratch" | grep -c none)" 0 "no proof is written after a refusal"

printf 'a b %s\n' "$(head -c 320000 /dev/zero | tr '\0' 9)" > "$scratch/digits.el"
refuses 4 countmatch --format=el --prove="$scratch/none" "$scratch/digits.el"
has "bits has no proof" "$(countmatch --format=el --prove="$scratch/none" "$scratch/digits.el" 2>&1)" "a number that is too long for the verifiers"
has "messages; tables of" "$(countmatch --plan --prove="$scratch/none" "$scratch/king.el")" "--plan says what the proof will need"
has "a drawing" "$(countmatch --plan --prove="$scratch/none" "$scratch/grid.el")" "... of a planar graph"
has "at most 6 drawings" "$(countmatch --format=el --plan --prove="$scratch/none" "$scratch/far.el")" "... of one with far edges"
# seconds ZEROS: what is predicted for a proof with weights of so many more digits.
seconds() {
    awk -v zeros="$(printf "%0$1d" 0)" 'BEGIN { for (v = 1; v <= 900; v++) { if (v % 30) print v, v + 1, 3 zeros
            if (v <= 870) print v, v + 30, 2 zeros }; print 51, 788, 5 zeros; print 45, 515, 7 zeros }' > "$scratch/wide.el"
    countmatch --format=el --plan --prove="$scratch/none" "$scratch/wide.el" | awk '/^proof: .*drawings/ { print $(NF - 1) }'
}
is "$(awk -v few="$(seconds 1)" -v many="$(seconds 50)" 'BEGIN { print (few > 0 && many > 10 * few) }')" 1 "... and that long weights take longer"

# ------------------------------------------------------- inputs that may be misread
# alone NAME TEXT: both verifiers refuse to read this file.
alone() {
    printf "$2" > "$scratch/$1"
    both 1 "$scratch/good" "$scratch/$1"
    is "$(cat "$scratch/c.err" "$scratch/py.err" | grep -c -e Traceback -e 'reading of')" 0 "... with a message"
}
square='2 2 4\n1 1\n1 2\n2 1\n2 2\n'
printf "%%%%matrixmarket matrix coordinate pattern general\n$square" > "$scratch/lower.mtx"
proved countmatch "$scratch/lower.mtx"
alone mark.mtx "\357\273\277%%%%MatrixMarket matrix coordinate pattern general\n$square"
alone arc.el '1 -> 2\n'
alone points.el '((0,0), (0,1))\n((0,1), (1,1))\n'
alone upper.mtx '%%%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n1 2\n'
alone cycle.col 'p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\n'
alone cycle.txt 'p edge 4 4\ne 1 2\ne 2 3\ne 3 4\ne 1 4\n'
alone k4.txt 'C~\n'
alone table.txt '1 2 3\n4 5 6\n7 8 9\n'
alone wide.txt '1 2 3 4\n4 5 6 7\n'
alone digits.el 'a b 1_0\nc d 1\n'
alone arabic.el 'a b \331\243\nc d 1\n'
alone nothing.el 'a b 1/0\n'
alone empty.mtx '%%%%MatrixMarket matrix coordinate pattern general\n'
: > "$scratch/none.el"
both 5 "$scratch/good" "$scratch/none.el"
printf '%%graph 1\n1 2\n2 3\n3 4\n4 1\n%%graph 2\n1 2\n2 3\n' > "$scratch/several.el"
both 1 "$scratch/good" "$scratch/several.el"
# Two lattices are not the graph of all their edges.
printf '%%place 1 0\n1 2\n2 3\n3 4\n4 1\n%%place 1 0\n1 2\n3 4\n' > "$scratch/several.el"
sed '/%/d' "$scratch/several.el" > "$scratch/together.el"
countmatch --prove="$scratch/together" "$scratch/together.el" > "$scratch/answer" 2> "$scratch/err"
both 0 "$scratch/together" "$scratch/together.el"
both 1 "$scratch/together" "$scratch/several.el"
printf 'a b\nb a -1\nb c\nc d\nd a\n' > "$scratch/cancel.el"
proved countmatch "$scratch/cancel.el" --pattern
printf '%%%%MatrixMarket matrix coordinate integer general\n2 2 5\n1 1 1\n1 2 3\n2 1 4\n2 2 1\n1 2 -3\n' > "$scratch/cancel.mtx"
proved perm-mtx "$scratch/cancel.mtx" --pattern
refuses 2 countmatch --saturating --prove="$scratch/none" "$scratch/king.el"
rm "$scratch/none.el"

# The input is read as its own program reads it, and the last line says how.
printf '1 2\n2 1\n1 1\n2 2\n' > "$scratch/lo.el"
proved cyclecover "$scratch/lo.el"
has "lo.el read as arcs, sha256" "$(< "$scratch/c.err")" "... which is said"
both 5 --no-loops "$scratch/proof" "$scratch/lo.el"
both 1 --loops "$scratch/proof" "$scratch/lo.el"
proved cyclecover "$scratch/lo.el" --no-loops
both 5 "$scratch/proof" "$scratch/lo.el"
proved cyclecover "$scratch/lo.el" --undirected
has "read as edges in both directions" "$(< "$scratch/c.err")" "... which is said"
both 5 "$scratch/proof" "$scratch/lo.el"
proved cyclecover "$scratch/lo.el" --undirected --no-loops
{ echo '%graph undirected' && cat "$scratch/lo.el"; } > "$scratch/said.el"
proved cyclecover "$scratch/said.el"
printf '1 2\n1 1 5\n2 2 7\n' > "$scratch/gl.el"
proved countmatch "$scratch/gl.el" --loops
has "read as edges without directions, loops count" "$(< "$scratch/c.err")" "... which is said"
both 5 "$scratch/proof" "$scratch/gl.el"
both 1 --no-loops "$scratch/proof" "$scratch/gl.el"
proved countmatch "$scratch/gl.el"
both 5 --loops "$scratch/proof" "$scratch/gl.el"
printf '%%%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 2 0\n2 1 1 3\n2 2 1 0\n' > "$scratch/hermitian.mtx"
proved perm-mtx "$scratch/hermitian.mtx" --exact
printf '%%%%MatrixMarket matrix array real skew-symmetric\n3 3\n1\n2\n.5\n' > "$scratch/skew.mtx"
proved perm-mtx "$scratch/skew.mtx" --exact
printf '%%%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n1 1 3\n2 1 1/3\n2 2 1\n' > "$scratch/symmetric.mtx"
proved perm-mtx "$scratch/symmetric.mtx" --exact
proved cyclecover "$scratch/symmetric.mtx" --exact --no-loops
has "read as a matrix, its diagonal does not count" "$(< "$scratch/c.err")" "... which is said"
proved countmatch "$scratch/symmetric.mtx" --exact
proved countmatch "$scratch/lower.mtx" --pattern

# ------------------------------------------------------------ proofs that take too long
# lonely VERTICES SCALE: the proof that a graph without edges has no perfect matching.
zero=0000000000000000000000000000000
lonely() {
    printf 'permatch-proof 3\ngraph %s\nask perfect\nscale %s\nedges 0\nvalues 1\n0\nsteps %s\nn\n' "$1" "$2" $(($1 + 1))
    seq "$1" | sed 's/.*/c &/'
    printf 'messages %s\n' "$1"
    for ((k = 1; k <= $1; k++)); do echo "${3:-$zero}"; done
}
nines() { head -c "$1" /dev/zero | tr '\0' 9; }
lonely 6 "$(nines 201000)" > "$scratch/bad"
is "$(wc -c < "$scratch/bad" | awk '{ print ($1 > 200000) }')" 1 "a scale of 201000 digits for 6 vertices"
both 5 "$scratch/bad" # within the limit: the last claim is wrong
lonely 7 "$(nines 201000)" > "$scratch/bad"
both 1 "$scratch/bad"
lonely 1 "$(nines 1000001)" > "$scratch/bad"
both 1 "$scratch/bad"
{ printf 'permatch-proof 3\ngraph 0\nask perfect\nscale 1\nedges 0\nvalues 1\n1\nsteps 100001\nn\n'
    yes $'n\nj' | head -100000
    printf 'messages 0\n'; } > "$scratch/bad"
both 1 "$scratch/bad"
has "fewer messages" "$(< "$scratch/c.err")" "... and says that messages are missing"
{ printf 'permatch-proof 3\ngraph 0\nask perfect\nscale 1\nedges 0\nvalues 1\n1\nsteps 8193\n'
    yes n | head -4097
    yes j | head -4096
    printf 'messages 4096\n'
    yes "$zero $zero" | head -4096; } > "$scratch/bad"
both 1 "$scratch/bad"
has "more than 4096 tables" "$(< "$scratch/c.err")" "... and says that there are too many tables"

# ------------------------------------------------------------------------- forgeries
if [ -n "$python" ]; then
    verifier=$(command -v pm-verify)
    is "$(python3 "$here/tests/proof_forge.py" "$forged" "$scratch" "$verifier" 2> "$scratch/kinds")" \
        "honest refused 0, accepted 0 0, different verdicts 0" "$forged forged proofs: $(< "$scratch/kinds")"
    is "$(python3 "$here/tests/proof_forge.py" change "$changed" "$scratch" "$scratch/good" "$scratch/drawn" "$scratch/branched" 2> "$scratch/same")" \
        "accepted of something false 0, odd 0" "3 proofs in $changed changed forms: $(< "$scratch/same")"
    is "$(python3 "$here/tests/proof_forge.py" leaves $((cases / 2)) "$scratch" "$(command -v countmatch)" "$verifier" 2> "$scratch/kinds")" \
        "honest refused 0, accepted 0, different verdicts 0, enough branches True" "forged leaves: $(< "$scratch/kinds")"
fi
finish
