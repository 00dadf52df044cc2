#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints of questions whose work is numbered pieces (src/run/pieces.h): a run that continues after any number
# of pieces prints what an undisturbed run prints, byte by byte.  Files of other questions and damaged ones are
# refused.
. "${srcdir:-.}/tests/tap.sh"

cd "$scratch" || exit 99
most=2
[ "${PM_TESTS-}" != long ] || most=40

# numbers ROWS COLS FORMAT: a dense matrix of entries from 1 to 9, or as FORMAT makes them of these.
numbers() {
    awk -v m="$1" -v n="$2" -v make="$3" 'BEGIN { srand(m + n)
        for (i = 0; i < m; i++) for (j = 0; j < n; j++) {
            x = 1 + int(9 * rand())
            printf "%s%s", make == "log" ? sprintf("%.17g", log(x)) : make == "signed" && rand() < 0.3 ? -x \
                : make == "part" ? x "." x : make == "few" && rand() < 0.5 ? 0 : x, j + 1 < n ? " " : "\n" } }'
}
numbers 17 17 > dense
numbers 16 16 > smaller
numbers 19 19 > larger
numbers 15 20 few > wide
numbers 16 16 part > decimal
numbers 18 18 part > precise
numbers 12 12 log > logs
numbers 17 17 signed > signed
numbers 6 6 > small
# Two blocks of 17 and 16 lines.
awk 'BEGIN { srand(4); print "%%MatrixMarket matrix coordinate integer general"; print "33 33 545"
    for (i = 1; i <= 33; i++) for (j = 1; j <= 33; j++)
        if ((i <= 17) == (j <= 17)) print i, j, 1 + int(9 * rand()) }' > blocks
awk 'BEGIN { srand(5); for (i = 0; i < 16; i++) for (j = i + 1; j < 16; j++)
    if (rand() < 0.8) print "v" i, "v" j, 1 + int(9 * rand()) }' > graph.el
dimer king 12 16 > king.el
dimer grid 10 10 > grid.el
numbers 40 40 few > many
awk 'BEGIN { srand(6); for (i = 0; i < 26; i++) for (j = i + 1; j < 26; j++) if (rand() < 0.6) print i, j }' > large.el

# cut N: a checkpoint with the first N pieces of the file full.
cut() {
    awk -v most="$1" '/^records/ { name = $2; total = $4; here = 0; text = ""; reading = 1; next }
        function flush() { if (text != "") printf "records %s %d %d\n%s", name, here, total, text; text = "" }
        reading && /^[0-9]/ { if (seen++ < most) { here++; text = text $0 "\n" }
            if (++lines[name] == total) flush(); next }
        /^checksum/ { flush() }
        { print }' full | sealed > saved
}

# pieces: how many pieces the file saved has.
pieces() {
    sed -n '/^records/,$p' saved | grep -c '^[0-9]'
}

# same NAME LEAST COMMAND...: with a checkpoint the output is the same, also continued from several places; there
# are at least LEAST pieces.
same() {
    local name=$1 least=$2 all k good=1
    shift 2
    rm -f saved saved~
    "$@" > plain && "$@" --checkpoint=saved > out
    [ $? -eq 0 ] && cmp plain out
    ok $? "$name: the same with a checkpoint"
    cp saved full
    all=$(pieces)
    [ "$all" -ge "$least" ]
    ok $? "... of $all pieces"
    for ((k = 0; k <= most; k++)); do
        cut $((all * k / most))
        [ "$(pieces)" -eq $((all * k / most)) ] || good=0
        "$@" --threads=$((1 + k % 3)) --checkpoint=saved > out && cmp plain out && [ "$(pieces)" -eq "$all" ] || good=0
    done
    is "$good" 1 "... continued from $((most + 1)) places"
    "$@" --checkpoint=saved > out && cmp plain out
    ok $? "... and when nothing is left"
}

