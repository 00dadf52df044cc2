#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every cell of the table of questions and facilities (--help=questions): a question with a facility gives the
# numbers of the plain question, or of another form of the same question, or it is refused with the sentence
# of the table.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
printf '%s\n' '3 1 4 1' '5 9 2 6' '5 3 5 8' '9 7 9 3' > m
awk '{ for (i = 1; i <= NF; i++) printf "%.18g ", log($i); print "" }' m > logs
# rows 2,1,1,0 and columns 1,1,1,1 of the matrix: row 1 twice, the last not at all
awk 'NR == 1 { print } NR < 4 { print }' m > copied
printf '%s\n' 'a b 2' 'b c 3' 'c d 5' 'd a 7' 'a c 1' 'a a 2' 'b b 1' 'c c 4' 'd d 3' > loops.el

# The options that ask a question, and the one that asks for a facility.
declare -A ask=([value]='' [log10]=--log10 [unmatched]=--unmatched=2 [marginals]=--marginals
    [marginals+unmatched]='--marginals --unmatched=2' [marginals=]=--marginals=1-1,2-2 [sample]=--sample=3
    [matchings]=--matchings [list]=--list [minors]=--minors [bounds]=--bounds [estimate]=--estimate=0.1
    [structure]=--structure [best]=--best=3 [prove]=--prove=proof)
declare -A with=([log-weights]=--log-weights [log10]=--log10 [precision]=--precision=dd [epsilon]=--epsilon=1e-9
    [strict]=--strict [mod]=--mod=1009 [estimate]=--estimate=0.01 [engine]=--engine=tree [reduce]=--no-reduce
    [plan-rule]=--plan-rule=paper [gpus]=--gpus=1 [memory]=--memory=100M [time]=--time=60 [plan]=--plan
    [plan-file]=--plan-file=plan [checkpoint]=--checkpoint=saved [part]='--part=1/2 --memory=100M' [audit]=--audit=100%
    [json]=--json [unmatched]=--unmatched=2 [loops]=--loops [rows]='--rows=2,1,1,0 --cols=1,1,1,1')

# near: the numbers of the files plain and found, also p/q, are equal but for roundings.
near() {
    awk '{ gsub(/[^-+.0-9e\/]+/, " ")
           for (i = 1; i <= NF; i++) if ($i ~ /[0-9]/) {
               two = split($i, part, "/"); x[FILENAME, ++count[FILENAME]] = two == 2 ? part[1] / part[2] : $i + 0 } }
         END { same = count["plain"] == count["found"] && count["plain"] > 0
               for (i = 1; i <= count["plain"]; i++) {
                   d = x["plain", i] - x["found", i]; a = x["plain", i] < 0 ? -x["plain", i] : x["plain", i]
                   same = same && d <= 1e-8 * (a + 1e-3) && -d <= 1e-8 * (a + 1e-3) }
               exit !same }' plain found
}

# within QUESTION: the JSON in the file found has each number of the file plain; of a text it is an object.
within() {
    [[ $1 == structure ]] && { grep -q '^{.*}$' found; return; }
    awk 'FILENAME == "found" { text = text $0; next }
         /^correlation/ { next }
         { for (i = 1; i <= NF; i++) if ($i ~ /[0-9]/ && index(text, $i) == 0) missing = missing " " $i }
         END { exit text == "" || missing != "" }' found plain
}

run() { perm-mtx "$@" 2> err; }

