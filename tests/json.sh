#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every line that --json prints is valid under the schema of permatch_json(5), and its members have the
# values of the usual output.
. "${srcdir:-.}/tests/tap.sh"

data=$here/data
page=$here/man/permatch_json.5

if ! python3 -c 'import jsonschema' 2> "$scratch/err"; then
    echo "tests/json.sh: no Python package jsonschema: nothing was validated" >&2
    skip "no Python package jsonschema (Debian: python3-jsonschema)"
    finish
fi
awk '/^\.Ss The schema/ { here = 1 } here && /^\.Ed/ { exit }
     inside { gsub(/\\e/, "\\"); print } here && /^\.Bd/ { inside = 1 }' "$page" > "$scratch/schema"
cat > "$scratch/validate.py" << 'END'
# validate.py SCHEMA OUTPUT: checks the schema.  Then each line of standard input asks for one line: the number
# of lines in OUTPUT if all are valid, or what an expression over `a`, the last object there, is.
import json, sys
import jsonschema

schema = json.load(open(sys.argv[1]))
kind = jsonschema.validators.validator_for(schema)
kind.check_schema(schema)
for wish in sys.stdin:
    try:
        a = None
        lines = open(sys.argv[2]).read().splitlines()
        for line in lines:
            a = json.loads(line)
            if wish == "valid\n":
                kind(schema).validate(a)
        said = len(lines) if wish == "valid\n" else eval(wish)
    except Exception as error:
        said = repr(error).replace("\n", " ")
    print(said, flush=True)
END
coproc validator { python3 "$scratch/validate.py" "$scratch/schema" "$scratch/out" 2>&1; }

# answer WISH: what validate.py says.
answer() {
    local said
    echo "$1" >&"${validator[1]}" && IFS= read -r said <&"${validator[0]}"
    echo "$said"
}

# valid COUNT PROGRAM ARGUMENT...: the program prints COUNT lines, and all are valid.
valid() {
    local count=$1
    shift
    try "$@"
    is "$(answer valid)" "$count" "valid: ${*//"$here/"/}"
}

# invalid TEXT WHAT: the schema refuses TEXT.
invalid() {
    printf '%s\n' "$1" > "$scratch/out"
    has ValidationError "$(answer valid)" "invalid: $2"
}

# member EXPRESSION EXPECTED DESCRIPTION: a Python expression over `a`, the last object that was printed.
member() {
    is "$(answer "${1//$'\n'/ }")" "$2" "$3"
}

invalid '{"file":"a","version":"1"}' "neither an answer nor a failure"
invalid '{"file":"a","error":"no","status":"WHAT","version":"1"}' "an unknown status"
invalid '{"file":"a","error":"no","status":"IO","extra":1,"version":"1"}' "an unknown member"

# ----------------------------------------------------------------------- answers
printf 'C~\nC]\n' > "$scratch/stream"
valid 1 perm-mtx --json --reduce=dm --engine=ryser "$data/benzene.mtx"
member 'a["reductions"], a["engines"], a["precision"], a["value"]' "([], ['ryser'], 'exact', '2')" \
    "engines are an array, exact answers say so"
valid 2 perm-mtx --json "$data/complex.mtx" "$data/decimal.mtx"
member 'a["type"], a["precision"]' "('real', 53)" "a floating answer has its bits"
valid 1 perm-mtx --json --precision=200 "$data/complex.mtx"
member 'a["type"], a["precision"]' "('complex', 200)" "bits as they were asked for"
valid 1 perm-mtx --json --mod=1000000007 "$data/chessboard.mtx"
member 'a["type"], a["modulus"], a["value"]' "('modular', '1000000007', '12988816')" \
    "the object has the modulus"
valid 1 perm-mtx --json --exact "$data/decimal.mtx"
valid 2 countmatch --json "$scratch/stream"
member 'a["graph"], a["vertices"], a["edges"], a["value"]' "(2, 4, 4, '2')" \
    "an object for each graph of a stream"
valid 1 countmatch --json --log10 "$data/petersen.el"
valid 1 countmatch --json --per-vertex "$data/petersen.el"
member 'a["scale"], a["quantity"], a["type"]' "('ln per vertex', 'entropy', 'real')" "an entropy"
printf 'a b 2\nb c 1\nc d 1\nd a 1\n' > "$scratch/weights"
valid 1 countmatch --json --per-vertex "$scratch/weights"
member 'a["quantity"]' "free energy" "a free energy, where there are weights"
valid 1 countmatch --json --per-vertex --pattern "$scratch/weights"
member 'a["quantity"]' "entropy" "an entropy, where weights are left out"
valid 1 countmatch --json --log10 --exact "$data/petersen.el"
member 'a["type"], a["precision"]' "('integer', 'exact')" "--log10 --exact is exact"
valid 1 cyclecover --json --min-length=3 "$data/torus.el"

# ----------------------------------------------------------------------- plans
valid 1 perm-mtx --json --plan "$data/chessboard.mtx"
member 'a["plan"]["steps"][0]["rule"], a["plan"]["cores"][0]["rows"], a["plan"]["cores"][0]["engine"] in a["engines"], a["plan"]["text"].count("core 1")' \
    "('degree', 28, True, 1)" "the plan is an object with steps and cores"
valid 1 perm-mtx --json --plan "$data/singular.mtx"
member 'a["plan"]["zero"], a["plan"]["cores"]' "(True, [])" "a plan of nothing"
valid 1 perm-mtx --json --plan --time=1ms --engine=ryser --reduce=none "$data/chessboard.mtx"
member 'a["status"], a["plan"]["cores"][0]["rows"]' "('UNABLE', 32)" "a refused plan says why"
awk 'BEGIN { n = 36; print "%%MatrixMarket matrix array pattern general"; print n, n
    for (k = 0; k < n * n; k++) print 1 + k % 7 }' | sed 's/pattern/integer/' > "$scratch/dense.mtx"