same "minors" 289 perm-mtx --minors dense
same "minors, wide" 300 perm-mtx --minors wide
same "minors, double" 256 perm-mtx --minors --precision=double decimal
same "minors of logarithms" 144 perm-mtx --minors --log-weights logs
same "shares" 2 perm-mtx --marginals dense
same "shares, double" 1 perm-mtx --marginals --precision=double dense
same "shares, 100 bits" 1 perm-mtx --marginals --precision=100 precise
same "shares, signed" 2 perm-mtx --marginals --signed signed
same "shares of two blocks" 3 perm-mtx --marginals blocks
same "shares of a graph" 60 countmatch --marginals --engine=hafnian graph.el
same "shares of the king's graph" 4 countmatch --marginals --exact king.el
same "shares with free vertices" 2 countmatch --marginals --unmatched=2 king.el
same "chosen entries" 5 perm-mtx --marginals=1-1,2-2,3-4 dense
same "draws of a plane graph" 3 countmatch --sample=1000 grid.el
same "draws by acceptance" 1 perm-mtx --sample=4000 --time=20 many
same "draws row after row" 2 countmatch --sample=3 --memory=16M large.el
same "chosen edges" 4 countmatch --marginals=v0-v1,v2-v3 graph.el

# ------------------------------------------------------------------ runs that are stopped

# stopped COMMAND...: stops a run after longer and longer times, until it ends.  One that is stopped before its
# first piece has no file.
stopped() {
    local wait=10 status=3 good=1 times=0
    rm -f saved
    "$@" > plain
    while [ "$status" -eq 3 ]; do
        "$@" --checkpoint=saved --stop-after=${wait}ms > out 2> err
        status=$?
        if [ "$status" -eq 3 ]; then
            [ ! -s out ] && { [ ! -e saved ] || grep -q 'the same command continues' err; } || good=0
        fi
        wait=$((2 * wait)) times=$((times + 1))
    done
    [ "$status" -eq 0 ] && cmp plain out && [ "$good" -eq 1 ]
    ok $? "${*:1:2} after $times runs"
}
stopped perm-mtx --minors --no-reduce --engine=ryser smaller
stopped perm-mtx --marginals larger
stopped countmatch --marginals --engine=hafnian large.el
stopped countmatch --sample=1000 grid.el

# ------------------------------------------------------------------ lists, which go on

# place: how many matchings of the list the file saved has.
place() { if [ -e saved ]; then sed -n 's/^records list \([0-9]*\).*/\1/p' saved; else echo 0; fi; }

# listed COMMAND...: the list goes on after a full disk, after TERM and after KILL, if the output is cut to as many
# lines as the file has; after TERM, there are no more but for the object of --json that says so.
listed() {
    local signal status k=0 wait=4 good=1
    "$@" > plain
    for blocks in 1 2 5; do
        rm -f saved saved.lock
        (ulimit -f $blocks && exec "$@" --checkpoint=saved > out 2> err)
        [ $? -eq 1 ] && [ "$(place)" -gt 0 ] && head -n "$(place)" out > all && "$@" --checkpoint=saved >> all && cmp plain all ||
            good=0
    done
    is "$good" 1 "${*:1:3}: the list goes on"
    rm -f saved all
    touch all
    for ((k = 0; good == 1; k++, wait = wait * 3 / 2 + 1)); do
        signal=$([ $((k % 2)) -eq 0 ] && echo TERM || echo KILL)
        rm -f saved.lock # of a run that was killed
        "$@" --checkpoint=saved --checkpoint-every=1ms >> all 2> err &
        until [ -e saved.lock ] || ! kill -0 $! 2> /dev/null; do sleep 0.01; done
        sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
        kill -$signal $! 2> /dev/null
        wait $! 2> /dev/null
        status=$?
        [ $status -ne 0 ] || break
        case $signal:$status in
        TERM:3) [ "$(place)" -eq "$(grep -vc '"STOPPED"' all)" ] && grep -q 'the same command continues from saved' err || good=0 ;;
        KILL:137) ;;
        *) good=0 ;;
        esac
        head -n "$(place)" all > cut && mv cut all
    done
    [ $good -eq 1 ] && cmp plain all
    ok $? "... after signals"
    "$@" --checkpoint=saved > out 2> err
    is "$? $(< out) $(grep -c 'no matching is left' err)" "0  1" "... and nothing is left"
}
numbers 7 8 few > list
listed perm-mtx --list list
listed perm-mtx --list=500 list
awk 'NR <= 5' list > flat
listed perm-mtx --list --json flat
awk 'BEGIN { for (i = 0; i < 10; i++) for (j = i + 1; j < 10; j++) if (i == 0 || (i + j) % 5) print i, j }' > list.el
listed countmatch --list --unmatched=2 list.el

