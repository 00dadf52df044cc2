#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Words of an input that reach the terminal: names, file names, arguments, messages.  What a terminal obeys is
# printed as an escape, and different names stay different.
. "${srcdir:-.}/tests/tap.sh"

# shown WHAT COMMAND...: it prints something, and nothing that a terminal obeys.
shown() {
    local what=$1
    shift
    "$@" > "$scratch/out" 2>&1 < /dev/null
    [ -s "$scratch/out" ] &&
        ! LC_ALL=C grep -aqP '[\x00-\x08\x0b-\x1f\x7f]|(?<![\xc2-\xf4\x80-\xbf])[\x80-\x9f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8-\xae]' "$scratch/out"
    ok $? "$what is printed as text"
}

escape=$'\033]0;title\a' csi=$'\302\2331m' turn=$'\342\200\256' raw=$'\2331m'
for word in "$csi" "$turn" "$raw"; do
    printf '%s b\n%s c\nb d\nc d\n' "$word" "$word" > "$scratch/early.el"
    answers 0 2 countmatch --format=el "$scratch/early.el"
    for how in --list --marginals --sample=2 --structure --to-graph=dot --to-graph=el --csv\ --marginals; do
        shown "a name, $how," countmatch --format=el $how "$scratch/early.el"
    done
    is "$(countmatch --format=el --to-graph=el "$scratch/early.el" | countmatch --format=el)" 2 "... and read again"
    shown "a word" countmatch --format=el <(printf 'a b %s\n' "$word")
    shown "a format" countmatch --format="$word" "$scratch/early.el"
done
# Behind the part of a file by which its format is recognised.
{ seq 40000 | awk '{ print "v" $1, "w" $1 }' && printf '%s b\n%s c\nb d\nc d\n' "$escape" "$escape"; } > "$scratch/late.el"
answers 0 2 countmatch --format=el "$scratch/late.el"
shown "a late name" countmatch --format=el --list=1 "$scratch/late.el"
shown "a late word" countmatch --format=el <(cat "$scratch/late.el" && printf 'a b %s\n' "$escape")
# A name that looks like an escape is another name.
printf '\\x1b b\n\033 b\n' > "$scratch/alike.el"
is "$(cat "$scratch/late.el" "$scratch/alike.el" | countmatch --format=el --to-graph=el | tail -n 2)" $'\\\\x1b b\n\\x1b b' "two names"
printf 'graph [ node [ id 1 label "x%s" ] node [ id 2 label "y" ] edge [ source 1 target 2 ] ]\n' "$csi" |
    tr ' ' '\n' | paste -sd ' ' | sed 's/ node/\n  node/g; s/ edge/\n  edge/g' > "$scratch/label.gml"
shown "a label of GML" countmatch --format=gml --list "$scratch/label.gml"
printf '<graphml><key id="n" for="node" attr.name="name" attr.type="string"/><graph edgedefault="undirected">%s</graph></graphml>\n' \
    '<node id="a"><data key="n">x&#x9b;1m</data></node><node id="b"><data key="n">y</data></node><edge source="a" target="b"/>' \
    > "$scratch/entity.graphml"
shown "a name in GraphML" countmatch --list "$scratch/entity.graphml"

# Names of files.
bad=$scratch/$'file\033[31m\nred'
echo 'a b' > "$bad"
shown "the name of a file" countmatch --format=el "$bad" "$bad"
is "$(wc -l < "$scratch/out")" 2 "... on one line"
shown "the name of a file that does not exist" countmatch "$bad$csi"
is "$(wc -l < "$scratch/out")" 1 "... on one line"
printf 'a b c d\n' > "$bad"
shown "the name of a bad file" countmatch --format=el "$bad"
is "$(wc -l < "$scratch/out")" 1 "... on one line"
shown "the name of an output" countmatch --checkpoint="$scratch/no"$'\n'folder/proof --format=el "$scratch/early.el"
is "$(wc -l < "$scratch/out")" 1 "... on one line"

printf 'a b\nb c\nc d\n' > "$bad.el"
countmatch --format=el --prove="$bad.proof" "$bad.el" > "$scratch/out"
for verifier in pm-verify "python3 $here/tools/pm_verify.py"; do
    shown "the name of a proof, $verifier," $verifier "$bad.proof" "$bad.el"
    is "$(wc -l < "$scratch/out")" 2 "... on one line"
    shown "the name of a bad proof, $verifier," $verifier "$bad"
    is "$(wc -l < "$scratch/out")" 1 "... on one line"
done

# Options.
for option in "--zzz$escape" $'--no\nsuch' "--json=$escape" "-$csi" $'-\n'; do
    shown "an option" countmatch "$option"
    is "$(head -n 1 "$scratch/out" | grep -c '^countmatch: .*option') $(tail -n +2 "$scratch/out")" \
        "1 Try 'countmatch --help' for more information." "... on one line"
done

# ------------------------------------------------------------------------ tables
answers 0 $'u,v,share\n"\'=cmd",b,1\n"\'-x",c,1\n+1,d,1\n-2,e,1' countmatch --csv --marginals --format=el <(printf '=cmd b\n-x c\n+1 d\n-2 e\n')

# ------------------------------------------------------ a long blank beginning
is "$( (yes '' | head -c 66000 && echo '1 2') | countmatch)" 1 "a word after 66000 empty lines"
is "$( (yes ' ' | head -c 200000 && echo '1 2') | countmatch 2>&1)" 1 "... or lines of blanks"
saying "the input is empty" refuses 1 countmatch <(yes '' | head -c 200000)
(yes '' | head -c 66000 && printf 'a b\nc d e f\n') > "$scratch/blank.el"
saying "line 66002" refuses 1 countmatch --format=el "$scratch/blank.el"

# ------------------------------------------------------------------ pm-report
echo 'a b' > "$scratch/edge.el"
report=$(PM_SECRET=hidden PM_PASSWORD=hidden OMP_NUM_THREADS=1 PM_ISA=portable sh "$here/tools/pm-report" countmatch "$scratch/edge.el")
[[ $report != *hidden* && $report == *PM_ISA=portable* && $report == *OMP_NUM_THREADS=1* ]]
ok $? "pm-report prints the variables that permatch reads, and no others"
for name in $(grep -rhoE 'getenv\("PM_[A-Z_]+"' "$here/src" | cut -d '"' -f 2 | sort -u); do
    [[ $(< "$here/tools/pm-report") == *"${name#PM_}"* ]]
    ok $? "... $name"
done
finish
