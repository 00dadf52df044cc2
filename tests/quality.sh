#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# quality.sh CHECK SOURCE: runs one of the checks by other tools in the folder of a build.  If the tool
# is missing, the check says so and passes.
#
#   check-codespell  spelling, but for .codespellrc
#   check-format     C sources are as clang-format 14 writes them (.clang-format)
#   check-cppcheck   cppcheck, but for tests/cppcheck.txt
#   check-tidy       clang-tidy, by .clang-tidy
#   check-valgrind   programs and samples under valgrind
#   check-sanitizers all tests under ASan and UBSan, in a build of its own
#   check-threads    threaded tests under ThreadSanitizer, in a build of its own by clang: its OpenMP
#                    library tells ThreadSanitizer by Archer what OpenMP synchronises
#   check-coverage   lines of src that the tests run, in a build of its own: COVERAGE (90) % at least
#
# TIDY: the files for check-tidy, if not all.  THREADED: the tests for check-threads.
set -u -o pipefail
check=$1 source=$2

# need TOOL...: ends the check if a tool is missing.
need() {
    local tool
    for tool; do
        if ! command -v "$tool" > /dev/null; then
            echo "$check: SKIPPED, since $tool is NOT INSTALLED" >&2
            exit 0
        fi
    done
}

# build FOLDER FLAGS OPTION...: a build with these compiler flags and options of configure.
build() {
    mkdir -p "$1" || exit
    [ -e "$1/Makefile" ] ||
        (cd "$1" && "$source/configure" --disable-shared CFLAGS="$2" "${@:3}" > configure.log 2>&1) || exit
    make -C "$1" -s -j "$(nproc)" > "$1/make.log" 2>&1 || { tail -n 30 "$1/make.log" >&2; exit 1; }
}

case $check in
check-format)
    need clang-format
    case $(clang-format --version) in
    *" 14."*) ;;
    *) echo "$check: SKIPPED, since clang-format is not version 14" >&2; exit 0 ;;
    esac
    find "$source"/{src,tools,bench,tests,cuda} -name '*.[ch]' -exec clang-format --dry-run -Werror {} +
    ;;
check-codespell)
    need codespell
    cd "$source" && exec codespell --config .codespellrc README.md HACKING ./*.md docs man packaging quickstart src tools \
        bench cuda python tests/*.[ch] tests/*.sh data/README configure.ac
    ;;
check-cppcheck)
    need cppcheck
    cd "$source" && exec cppcheck --std=c11 --language=c -j "$(nproc)" --enable=warning,performance,portability --quiet \
        --error-exitcode=1 --suppressions-list=tests/cppcheck.txt -I src -I . -D_GNU_SOURCE -DPM_TYPE=real \
        -DPM_ISA=portable src tools bench
    ;;
check-tidy)
    need clang-tidy
    # Files *_kernel.c compile only with the macros of their rules; others need one of these at most.
    mapfile -t files < <(cd "$source" && ls ${TIDY:-src/*/*.c src/*/*/*.c tools/*.c} | grep -v _kernel.c)
    # shellcheck disable=SC2086
    printf "$source/%s\n" "${files[@]}" | xargs -P "$(nproc)" -n 8 sh -c \
        'clang-tidy --quiet "$@" -- -std=gnu17 -fopenmp -DPM_TYPE=real '"$CPPFLAGS"' 2> /dev/null' tidy
    ;;
check-valgrind)
    need valgrind
    export LD_LIBRARY_PATH=$PWD/src/.libs PATH=$PWD/tools/.libs:$PWD/tools:$PATH PM_ISA=avx2
    under=(valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite --show-leak-kinds=definite)
    for file in chessboard decimal complex wide singular rectangular; do
        "${under[@]}" perm-mtx --threads=1 "$source/data/$file.mtx" || exit
    done
    "${under[@]}" countmatch --threads=1 --marginals "$source/data/petersen.el" > /dev/null || exit
    "${under[@]}" countmatch --threads=1 --sample=2 "$source/data/naphthalene.mol" || exit
    "${under[@]}" dimer --svg hexagon 3 3 3 > /dev/null
    ;;
check-sanitizers)
    build sanitizers '-O1 -g1' --enable-sanitizers
    exec make -C sanitizers -k -j "$(nproc)" PM_TEST_LIMIT=14400 check
    ;;
check-threads)
    need clang
    build threads '-O1 -g1 -fsanitize=thread -fno-omit-frame-pointer' CC=clang
    cd threads || exit
    PM_TESTS=short OMP_NUM_THREADS=4 TSAN_OPTIONS=ignore_noninstrumented_modules=1 make PM_TEST_LIMIT=14400 check \
        TESTS="${THREADED:-$(printf 'tests/%s ' deal differential sweep sweep_middle tree stop graded walks)}" || exit
    ARCHER_OPTIONS=verbose=1 ./tests/walks | grep 'Archer detected' || {
        echo "$check: FAILED: clang's OpenMP library has not found Archer" >&2
        exit 1
    }
    ;;
check-coverage)
    need lcov
    build coverage '-O1 -g1 --coverage'
    PM_TESTS=${PM_TESTS-usual} make -C coverage -k -j "$(nproc)" check ${TESTS:+TESTS="$TESTS"} > coverage/check.log 2>&1
    lcov -q -c -d coverage -o coverage/all.info 2> coverage/lcov.log &&
        lcov -q -e coverage/all.info "$(cd "$source" && pwd)/src/*" -o coverage/src.info &&
        lcov --list coverage/src.info > coverage/lines.txt ||
        { tail -n 5 coverage/lcov.log >&2; exit 1; }
    lcov --summary coverage/src.info 2>&1 | awk -v least="${COVERAGE:-90}" '
        /lines/ { print; found = 1; low = $2 + 0 < least }
        END { exit !found || low }'
    ;;
*)
    echo "quality.sh: no check $check" >&2
    exit 2
    ;;
esac