# ------------------------------------------------------------------ several problems in a file

# stream COMMAND...: is stopped by TERM and KILL in turn, and the last run prints all; nothing is left but the answers.
stream() {
    local signal status k=0 wait=4 good=1
    "$@" > plain
    rm -f saved*
    for ((k = 0; good == 1; k++, wait = wait * 3 / 2 + 1)); do
        signal=$([ $((k % 2)) -eq 0 ] && echo TERM || echo KILL)
        rm -f saved*.lock # of a run that was killed
        "$@" --checkpoint=saved > out 2> err &
        until [ -e saved.lock ] || [ -s out ] || ! kill -0 $! 2> /dev/null; do sleep 0.01; done
        sleep "$(printf '%d.%03d' $((wait / 1000)) $((wait % 1000)))"
        kill -$signal $! 2> /dev/null
        wait $! 2> /dev/null
        status=$?
        [ $status -ne 0 ] || break
        cmp -s out <(head -c "$(wc -c < out)" plain) || good=0
        case $signal:$status in
        TERM:3 | TERM:143 | KILL:137) ;; # 143: before the first problem that is computed
        *) good=0 ;;
        esac
    done
    [ $good -eq 1 ] && cmp plain out
    ok $? "${*:1:2} of a stream, stopped $k times"
    is "$(ls saved.* | grep -v "~")" saved.answers "... keeps the answers alone"
    "$@" --checkpoint=saved --threads=1 > out && cmp plain out
    ok $? "... and prints them again"
}
for n in 15 16 17 18; do
    numbers $n $n > one
    { echo "%%MatrixMarket matrix array integer general" && echo "$n $n" && tr ' ' '\n' < one; } > one.$n
done
cat one.15 one.16 one.17 one.18 one.15 > stream.mtx
stream perm-mtx --engine=ryser --no-reduce stream.mtx
stream perm-mtx --marginals --digits=9 stream.mtx
stream perm-mtx --marginals --csv --digits=9 stream.mtx
for n in 8 10; do dimer king $n $n; [ $n -eq 10 ] || echo '%graph'; done > stream.el
stream countmatch --exact --engine=sweep stream.el
(dimer grid 8 8 && echo '%graph' && dimer grid 10 10) > grids.el
stream countmatch --sample=200 grids.el
stream countmatch --bfile stream.el
(dimer king 6 6 && echo '%graph' && dimer king 8 8) > kings.el
stream cyclecover --undirected kings.el

# ------------------------------------------------------------------ files that are refused

# refused STATUS TEXT COMMAND...
refused() {
    local wanted=$1 text=$2 status
    shift 2
    grep -v '^spent\|^checksum' saved > before
    "$@" --checkpoint=saved > out 2> err
    status=$?
    [ "$status" -eq "$wanted" ] && [ ! -s out ] && grep -qF -- "$text" err && cmp before <(grep -v '^spent\|^checksum' saved)
    ok $? "refused: $text"
    [ "$status" -eq "$wanted" ] || cat err >&2
}
rm -f saved*
perm-mtx --minors small --checkpoint=saved > plain
refused 1 'it belongs to another question (minors, and this is marginals)' perm-mtx --marginals small
refused 1 'it belongs to another question (minors, and this is the answer itself)' perm-mtx small
refused 1 'it belongs to another problem' perm-mtx --minors signed
refused 1 "it was made with another 'precision'" perm-mtx --minors --precision=double small
pm-sum saved > out 2> err
is "$? $(< out) $(grep -c 'work for another question (minors)' err)" "1  1" "pm-sum refuses it"
is "$(pm-status saved | grep -c '36 of 36')" 1 "pm-status tells how many pieces are done"
rm -f saved
perm-mtx small --checkpoint=saved > plain
refused 1 'it belongs to another question (the answer itself, and this is minors)' perm-mtx --minors small
rm -f saved
perm-mtx --marginals=1-1,2-2 small --checkpoint=saved > plain
refused 1 'it belongs to another question' perm-mtx --marginals=1-1,2-3 small
rm -f saved*
cat one.15 one.16 > two.mtx
perm-mtx two.mtx --checkpoint=saved > plain
cat one.15 one.17 > three.mtx
cp saved.answers full
perm-mtx --checkpoint=saved three.mtx > out 2> err
is "$? $(< out) $(grep -c 'it belongs to other problems, from number 2 on' err)" "1 $(head -n 1 plain) 1" "another stream is refused"
for change in --log10 --precision=dd; do
    perm-mtx --checkpoint=saved $change two.mtx > out 2> err
    [ $? -eq 1 ] && [ ! -s out ] && grep -q 'is refused' err && cmp -s full saved.answers
    ok $? "another question is refused: $change"
