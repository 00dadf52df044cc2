#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files that a run writes: never one that it reads, never half a file, never in place of a link, and what
# cannot be written is said before the work.
. "${srcdir:-.}/tests/tap.sh"

data=$(cd "$here" && pwd)/data
cd "$scratch" || exit 99
dimer grid 4 4 > v.el
cp v.el kept
perm=$(printf '1 2\n3 4\n')
echo "$perm" > m22

# spares STATUS WHAT COMMAND...: it is refused, and all names of the graph still have it.
spares() {
    local wanted=$1 what=$2
    shift 2
    "$@" > out 2> err < v.el
    is "$? $(cmp v.el kept 2>&1)$(< out)" "$wanted " "$what: $(head -n 1 err)"
}
ln v.el hard
ln -s v.el soft
mkdir folder
ln -s ../v.el folder/far
for name in v.el hard soft folder/far ./v.el; do
    spares 2 "--prove=$name" countmatch --prove=$name v.el
    spares 2 "--plan-file=$name" countmatch --plan --plan-file=$name v.el
    spares 2 "--checkpoint=$name" countmatch --checkpoint=$name v.el
done
spares 2 "the input by another name" countmatch --prove=v.el soft
spares 2 "standard input" countmatch --prove=v.el
spares 2 "standard input as -" countmatch --prove=v.el -
spares 2 "one of several inputs" countmatch --checkpoint=v.el "$data/petersen.el" v.el
countmatch v.el >> v.el 2> err
is "$? $(cmp v.el kept 2>&1)" "2 " "standard output is appended to the input: $(head -n 1 err)"
ln v.el c~
spares 2 "the input is the previous checkpoint" countmatch --checkpoint=c v.el
rm c~
spares 2 "a proof in the file of the checkpoint" countmatch --prove=c --checkpoint=c v.el
countmatch --prove=proof --checkpoint=c v.el > out
is "$? $(< out) $(pm-verify proof)" "0 36 36" "other names"

# What was there before stays whole if a write fails; a limit of the size of files is no end.
cp proof before
dimer king 6 6 > king.el
(ulimit -f 1 && exec countmatch --prove=proof king.el) > out 2> err
status=$?
is "$status $(cmp proof before 2>&1) $(find . -name 'proof.new')" "1  " "a proof that is too large"
has "File too large" "$(< err)" "... with the reason"
(ulimit -f 1 && exec perm-mtx --list <(yes '1 1 1 1 1 1 1' | head -n 7)) > out 2> err
is $? 1 "an answer that is too large for its file"
has "File too large" "$(< err)" "... with the reason"
countmatch --prove=/dev/stdout v.el > out
is "$? $(grep -c '^permatch-proof' out)" "2 0" "a proof is not mixed with the answer"
countmatch --prove=/dev/stdout v.el | cat > out
has "permatch-proof" "$(< out)" "... but goes into a pipe"

# Links: the file behind one is written and locked.
mkdir far
ln -s far/state link
perm-mtx --checkpoint=link m22 > out
is "$? $(< out) $(readlink link) $(grep -c '^permatch checkpoint' far/state)" "0 10 far/state 1" \
    "a checkpoint behind a link that names no file yet"
ln -s "$PWD/link" twice
perm-mtx --checkpoint=twice m22 > out
is "$? $(< out) $(readlink link) $(find . -name '*~')" "0 10 far/state ./far/state~" "... behind two links"
if needs flock "A LOCK BEHIND A LINK"; then
    exec 8> far/state.lock
    flock 8
    touch far/state.new
    saying "another run writes it" refuses 1 perm-mtx --checkpoint=twice m22
    rm far/state.new
    ok $? "... and what that run is writing stays"
    exec 8>&-
fi
ln -s circle circle
refuses 1 perm-mtx --checkpoint=circle m22
countmatch --prove=linked v.el > out
ln -s linked proof.link
countmatch --prove=proof.link v.el > out
is "$(readlink proof.link) $(pm-verify linked)" "linked 36" "a proof behind a link"

# What cannot be written is noticed before the work, also if it is short.
mkdir d.new e e.lock
for name in d e none/c '' folder/; do
    refuses 1 perm-mtx --checkpoint="$name" m22
    refuses 1 perm-mtx --plan --plan-file="$name" m22
done
refuses 1 countmatch --prove=d v.el
refuses 1 countmatch --prove=none/proof v.el
mkfifo pipe
refuses 1 perm-mtx --checkpoint=pipe m22

# The table of the manual: which questions keep their work.
for question in "" --total --unmatched=2 "--estimate=0.1 --unproved" --matchings --marginals --sample=1 --list "--prove=p"; do
    rm -f kept.*
    # shellcheck disable=SC2086
    try countmatch $question --checkpoint=kept.c v.el
    err=${err#*no estimate is needed: the value is exact}
    is "$status: $err" "0: " "countmatch $question --checkpoint"
done
for question in --bounds --structure --symmetry; do
    refuses 2 countmatch $question --checkpoint=kept.c v.el
done
refuses 1 perm-mtx --minors --checkpoint=d m22

# Parts must have one plan, which must not depend on what memory is free.
saying "--memory or --plan-file" refuses 2 perm-mtx --part=1/2 m22
perm-mtx --plan --plan-file=plan m22 > out
for part in 1 2; do
    perm-mtx --part=$part/2 --plan-file=plan m22 > part.$part
done
is "$(pm-sum part.1 part.2)" 10 "parts of a stored plan"

# Records of an estimate that cannot be: a complex sum of a real matrix, a negative error, infinite numbers.
if needs python3 "FORGED RECORDS"; then
    awk 'BEGIN { for (i = 0; i < 30; i++) { for (j = 0; j < 30; j++) printf "%d ", 1 + (i * j + i) % 7; print "" } }' > m30
    for part in 1 2; do
        perm-mtx --estimate=0.0015 --engine=estimate --part=$part/2 --memory=1G m30 > estimate.$part
    done
    # forge WORD VALUE: the first part with another word in its first record
    forge() {
        python3 - "$@" > forged << 'END'
import sys, zlib
lines = open("estimate.1", encoding="ascii").read().split("\n")
at = next(k for k, line in enumerate(lines) if line.startswith("records ")) + 1
words = lines[at].split(" ")
words[3 + int(sys.argv[1])] = sys.argv[2] if sys.argv[2] != "same" else words[3 + int(sys.argv[1])]
lines[at] = " ".join(words)
text = "\n".join(lines[:-2]) + "\n"
print(f"{text}checksum {zlib.crc32(text.encode()):08x}")
END
    }
    forge 8 same
    is "$(pm-sum forged estimate.2 | cut -d ' ' -f 2-)" "0.0015 0.05" "a part that is written again"
    for word in 10 11; do
        forge $word 3ff0000000000000
        refuses 1 pm-sum forged estimate.2
    done
    forge 12 bff0000000000000
    refuses 1 pm-sum forged estimate.2
    for value in 7ff0000000000000 7ff8000000000000; do
        forge 8 $value
        refuses 4 pm-sum forged estimate.2
    done
fi
finish
