#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs that are divided among ranks: the bits are those of one process, for any division and any failure.
. "${srcdir:-.}/tests/tap.sh"
. "${srcdir:-.}/tests/runs.sh"

for_ranks
# The numbers of ranks; the ranks that get signals.
numbers=3 hearing='0 2' victims='0 1'
case ${PM_TESTS-} in
short) hearing=2 ;;
long) numbers='1 2 3' victims='0 1 2' ;;
esac
# This limit ends ranks that wait for ever.
ranks() {
    local n=$1
    shift
    "${guard[@]}" mpirun -n "$n" "$@" 2> "$scratch/err"
}
if ! command -v mpirun > /dev/null ||
    ! ranks 2 perm-mtx --threads=1 "$here/data/chessboard.mtx" > /dev/null; then
    echo "# NO MPI: RANKS ARE NOT TESTED" >&2
    head -n 3 "$scratch/err" >&2
    skip "no MPI in this build, or mpirun does not start: ranks are not tested"
    finish
fi
for n in $numbers; do
    is "$(ranks $n perm-mtx --threads=1 "${exact[@]}")" "$wanted" "$n ranks"
    is "$(ranks $n perm-mtx --threads=2 "${floating[@]}")" "$digits" "$n ranks, floating"
    is "$(ranks $n perm-mtx --threads=1 "${draws[@]}")" "$drawn" "$n ranks, random draws"
done
is "$(ranks 1 perm-mtx --threads=1 - < "${exact[0]}")" "$wanted" "one rank: standard input"
is "$(ranks 3 perm-mtx --threads=1 - < "${exact[0]}")" "$wanted" "ranks: standard input"
is "$(ranks 2 perm-mtx --threads=1 "$here/data/chessboard.mtx" "${exact[0]}" | tail -n 1)" \
    "${exact[0]}	$wanted" "ranks: two files"
ranks 2 perm-mtx "$scratch/nothing.mtx" > "$scratch/out"
is "$? $(< "$scratch/out") $(grep -c 'nothing.mtx' "$scratch/err")" "1  1" "ranks: one message"

# --- all ranks work
# shared N WHAT PROGRAM OPTION...: N ranks give the answer of one process, and each rank computed units
# in at least one of five runs.  On a busy machine one of them may wait until all units are done.
shared() {
    local n=$1 what=$2 one many units idle=yes same=0
    shift 2
    one=$("$@")
    for ((try = 0; try < 5 && same == 0; try++)); do
        many=$(ranks "$n" "$@" --threads=1 --json)
        [[ $many == *"\"value\":\"$one\""* ]]
        same=$?
        units=$(sed 's/.*"rank_units":\[\([0-9,]*\)\].*/\1/' <<< "$many")
        [[ ",$units," == *",0,"* ]] || { idle=no; break; }
    done
    is "$same $idle $(tr -cd , <<< "$units" | wc -c)" "0 no $((n - 1))" \
        "$n ranks share $what: units $units"
}
dimer grid 16 16 > "$scratch/grid.el"
order=24
[ "${PM_TESTS-}" != long ] || order=30
awk -v n=$order 'BEGIN { # random, at most four entries in each line
    x = 3; print "%%MatrixMarket matrix coordinate pattern general"
    for (round = 0; round < 4; round++) {
        for (i = 0; i < n; i++) p[i] = i
        for (i = n - 1; i > 0; i--) { # as every awk draws
            x = x * 16807 % 2147483647; j = x % (i + 1); t = p[i]; p[i] = p[j]; p[j] = t
        }
        for (i = 0; i < n; i++) entry[i + 1 " " p[i] + 1]
    }
    print n, n, length(entry)
    for (e in entry) print e
}' > "$scratch/regular.mtx"
slices=(--no-reduce --engine=tree --memory=256KiB "$scratch/grid.el")
leaves=(--engine=ryser "$scratch/regular.mtx")
has ", sliced)" "$(countmatch --plan --threads=1 "${slices[@]}")" "the tree is sliced"
has "=> split, " "$(perm-mtx --plan --threads=1 "${leaves[@]}")" "the core is split"
for n in $numbers; do
    [ "$n" -gt 1 ] || continue
    shared $n "the units of a walk" perm-mtx "${exact[@]}"
    shared $n "the slices of a tree" countmatch "${slices[@]}"
    shared $n "the leaves of a split" perm-mtx "${leaves[@]}"
done
ranks 2 perm-mtx -v "${exact[@]}" > "$scratch/out"
is "$(grep -cE '^rank [01] computed [0-9]+ units$' "$scratch/err")" 2 "-v prints the number of units of each rank"
dimer torus 12 12 > "$scratch/torus.el"
for option in --plan -v; do
    ranks 2 countmatch $option --threads=1 "$scratch/torus.el" > "$scratch/out"
    has "=> planar (torus, " "$(cat "$scratch/out" "$scratch/err")" "ranks use the embedding: $option"
done