# works QUESTION FACILITY: true if they work together.
works() {
    local q=${ask[$1]} f=${with[$2]} input=m program=perm-mtx
    rm -f saved plan proof part.1 part.2 found plain
    # shellcheck disable=SC2086
    case $2 in
    log-weights) run $q m > plain && run $q $f logs > found && { [ "$1" = sample ] || near; } ;;
    log10) run ${q/--log10/} m | awk '{ printf "%.12f\n", log($1) / log(10) }' > plain && run --log10 $q m > found && near ;;
    mod) run ${q/--prove=proof/} m | awk '{ print $1 % 1009 }' > plain && run $q $f m > found && near ;;
    engine) run $q m > plain && run $q ${f/tree/$([ "$1" = estimate ] && echo ryser || echo tree)} m > found &&
        if [ "$1" = sample ]; then [ "$(awk '{ print $1 + $2 + $3 + $4 }' found | sort -u)" = 10 ]; else near; fi ;;
    gpus) run $q $f m > found; [ $? -eq 4 ] && grep -q 'GPU' err || [ -s found ] ;;
    plan) run $q --plan m > found && grep -qE '=> |engine |predicted|answer|units' found ;;
    plan-file) run $q m > plain && run $q --plan $f m > found && run $q $f m > found && near ;;
    checkpoint) run $q m > plain && run $q $f m > found && near && rm -f proof && run $q $f m > found &&
        { near || [ "$1" = list ]; } ;; # of which nothing is left
    part) run ${q/--log10/} m > plain && run $q $f m > part.1 && run $q --part=2/2 --memory=100M m > part.2 &&
        pm-sum part.1 part.2 > found 2> err && near ;;
    json) run $q m > plain && rm -f proof && run $q $f m > found && within "$1" ;;
    unmatched) [ "$1" = value ] || run $q $f m > found && { run --matchings m | awk '$1 == 3 { print $2 }' > plain
        run $f m > found && near; } ;;
    loops) countmatch ${q/--unmatched=2/} loops.el > plain 2> err && countmatch $q $f loops.el > found 2> err ;;
    rows) run $q copied > plain && rm -f proof && run $q $f m > found && { [ "$1" = structure ] || near; } ;;
    ranks) true ;; # tests/ranks.sh
    *) run $q m > plain && rm -f proof && run $q $f m > found && { cmp -s plain found || near; } ;;
    esac
}

# refused QUESTION FACILITY SENTENCE
refused() {
    local program=perm-mtx input=m
    [ "$2" = loops ] && program=countmatch input=loops.el
    # shellcheck disable=SC2086
    "$program" ${ask[$1]} ${with[$2]} "$input" > found 2> err
    [ $? -eq 2 ] && [ ! -s found ] || return
    grep -qE 'is an option of' err || tr -s ' \n' ' ' < err | grep -qF -- "$3" ||
        { [[ $1 == *+* ]] && grep -qFf reasons err; } # of one of the two options that ask it
}

perm-mtx --help=questions > table
mapfile -t questions < <(sed -n 's/^  \([a-z]\)  \([^ ]*\).*/\1 \2/p' table | awk '/^[a-s] / { sub("--", "", $2); print $2 }')
is "${#questions[@]}" 19 "the table has 19 questions"
sed -n '/^Reasons/,/^Facilities/p' table | awk '
    /^  [0-9]/ { if (text != "") print text; text = $0; sub(/^ *[0-9]+ */, "", text); next }
    /^         / { sub(/^ */, ""); text = text " " $0 }
    END { print text }' > reasons
reason() { sed -n "$1p" reasons; }

cells=0
while read -r facility row; do
    read -r -a cell <<< "$row"
    [ ${#cell[@]} -eq ${#questions[@]} ] || continue
    for k in "${!cell[@]}"; do
        question=${questions[k]}
        cells=$((cells + 1))
        [[ -v ask[$question] && ( -v with[$facility] || $facility = ranks ) ]] || continue # no program asks it
        if [ "${cell[k]}" = + ]; then
            works "$question" "$facility"
            ok $? "$question with $facility"
        else
            refused "$question" "$facility" "$(reason "${cell[k]}")"
            ok $? "$question with $facility is refused: $(reason "${cell[k]}")"
        fi || cat err >&2
    done
done < <(sed -n '/^What each/,/^Reasons/p' table | grep '^  [a-z]' | sed 's/log10 per-vertex/log10/; s/precision exact/precision/; s/estimate unproved/estimate/; s/reduce no-reduce/reduce/; s/rows cols/rows/')
[ "$cells" -ge 300 ]
ok $? "$cells cells"
finish