valid 1 perm-mtx --json --plan --plan-rule=paper "$scratch/dense.mtx"

# ----------------------------------------------------------------------- more than a number
valid 6 countmatch --json --list "$data/petersen.el"
valid 3 perm-mtx --json --list=3 "$data/coronene.mtx"
valid 1 perm-mtx --json --best=3 "$data/coronene.mtx"
valid 1 perm-mtx --json --minors "$data/benzene.mtx"
member 'a["minors"], a["type"]' "([['1', '1', '1'], ['1', '1', '1'], ['1', '1', '1']], 'integer')" "minors by rows"
member 'a["checks"]' "['sign', 'parity', 'expansion mod p', 'line sums']" "checks of minors"
for option in --marginals --matchings --sample=2; do
    valid 1 perm-mtx --json $option "$data/benzene.mtx"
    valid 2 countmatch --json $option --pattern "$scratch/stream"
    valid 1 cyclecover --json $option "$data/torus.el"
done

printf '1%0400d -1%0400d\n1 1\n' 3 0 > "$scratch/huge"
valid 1 perm-mtx --json --exact --marginals --signed "$scratch/huge"
member '[s["decimal"] for s in a["marginals"]]' "[None, None, None, None]" "shares beyond doubles"

valid 1 perm-mtx --json --sample=2 "$data/benzene.mtx"
member 'a["checks"]' "['matching']" "checks of samples"

printf 'a b\nb c\nd d\n' > "$scratch/odd"
valid 1 countmatch --json --total "$scratch/odd"
valid 1 countmatch --json --unmatched=2 "$scratch/odd"
printf 'a b\nb c\n' > "$scratch/three"
valid 1 countmatch --json --unmatched=1 --marginals "$scratch/three"
member 'a["marginals"][2]' "{'u': 'a', 'v': None, 'share': '1/2', 'decimal': 0.5}" "a free vertex"
valid 2 countmatch --json --unmatched=1 --list "$scratch/three"
valid 1 perm-mtx --json --unmatched=2 --marginals "$data/benzene.mtx"
valid 3 perm-mtx --json --unmatched=2 --list=3 "$data/benzene.mtx"
member 'a["matching"].count(None)' 1 "a free row"
valid 1 countmatch --json --bounds "$data/petersen.el"
valid 1 countmatch --json --symmetry "$data/petersen.el"
valid 1 countmatch --json --clar "$data/petersen.el"
valid 1 countmatch --json --entropies "$data/petersen.el"
valid 2 countmatch --json --powers --format=el <(printf 'a b 5\na b 1/2\n%%graph\nc d -1\n')
valid 1 countmatch --json --estimate=0.2 "$data/petersen.el"
valid 1 countmatch --json --marginals=12-34 "$data/petersen.el"
for file in petersen.el naphthalene.mol rectangular.mtx torus.el; do
    valid 1 countmatch --json --structure "$data/$file"
done
valid 1 countmatch --json --structure "$scratch/odd"
member 'a["why"] != "", a["parts"]["A"], a["blocks"][0]["shape"]' "(True, ['b'], 'horizontal')" "a structure"
for file in benzene.mtx rectangular.mtx singular.mtx complex.mtx; do
    valid 1 perm-mtx --json --structure "$data/$file"