done
sed '/^records/,$s/^2 [0-9a-f]* /&7/' full | sealed > saved.answers
perm-mtx --checkpoint=saved two.mtx > out
is "$(tail -n 1 out)" "7$(tail -n 1 plain)" "answers are taken from the file"
printf '%%graph "1"\nb c\n%%graph "2"\na b x\n' > x.el
for change in s/x/16/ s/x/x^2/ s/^a/d/ 's/"2"/"3"/'; do # x is 16 inside
    rm -f saved*
    countmatch --checkpoint=saved x.el > plain
    sed "$change" x.el > changed.el
    countmatch --checkpoint=saved changed.el > out 2> err
    is "$? $(< out) $(grep -c 'it belongs to other problems, from number 2 on' err)" "1 $(head -n 1 plain) 1" "... $change"
done
{ echo '%%MatrixMarket matrix array integer general' && printf '%s\n' '1 1' 1; } > tiny
rm -f saved*
numbers 25 25 > one
{ echo "%%MatrixMarket matrix array integer general" && echo '25 25' && tr ' ' '\n' < one && cat tiny; } > two.mtx
perm-mtx --csv --time=0.001 --checkpoint=saved two.mtx > out 2> err
is "$? $(tr '\n' ' ' < out)" "4 matrix,value 2,1 " "the first of two is refused"
perm-mtx --csv --checkpoint=saved two.mtx > out
is "$(sed 's/1,.*/1,/' out | tr '\n' ' ')" "matrix,value 1, 2,1 " "... a later run has both, and names the columns once"
rm -f saved*
cat tiny tiny > two.mtx
perm-mtx --list --checkpoint=listed two.mtx > out 2> err
is "$? $(grep -c 'is for one graph or matrix' err)" "1 1" "lists are for one problem"
rm -f saved*
perm-mtx --list small --checkpoint=saved > plain
refused 1 'it belongs to another question (list, and this is list 2)' perm-mtx --list=2 small
sed 's/^\(records list\) .*/\1 3 4/' saved | sed '/^records/,$s/^0 .*/0 0 0 1 2 3 4/' | sealed > cut && mv cut saved
refused 1 'its list is damaged' perm-mtx --list small
rm -f saved
perm-mtx --sample=3 --seed=5 small --checkpoint=saved > plain
refused 1 'it belongs to another question (sample 3 seed 5, and this is sample 4 seed 5)' perm-mtx --sample=4 --seed=5 small
refused 1 'it belongs to another question (sample 3 seed 5, and this is sample 3 seed 6)' perm-mtx --sample=3 --seed=6 small
rm -f saved
perm-mtx --minors small --checkpoint=saved > plain
cp saved full
head -c 700 full > saved
refused 1 'its end is missing' perm-mtx --minors small
sed 's/^3 \(.*\)/3 7\1/' full > saved
refused 1 'its checksum is wrong' perm-mtx --minors small
sed '/^records/,$s/^5 [0-9]*/5 x/' full | sealed > saved
refused 1 'a record is damaged' perm-mtx --minors small
# A piece that is forged is believed: so pieces are taken from the file.
sed '/^records/,$s/^5 [0-9]*/5 77/' full | sealed > saved
perm-mtx --minors small --checkpoint=saved > out 2> err
[ $? -eq 5 ] || grep -qw 77 out
ok $? "pieces are taken from the file"
finish
