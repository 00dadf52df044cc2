#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# ising as a user sees it: temperatures, outputs, refusals; engines agree on lattices and beyond the plane.
. "${srcdir:-.}/tests/tap.sh"

file pair.el 'a b 1'
file path.el 'a b 1' 'b c -0.5'

# log Z of two spins is log(4 cosh J), and the mean of both is tanh J
answers 0 1.82 ising --beta=1 --digits=3 "$scratch/pair.el"
answers 0 $'1\t1.82\n0.5\t1.51' ising --beta=1,0.5 --digits=3 "$scratch/pair.el"
answers 0 $'1\t1.82\n2\t1.51' ising --temperature=1,2 --digits=3 "$scratch/pair.el"
answers 0 $'a b 0.762\nb c -0.462' ising --beta=1 --correlations --digits=3 "$scratch/path.el"
answers 0 $'log_z 2.63\nenergy -0.993\nentropy 1.64' ising --beta=1 --thermal --digits=3 "$scratch/path.el"
answers 0 $'specific_heat 0.206' ising --beta=1 --heat --digits=3 "$scratch/path.el"
file pairs '# chosen' 'a c' '' 'c a'
answers 0 $'a c -0.352\nc a -0.352' ising --beta=1 --pairs="$scratch/pairs" --digits=3 "$scratch/path.el"
answers 0 $'a field 0.931' ising --beta=1 --field=1 --pairs=<(echo a field) --digits=3 "$scratch/pair.el"
answers 0 $'-3/2 2\n-1/2 2\n1/2 2\n3/2 2' ising --energies "$scratch/path.el"
answers 0 $'-1 1 -1\n-1 1 -1' ising --beta=1000 --sample=2 --seed=3 <(printf 'a b -1\nb c -1\n')
is "$(ising --beta=1 --json "$scratch/pair.el" | grep -oE '"(beta|scale|quantity)":"[^"]*"' | tr '\n' ' ')" \
    '"beta":"1" "scale":"ln" "quantity":"partition function" ' "--json names the temperature and the quantity"
is "$(ising --beta=1 --json --correlations --digits=3 "$scratch/path.el" | grep -o '"correlations.*}]')" \
    '"correlations":[{"u":"a","v":"b","mean":"0.762"},{"u":"b","v":"c","mean":"-0.462"}]' "... and correlations"
is "$(ising --json --energies "$scratch/pair.el" | grep -o '"energies.*}]')" \
    '"energies":[{"energy":"-1","states":"2"},{"energy":"1","states":"2"}]' "... and energies"
ising --beta=1 --plan "$scratch/pair.el" | grep -q 'Ising model: 2 spins, 1 couplings; domain walls in the plane'
ok $? "--plan says what is computed"
for asked in --thermal --correlations --sample=3 --heat "--pairs=$scratch/pairs"; do
    plan=$(ising --beta=1 "$asked" --plan "$scratch/path.el")
    [[ $plan == engine*predicted:* ]]
    ok $? "${asked%%=/*} --plan: ${plan%%$'\n'*}"
done
# The exact way takes an hour; but a limit of time does not refuse the rounded way.
dimer torus 16 16 > "$scratch/torus.el"
text=$(ising --temperature=2.5 --thermal --digits=4 --time=40 "$scratch/torus.el")
[[ $text == $'log_z 225.2\nenergy -289.6\nentropy 109.4' ]]
ok $? "the means of a torus are rounded numbers"
has $'engine none: a sum for each of 2 pairs, and one for all\npredicted: 0 s on one thread' \
    "$(ising --beta=1 --pairs="$scratch/pairs" --plan "$scratch/path.el")" "rules alone find the sums of a path"
has '"seconds":' "$(ising --beta=1 --heat --plan --json "$scratch/path.el" | grep -o '"plan":.*')" "--heat --plan --json"
has "exact, at most " "$(dimer grid 8 8 --couplings=pm1 --seed=1 | ising --energies --plan 2> "$scratch/err")" \
    "--energies --plan: an exact sum"

