#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# html.sh SOURCE FOLDER: the manual of the tree SOURCE as HTML in FOLDER.  Manual pages go through
# mandoc, Markdown through cmark-gfm; the programs on the PATH draw the pictures of the gallery.
set -eu -o pipefail
source=$(cd "$1" && pwd)
mkdir -p "$2/man" "$2/docs/engines" "$2/docs/lab" "$2/data"
generated=$PWD/man
cd "$2"

for tool in mandoc cmark-gfm; do
    if ! command -v "$tool" > /dev/null; then
        echo "make doc: SKIPPED, since $tool is not installed (Debian, Ubuntu: apt-get install mandoc cmark-gfm)" >&2
        exit 0
    fi
done

# page TITLE UP: a page around what comes from standard input; UP leads to the folder of the manual.
page() {
    printf '<!DOCTYPE html>\n<html lang="en">\n<meta charset="utf-8">\n<title>%s</title>\n' "$1"
    printf '<link rel="stylesheet" href="%sstyle.css">\n<p><a href="%sdocs/index.html">permatch</a></p>\n' "$2" "$2"
    cat
    printf '</html>\n'
}

cp "$source/docs/style.css" .
cp "$source"/data/*.svg data/
cp "$source"/docs/*.svg docs/
dimer hexagon 8 8 8 --svg > docs/hexagon.svg
dimer torus 16 16 --weights=2,1 | countmatch --sample=1 --svg > docs/torus.svg
countmatch --sample=1 --svg "$source/data/buckyball.el" > docs/buckyball.svg

for manual in "$source"/man/*.[1-8] "$generated"/pages/*.1 "$generated"/functions/*.3; do
    mandoc -Thtml -O 'style=../style.css,man=%N.%S.html' "$manual" > "man/$(basename "$manual").html"
done

# Words like perm-mtx(1) become links, and so do links to other Markdown files.
(cd "$source" && ls README.md docs/*.md docs/*/*.md) | while read -r markdown; do
    away=$(dirname "$markdown")/
    away=$([ "$away" = ./ ] || sed 's|[^/]*/|../|g' <<< "$away")
    name=${markdown%.md}
    cmark-gfm -e table "$source/$markdown" |
        sed -E -e 's|(href="[^":]*)\.md|\1.html|g' \
            -e "s#\\b(perm-mtx|countmatch|cyclecover|dimer|ising|pm-[a-z]+|permatch[a-z_]*)\\(([1-7])\\)#<a href=\"${away}man/\\1.\\2.html\">&</a>#g" |
        page "$(sed -n 's/^# //p' "$source/$markdown" | head -n 1)" "$away" > "$name.html"
done
echo "the manual is $PWD/docs/index.html"