# --- checkpoints
start --threads=1 "${exact[@]}"
wait_for_state
kill $pid
wait $pid
is "$(ranks 2 perm-mtx --threads=1 --checkpoint="$state" "${exact[@]}")" "$wanted" \
    "ranks continue the run of a single process"
rm -f "$state"*

# start_ranks PROGRAM OPTION...: starts three ranks with a checkpoint in the background, as job $job.
start_ranks() {
    touch "$scratch/mark"
    rm -f "$scratch"/rank.*
    "${guard[@]}" mpirun -n 3 sh -c 'echo $$ > "$0.${OMPI_COMM_WORLD_RANK-$PMI_RANK}"; exec "$@"' \
        "$scratch/rank" "$@" --threads=1 --checkpoint="$state" \
        > "$scratch/out" 2> "$scratch/err" &
    job=$!
}
# signal_rank SIGNAL RANK: sends the signal as soon as that rank has a handler for TERM.
signal_rank() {
    local k pid caught
    for ((k = 0; k < 12000; k++)); do
        kill -0 $job 2> "$scratch/gone" || return
        [ -s "$scratch/rank.$2" ] && read -r pid < "$scratch/rank.$2" &&
            caught=$(sed -n 's/^SigCgt:[[:space:]]*/0x/p' "/proc/$pid/status") &&
            (((${caught:-0} >> 14) & 1)) && kill "-$1" "$pid" && return
        sleep 0.01
    done
    return 1
}

# --- only one rank gets a signal: all ranks stop in order.
for rank in $hearing; do
    for ((try = 0, status = 0; try < 5 && status == 0; try++)); do # the run may end before the signal arrives
        rm -f "$state"*
        start_ranks perm-mtx --checkpoint-every=20ms "${exact[@]}"
        wait_for_state
        signal_rank TERM $rank
        wait $job
        status=$?
    done
    is "$status $(< "$scratch/out") $(grep -c 'stopped; .* continues from' "$scratch/err")" "3  1" \
        "rank $rank gets TERM: stopped and resumable"
done
is "$(run "${exact[@]}")" "$wanted" "one process continues the run"
rm -f "$state"*
start_ranks perm-mtx --checkpoint-every=1h "${exact[@]}"
signal_rank USR1 1
wait_for_state
ok $? "rank 1 gets USR1: saved"
wait $job
is "$? $(< "$scratch/out")" "0 $wanted" "... and the run goes on"
rm -f "$state"*
# The plan of this grid takes seconds.  On a busy machine it may be made, and refused, before the signal
# arrives; then the job is tried again.
dimer grid 400 400 > "$scratch/large.el"
for rank in $hearing; do
    for ((try = 0, status = 4; try < 5 && status == 4; try++)); do
        start_ranks countmatch -v --engine=tree "$scratch/large.el"
        signal_rank TERM $rank
        wait $job
        status=$?
    done
    is "$status $(< "$scratch/out") $(grep -c 'stopped while planning' "$scratch/err")" "3  1" \
        "rank $rank gets TERM: stopped while planning"
done

# --- a rank gets TERM while it waits for the first one, which says what else would help
if [ "${PM_TESTS-}" = long ]; then
    start_ranks countmatch --engine=tree --time=0.1 "$scratch/large.el"
    for ((k = 0; k < 60000; k++)); do
        ! grep -q '^countmatch: ' "$scratch/err" || break
        sleep 0.01
    done
    kill -STOP "$(< "$scratch/rank.0")" && kill -TERM "$(< "$scratch/rank.1")"
    wait $job
    status=$?
    [ $status -gt 0 ] && [ $status -ne 124 ]
    ok $? "a waiting rank gets TERM: the job ends (status $status), though the first rank does not answer"
fi

# --- a rank is killed: the job ends, and continues from its checkpoint
# ranks_are_gone: waits for the ranks, which may hold the checkpoint for some time after mpirun has ended.
ranks_are_gone() {
    local file
    for file in "$scratch"/rank.*; do
        while kill -0 "$(< "$file")" 2> /dev/null; do
            sleep 0.01
        done
    done
}

for ((kill = 0; kill < (kills + 1) / 2; kill++)); do
    start_ranks perm-mtx --checkpoint-every=20ms "${floating[@]}"
    wait_for_state
    kill -9 "$(cat "$scratch/rank.$((RANDOM % 3))")"
    wait $job
    status=$?
    # A rank may be killed after the answer is printed.
    [ $status -ne 0 ] && [[ "$(< "$scratch/out")" == @(|"$digits") ]]
    ok $? "a killed rank ends the job (status $status)"
    ranks_are_gone
    is "$(run "${floating[@]}")" "$digits" "... and one process continues from the checkpoint"
    rm -f "$state"*
done

# --- a rank runs out of memory: all ranks end their work, and can solve the next problem
for victim in $victims; do
    ranks 3 tests/ranks $victim > "$scratch/out"
    is "$? $(grep -c '^not ok' "$scratch/out")" "0 0" \
        "$(grep -o 'rank . of 3 runs out.*' "$scratch/out")"
done
finish