# ------------------------------------------------------------------ beyond the plane
dimer grid 5 6 --couplings=pm1 --seed=2 > "$scratch/grid.el"
is "$(awk '!/%/ { print $3 }' "$scratch/grid.el" | sort -u | tr '\n' ' ')" "-1 1 " "dimer --couplings=pm1"
is "$(dimer grid 5 6 --couplings=pm1 --seed=3 | cmp -s - "$scratch/grid.el"; echo $?)" 1 "... with another seed"
{ cat "$scratch/grid.el"; echo '1,1 4,5 1'; echo '2,6 5,2 -1'; } > "$scratch/far.el"
dimer grid 4 4 --periodic --couplings=pm1 > "$scratch/torus.el"
dimer grid 4 4 --periodic --mirror --couplings=pm1 > "$scratch/klein.el"
for name in grid far torus klein; do
    planar=$(ising --beta=1 --digits=12 --engine=planar "$scratch/$name.el")
    is "$(ising --beta=1 --digits=12 --engine=tree "$scratch/$name.el")" "$planar" "planar and tree agree: $name"
    is "$(ising --energies "$scratch/$name.el" | awk '{ n += $2; z += $2 * exp(-$1) } END { printf "%d %.6f", n, log(z) }')" \
        "$(awk -v z="$planar" -v n=$([ "$name" = grid ] || [ "$name" = far ] && echo 30 || echo 16) \
            'BEGIN { printf "%d %.6f", 2 ^ n, z }')" "... and the states of all energies"
done

# Ferrenberg, Landau and Wong, Physical Review Letters 69, 1992: the exact specific heat at the critical point
answers 0 'specific_heat 1.49870496' ising --beta=0.44068679350977147 --heat --digits=9 \
    <(dimer grid 16 16 --periodic --weights=1,1)

# In a frustrated square lattice, ground states have one bad coupling in each pair of squares; so they are two for
# each tiling of 8 x 8 squares by dominoes: 12988816 (Kasteleyn, Physica 27, 1961).
fully() { # fully N: the lattice of N x N spins in which every square is frustrated
    awk -v n="$1" 'BEGIN { for (r = 0; r < n; r++) for (c = 0; c < n; c++) {
        if (c + 1 < n) print r "," c, r "," c + 1, 1 - 2 * (r % 2)
        if (r + 1 < n) print r "," c, r + 1 "," c, 1 } }'
}
is "$(ising --energies <(fully 9) | head -n 1)" "-80 $((2 * 12988816))" "ground states are tilings by dominoes"