done
valid 1 perm-mtx --json --structure <(printf '0 1\n0 1\n')
sed 's/"structure"/"integer"/' "$scratch/out" > "$scratch/wrong"
invalid "$(< "$scratch/wrong")" "a structure of another type"
printf '%s\n' 'structure marginals minors matchings sample list best bounds symmetry total unmatched plan estimate clar entropies' |
    tr ' ' '\n' | sort > "$scratch/known"
# A question of the table of options that excludes the others, and that is not above.
sed -n 's/^ *{"\(marginals matchings minors[^"]*\)", NULL.*/\1/p' "$here/tools/exclusions.c" |
    tr -s ' ' '\n' | sed '/^$/d' | sort > "$scratch/questions"
[ -s "$scratch/questions" ]
ok $? "the table has questions"
is "$(comm -13 "$scratch/known" "$scratch/questions")" "" "... and each is validated"

# ----------------------------------------------------------------------- failures
valid 3 perm-mtx --json "$data/benzene.mtx" "$scratch/none" "$data/coronene.mtx"
is "$status" 1 "a missing file: exit status 1"
is "$(sed -n '2s/"version".*/"version"/p' "$scratch/out")" \
    "{\"file\":\"$scratch/none\",\"error\":\"$scratch/none: No such file or directory\",\"status\":\"IO\",\"version\"" \
    "a missing file has an object"
printf 'a b\nb c\nc d\nd e\n' > "$scratch/path"
valid 1 countmatch --json --marginals "$scratch/path"
member 'a["status"], a["graph"]' "('DOMAIN', 1)" "a question without an answer"
valid 1 perm-mtx --json --engine=sparyser --time=1ms --reduce=none "$scratch/dense.mtx"
member 'a["status"]' UNABLE "what nothing can do"
printf 'C~\nC!!\n' > "$scratch/broken.g6"
valid 2 countmatch --json "$scratch/broken.g6"
member 'a["status"]' INPUT "a stream that breaks off"
printf -v odd 'a"b\\c\x01\xff.mtx'
valid 1 perm-mtx --json "$scratch/$odd"
# ----------------------------------------------------------------------- comma-separated values
is "$(dimer grid 2 2 | countmatch --marginals --csv | sort | tr '\n' ' ')" \
    '"1,1","1,2",1/2 "1,1","2,1",1/2 "1,2","2,2",1/2 "2,1","2,2",1/2 u,v,share ' \
    "--marginals --csv quotes names with commas"
is "$(perm-mtx --marginals --csv "$data/benzene.mtx" | head -n 2 | tr '\n' ' ')" "row,col,share 1,1,1/2 " \
    "... and has rows and columns of a matrix"
is "$(printf 'C~\nC]\n' | countmatch --matchings --csv --format=g6 | tr '\n' ' ')" \
    "graph,k,count 1,0,1 1,1,6 1,2,3 2,0,1 2,1,4 2,2,2 " "--matchings --csv of a stream, --format=g6"
answers 0 $'value\n6' countmatch --csv "$data/petersen.el"
is "$(printf 'C~\nC]\n' | countmatch --csv --format=g6 | tr '\n' ' ')" "graph,value 1,3 2,2 " "--csv of a stream"
is "$(printf 'C~\nC]\n' | countmatch --bfile=-1 --format=g6 | tr '\n' ' ')" "-1 3 0 2 " "--bfile=-1"
refuses 2 countmatch --bfile=x "$data/petersen.el"
refuses 2 countmatch --csv --list "$data/petersen.el"
dimer grid 2 3..4 > "$scratch/grids.el" # Fibonacci numbers; the number of a graph is the input's
answers 0 "file,graph,value
$scratch/grids.el,3,3
$scratch/grids.el,4,5
$data/petersen.el,1,6" countmatch --csv "$scratch/grids.el" "$data/petersen.el"
is "$(countmatch --csv --matchings "$data/petersen.el" "$scratch/grids.el" | grep -c '^[^,]*,[0-9]*,[0-9]*,[0-9]*$')" 15 "a table of several files"
answers 0 $'graph,value\n3,3\n4,5' countmatch --csv "$scratch/grids.el"
answers 0 $'3\t1 7 11 3\n4\t1 10 29 26 5' countmatch --matchings=line "$scratch/grids.el"
refuses 2 countmatch --csv --json --matchings "$data/petersen.el"

# ----------------------------------------------------------------------- the size of long numbers
valid 1 countmatch --json "$data/buckyball.el"
member 'a["log10"]' "4.09691" "JSON has log10 of 12500"
is "$(dimer grid 30 30 | countmatch -v 2>&1 > "$scratch/out" | grep -o 'about 10^110.*')" \
    "about 10^110.12" "-v prints the size of a long number"
finish
