#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Help fits a terminal, and its examples work.  Completion for bash, zsh and fish knows all options and
# offers only what the programs take.  A misspelt word gets the right word as a hint.
. "${srcdir:-.}/tests/tap.sh"

programs='perm-mtx countmatch cyclecover dimer ising pm-status pm-sum pm-bench'
data=$here/data

# fits TEXT LINES: the text has at most LINES lines, none longer than 80 columns.
fits() {
    awk -v most="$2" 'length > 80 { bad = 1 } END { exit bad || NR > most || NR < 1 }' <<< "$1"
}

# options: prints the options that the help of a program lists.
options_of() {
    "$1" --help=options | sed -n 's/^ *\(-., \)\{0,1\}--\([a-z0-9-]*\).*/\2/p'
}

# ------------------------------------------------------------------ pages
cp "$data/chessboard.mtx" "$scratch/matrix.mtx"
for name in $programs; do
    try "$name" --help
    is "$status:$err" 0: "$name --help exits 0"
    first=$out
    fits "$first" 24
    ok $? "$name --help fits 80 columns and 24 lines"
    has "Usage: $name" "$first" "$name --help shows the usage"
    is "$("$name" -h)" "$first" "$name -h is the same"

    # Every command of the example exits with 0 and prints the lines below it.
    printf '%s\n' "$first" | sed -n '/^Example/,/^$/s/^    //p' > "$scratch/example"
    grep -q '^\$ ' "$scratch/example"
    ok $? "$name --help has an example"
    (cd "$scratch" && sed -n 's/^\$ //p' example > commands && bash -e commands > printed 2> err)
    is "$?" 0 "the example of $name works"
    wanted=$(grep -v '^\$ ' "$scratch/example")
    [ -z "$wanted" ] || is "$(< "$scratch/printed")" "$wanted" "... and prints what help says"

    for page in $(sed -n 's/^More: //p' <<< "$first"); do
        try "$name" "$page"
        [ "$status" -eq 0 ] && fits "$out" 500
        ok $? "$name $page is no wider than 80 columns"
    done
    refuses 2 "$name" --help=nonsense
    has "Exit status" "$("$name" --help=options)" "$name --help=options tells the exit statuses"
done
for pair in 'perm-mtx engines ryser' 'perm-mtx rules split' 'countmatch formats graph6' \
    'dimer lattices aztec' 'pm-bench suites rates'; do
    read -r name page word <<< "$pair"
    has "  $word " "$("$name" --help="$page") " "$name --help=$page has $word"
done

# ------------------------------------------------------------------ slips
for slip in 'perm-mtx --enginee=ryser --engine' 'perm-mtx --engine=ryzer ryser' 'perm-mtx --reduce=degre degree' \
    'countmatch --format=grahp6 graph6' 'dimer gird grid' 'dimer triangluar triangular' \
    'dimer --help=latices lattices' 'pm-bench --help=suits suites'; do
    read -r name wrong right <<< "$slip"
    try "$name" "$wrong" < /dev/null
    is "$status" 2 "$name $wrong exits 2"
    has "did you mean '$right'?" "$err" "... and asks whether $right was meant"
done

# ------------------------------------------------------------------ completion
refuses 2 perm-mtx --completion=tcsh

# complete WORD...: puts into $offered what bash offers for the last word.  Words are split as bash
# splits them.
complete_words() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    "_permatch_$1"
    offered=" ${COMPREPLY[*]} "
}

for name in $programs; do
    "$name" --completion=bash > "$scratch/bash" && bash -n "$scratch/bash" && . "$scratch/bash"
    ok $? "bash reads the completion of $name"
    complete_words "$name" --
    missing=
    for option in $(options_of "$name"); do
        [[ $offered == *" --$option "* || $offered == *" --$option= "* ]] || missing+=" $option"
    done
    is "$missing" "" "it offers every option of $name"
    for shell in zsh fish; do
        "$name" --completion=$shell > "$scratch/$shell"
        if command -v $shell > "$scratch/which"; then
            $shell -n "$scratch/$shell" 2> "$scratch/err"
            is "$?:$(< "$scratch/err")" 0: "$shell reads the completion of $name"
        fi
        missing=
        for option in $(options_of "$name"); do
            grep -qE -- "(--| -l )$option([[]|=| )" "$scratch/$shell" || missing+=" $option"
        done
        is "$missing" "" "the completion of $name for $shell has every option"
    done
done
for shell in zsh fish; do
    needs $shell "its completion"
done
if command -v fish > "$scratch/which"; then
    countmatch --completion=fish > "$scratch/fish"
    is "$(HOME=$scratch fish -c "source $scratch/fish; complete -C 'countmatch --engine=ry'" |
        sed 's/[[:blank:]].*//')" "--engine=ryser" "fish completes --engine=ry"
fi

complete_words countmatch --engine = ry
is "$offered" " ryser " "bash completes --engine=ry"
complete_words countmatch --engine=ry
is "$offered" " --engine=ryser " "... also if words are not split at ="
complete_words perm-mtx --reduce = dm,deg
is "$offered" " dm,degree " "bash completes the members of a list"
complete_words perm-mtx --prec
is "$offered" " --precision= " "bash completes an option"
complete_words dimer az
is "$offered" " aztec " "bash completes a lattice"
complete_words pm-bench ra
is "$offered" " rates " "bash completes a suite"
complete_words countmatch ./x
is "$offered" "  " "file names are left to bash"
complete_words countmatch --checkpoint = x
is "$offered" "  " "... also those of options"

# The programs take what is offered.
for option in engine reduce no-reduce format precision as gpus plan-rule; do
    complete_words countmatch --$option = ''
    refused=
    for word in $offered; do
        countmatch --$option="$word" --help > "$scratch/out" 2>&1 || refused+=" $word"
    done
    [ "$offered" != "  " ] && [ -z "$refused" ]
    ok $? "the program accepts all completions of --$option${refused:+, but not$refused}"
done
finish
