#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No memory: every request for it fails once, alone and with all later ones (failing.c, a library for LD_PRELOAD).
# The answer with --json is whole, or there is a status and a message; and so it is in a small address space.
. "${srcdir:-.}/tests/tap.sh"

if [ "${PM_TESTS:-usual}" = short ]; then
    skip "SANITIZERS HAVE ALLOCATORS OF THEIR OWN: EXHAUSTION IS NOT TESTED"
    finish
fi
failing=$PWD/tests/.libs/failing.so
cd "$scratch" || exit 99
printf '1 2 3\n4 5 6\n7 8 10\n' > m33
printf '.1 .2\n.3 .4\n' > m22
dimer grid 4 4 > v.el
awk 'BEGIN { for (i = 0; i < 26; i++) { for (j = 0; j < 26; j++) printf "%d ", 1 + (i * j + i) % 7; print "" } }' > m26

# whole STATUS LINES [OTHER]: the files out and err are those of a run that ended well, or of one that says what failed, in
# at most so many lines: where nothing is left, JSON cannot say it, which is a second one.  Failures have status 1, or the OTHER.
whole() {
    local text said lines
    local object=$'(^|\n)[{][^\n]*[}]\n$' error=$'(^|\n)[{][^\n]*"error"[^\n]*[}]\n'
    IFS= read -rd '' text < out
    IFS= read -rd '' said < err
    lines=${said//[!$'\n']/}
    if [ "$1" -eq 0 ]; then
        [[ $text =~ $object ]]
    else
        [[ $1 -eq 1 || $1 -eq ${3:-1} ]] && [[ -n $said && $said != *": "$'\n'* && ${#lines} -le $2 ]] &&
            [[ -z $text || $text =~ $error ]]
    fi
}

# In check-long each of the first 1,700 requests fails: 13,600 runs.
most=600
[ "${PM_TESTS:-usual}" != long ] || most=1700
for question in "perm-mtx m33" "perm-mtx --marginals m22" "countmatch --matchings v.el" "countmatch v.el"; do
    bad= runs=0 ended=0
    for ((n = 1; n <= most; n += most > 1000 ? 1 : 1 + n / (most / 40))); do
        for on in 0 1; do
            read -ra words <<< "$question"
            PM_FAIL=$n PM_FAIL_ON=$on LD_PRELOAD=$failing "${words[0]}" --json --threads=1 "${words[@]:1}" > out 2> err
            status=$?
            whole $status $((1 + on)) || bad+=" $n:$on:$status"
            runs=$((runs + 1))
            ended=$((ended + (status == 1)))
        done
    done
    is "$bad" "" "$question --json: $runs requests failed, $ended of them ended it"
    [ $ended -gt 0 ]
    ok $? "... some did"
done

# In 40 MB of addresses the libraries fit, and little else.
dimer king 12 12 > king.el
awk 'BEGIN { for (i = 0; i < 30; i++) for (k = 1; k < 5; k++) print i, (i * 7 + k * k * 13) % 30 }' > arcs
for question in "perm-mtx --json m26" "countmatch --json king.el" "cyclecover --json --format=el arcs" "dimer grid 300 300 --svg"; do
    ended=0 bad=
    read -ra words <<< "$question"
    for size in 26000 32000 36000 40000 44000 48000 56000 64000; do
        (ulimit -v $size && exec "${words[@]}") > out 2> err
        status=$?
        [ $status -eq 127 ] || [ "${words[0]} $status" = "dimer 0" ] || whole $status 1 4 || bad+=" $size:$status"
        ended=$((ended + (status > 0)))
    done
    is "$bad" "" "small address spaces, ${words[0]}: $ended ended it"
done
finish