# Duality (Kramers and Wannier, Physical Review 60, 1941): the faces of a lattice are the spins of the dual one, and
# exp(-2 L) = tanh K.  The even sets of the one are the domain walls of the other.
k=0.3 l=$(awk 'BEGIN { k = 0.3; printf "%.17g", -log((exp(k) - exp(-k)) / (exp(k) + exp(-k))) / 2 }')
faces=$(awk 'function face(r, c) { return r < 0 || r > 3 || c < 0 || c > 4 ? "outside" : r "," c }
    BEGIN { for (r = 0; r < 5; r++) for (c = 0; c < 6; c++) {
        if (c < 5) print face(r - 1, c), face(r, c), 1
        if (r < 4) print face(r, c - 1), face(r, c), 1 } }')
awk -v z="$(dimer grid 5 6 --weights=1,1 | ising --beta=$k)" -v y="$(ising --format=el --beta="$l" <<< "$faces")" -v k=$k -v l="$l" '
    BEGIN { d = 30 * log(2) + 49 * log((exp(k) + exp(-k)) / 2) + y - log(2) - 49 * l - z
            exit !(d < 1e-9 && d > -1e-9) }'
ok $? "the lattice and its dual"

# weights of 190 bits, not modulo thousands of primes
is "$(dimer grid 16 16 --couplings=pm1 | ising --beta=1 --sample=1 --memory=100M | wc -w)" 256 "a draw of many spins takes little memory"

# ------------------------------------------------------------------ pictures
marks() { # marks COLOUR: how many lines or dots the path of this colour has
    sed -n "s/.*stroke=\"$1\".* d=\"//p" "$scratch/spins.svg" | tr -cd M | wc -c
}
# Two domains, of 2 and 3 spins.
ising --beta=100 --sample=1 --svg <(printf 'a b 1\nb c -1\nc d 1\nd e 1\n') > "$scratch/spins.svg"
is "$(marks '#333') $(marks '#0072b2') $(marks '#e69f00')" "1 3 2" "a picture of two domains and their wall"
ising --beta=1 --sample=1 --svg "$scratch/grid.el" > "$scratch/spins.svg"
walls=$(ising --beta=1 --sample=1 "$scratch/grid.el" | awk '
    NR == FNR { split($0, spin); next }
    !/%/ { for (k = 1; k <= 2; k++) if (!($k in s)) s[$k] = spin[++seen]; n += s[$1] != s[$2] }
    END { print n }' - "$scratch/grid.el")
is "$(marks '#333')" "$walls" "a lattice has a wall between spins that differ"
is "$(($(marks '#0072b2') + $(marks '#e69f00')))" 30 "... and all spins"

# At infinite temperature, all 2^n states have the same weight: spins are independent.
dimer grid 4 5 --couplings=pm1 --seed=2 > "$scratch/random.el"
for graph in pair.el path.el random.el; do
    states=$(ising --beta=1 --json "$scratch/$graph" | sed 's/.*"vertices":\([0-9]*\),.*/\1/' | awk '{ printf "%.9g", $1 * log(2) }')
    for field in 0 -3/2; do
        answers 0 "$states" ising --beta=0 --field=$field --digits=9 "$scratch/$graph"
        is "$(ising --beta=0 --field=$field --thermal --digits=20 "$scratch/$graph" | sed -n 2p)" "energy 0" "... with the energy 0"
        is "$(ising --beta=0 --field=$field --correlations --digits=20 "$scratch/$graph" | cut -d ' ' -f 3 | sort -u)" 0 "... and means 0"
        is "$(ising --beta=1e-400 --correlations --digits=20 "$scratch/$graph" | cut -d ' ' -f 3 | sort -u)" 0 "... and below the bound"
    done
done
answers 0 "specific_heat 0" ising --beta=0 --heat "$scratch/random.el"
is "$(ising --beta=0 --sample=200 "$scratch/path.el" | sort -u | wc -l)" 8 "... and all states are drawn"

# ------------------------------------------------------------------ refusals
refuses 1 ising --beta=20001 "$scratch/pair.el"
for bad in --beta=-1 --temperature=0 --beta=1,-1..1 --temperature=0..1 --temperature=2,0e3 --beta=x --beta=1,x --beta=1,,2 --temperature= --field=h --field=1,2; do
    refuses 2 ising "$bad" "$scratch/pair.el"
done
saying "line 2" refuses 1 ising --beta=1 <(printf '1 2 1\n2 3\n')
saying "line 2: the graph has no vertex x" refuses 1 ising --beta=1 --pairs=<(printf 'a b\na x\n') "$scratch/pair.el"
refuses 1 ising --beta=1 --pairs=<(echo a) "$scratch/pair.el"
refuses 1 ising --beta=1 --pairs=/dev/null "$scratch/pair.el"
saying "Not a directory" refuses 1 ising --beta=1 --pairs="$scratch/pair.el/x" "$scratch/pair.el"
is "$(ising --beta=1,1 --pairs=<(echo a b) --digits=3 "$scratch/pair.el" | uniq | wc -l)" 1 "a pipe of pairs is read once"
is "$(ising --beta=1,1 --pairs=<(echo a b) --digits=3 "$scratch/pair.el" | wc -l)" 2 "... for both temperatures"
answers 0 'specific_heat 0' ising --beta=1 --heat <(echo '%graph undirected')
# The energy and the specific heat come together, and temperatures in ranges.
is "$(ising --beta=1 --thermal --heat "$scratch/path.el")" \
    "$(ising --beta=1 --thermal "$scratch/path.el" && ising --beta=1 --heat "$scratch/path.el")" "--thermal with --heat"
is "$(ising --beta=1 --thermal --heat --json "$scratch/path.el" | grep -c '"entropy":.*"specific_heat":')" 1 "... as JSON"
is "$(ising --temperature=0.5..1..0.25,2 "$scratch/path.el")" "$(ising --temperature=0.5,0.75,1,2 "$scratch/path.el")" \
    "a range of temperatures"
is "$(dimer grid 2 2 --weights=-0.3..0.3..0.1 | awk -F'"' '/^%graph/ { print $2 }' | tr '\n' ';')" \
    "$(printf 'weights %s;' -0.3 -0.2 -0.1 0 0.1 0.2 0.3)" "... with a 0"
for given in 0.4406867935097715 1.0000000000001235 1e-300; do
    has "\"beta\":\"$given\"" "$(ising --beta="$given..2,1" --json "$scratch/path.el" | head -n 1)" "... and with the digits of $given"
done
for bad in '1 2..3' '1 .. 2' '1..2 3'; do
    refuses 2 ising --beta="$bad" "$scratch/pair.el"
done
refuses 2 ising --beta=1 --heat --thermal --plan "$scratch/pair.el"
awk 'BEGIN { for (i = 0; i < 300; i++) print i, i + 1, i == 0 ? 16000 : 0.001 }' > "$scratch/far.el"
refuses 4 ising --energies --memory=100M "$scratch/far.el"
for plan in '' --plan; do
    refuses 4 ising --beta=1 --heat --time=1e-9 ${plan:+"$plan"} "$scratch/path.el"
done
refuses 2 ising "$scratch/pair.el"
refuses 2 ising --beta=1 --temperature=1 "$scratch/pair.el"
refuses 2 ising --beta=1 --energies "$scratch/pair.el"
refuses 2 ising --beta=1 --thermal --correlations "$scratch/pair.el"
for bad in '--svg' '--svg --sample=2' '--svg --thermal' '--svg --sample=1 --json'; do
    # shellcheck disable=SC2086
    refuses 2 ising --beta=1 $bad "$scratch/pair.el"
done
refuses 2 ising --beta=1,2 --svg --sample=1 "$scratch/pair.el"
refuses 4 ising --beta=1 --sample=1 "$scratch/torus.el"
refuses 4 ising --energies <(printf 'a b 1\nb c 1e-9\n')
refuses 2 dimer grid 2 2 --couplings=gauss
refuses 2 dimer grid 2 2 --couplings=pm1 --weights=1

# A plan names only options that the program has.
dimer torus 3 4 4 > "$scratch/solid.el"
for asked in --energies --beta=1; do
    help=$(ising $asked --plan --threads=1 --time=0.1 "$scratch/solid.el" 2> "$scratch/none" | grep '^would help: ')
    is "$(grep -o -e '--[a-z-]*' <<< "$help" | sort -u | tr '\n' ' ')" "" "ising $asked: $help"
    is "$(grep -cv -e ': predicted to take' "$scratch/none")" 0 "... and says no bounds of another number"
done
has "; --bounds" "$(dimer torus 4 5 5 | countmatch --plan --threads=1 --gpus=none 2> "$scratch/none")" "... and countmatch has bounds"
# Exact numbers take a minute.  The way that takes less is named, with the memory that it needs.
dimer grid 40 40 > "$scratch/grid.el"
text=$(ising --beta=1 --memory=40M --time=2 --plan "$scratch/grid.el" 2>&1)
help=$(sed -n 's/^would help:.* \(planar would take [^;]* with --memory=[0-9]*M\).*/\1/p' <<< "$text")
[ -n "$help" ] && [[ $text == *"more than the 2 s allowed; $help"* ]]
ok $? "a refusal and the plan name what more memory saves: $help"
has "real with error bound" "$(ising --beta=1 "${help##* }" --time=2 --plan "$scratch/grid.el")" "... and that is enough"
ising --beta=1 --memory=40M "$scratch/grid.el" > "$scratch/none" 2> "$scratch/warned" &
while kill -0 $! && ! grep -q . "$scratch/warned"; do sleep 0.05; done
kill $!
is "$(head -1 "$scratch/warned")" "ising: $help" "... and a run that goes on says it"
dimer king 22 22 > "$scratch/king.el"
text=$(countmatch --memory=16M --time=5 --threads=1 --plan "$scratch/king.el" 2> "$scratch/none")
help=$(sed -n 's/^would help:.*sweep would take [^;]* with \(--memory=[0-9]*M\);.*/\1/p' <<< "$text")
has "=> sweep" "$(countmatch "$help" --threads=1 --plan "$scratch/king.el")" \
    "what a search has found before its tables had to fit is named: $help"
finish
