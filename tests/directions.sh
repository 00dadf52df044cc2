#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Directions of edges: what an input says of them, what each program takes where it says nothing, and edges that
# the input has in both directions.
. "${srcdir:-.}/tests/tap.sh"

# ------------------------------------------------------------- cycle covers of graphs
# In a bipartite graph, the cycle covers are pairs of perfect matchings.
for lattice in 'torus 4 4' 'grid 4 5' 'hexagon 2 2 2' 'hypercube 4' 'complete-bipartite 4 4'; do
    is "$(dimer $lattice | cyclecover)" "$(dimer $lattice | countmatch | awk '{ print $1 * $1 }')" \
        "dimer $lattice | cyclecover: both directions"
done
is "$(dimer complete 4 | cyclecover) $(dimer complete 4 | sed '/%/d' | cyclecover --undirected)" "9 9" "derangements of 4"
is "$(dimer complete 4 | sed '/%/d' | cyclecover)" 0 "... a list that does not say it has arcs"
is "$(dimer grid 2..4..2 2 | cyclecover | tr '\n' ' ')" "4 25 " "a series of lattices, each undirected"
is "$(printf 'C~\n' | cyclecover)" 9 "graph6"
is "$(printf 'a--b\nb--c\nc--a\n' | cyclecover --format=el)" 2 "a--b has no direction"
is "$(printf 'a->b\nb->c\nc->a\n' | cyclecover --format=el)" 1 "a->b has one"
is "$(printf '%%graph 7 directed\na b\nb a\n%%graph undirected\na b\n' | cyclecover --undirected | head -n 1)" "" \
    "--undirected is refused where the input says directed"
answers 0 9 cyclecover --undirected <(dimer complete 4)
answers 0 9 cyclecover --undirected --as=adjacency <(printf '0 1 1 1\n1 0 1 1\n1 1 0 1\n1 1 1 0\n')
saying "--undirected is for inputs that do not say it" refuses 1 cyclecover --undirected <(printf 'a->b\nb->a\n')
refuses 2 countmatch --undirected /dev/null
for line in '%graph x' '%graph -1' '%graph 1 2' '%graph directed 1' '%graph 1 undirected x'; do
    refuses 1 countmatch --format=el <(printf '%s\na b\n' "$line")
done

# Edges and arcs in one graph: an edge is two arcs.
awk 'BEGIN { srand(3); for (i = 1; i <= 9; i++) for (j = 1; j <= 9; j++) if (i != j && rand() < .3)
    print "v" i (rand() < .5 ? "--" : "->") "v" j, int(rand() * 9) - 4 }' > "$scratch/mixed.el"
answers 0 "$(cyclecover <(sed 's/\(v.\)--\(v.\) \(.*\)/\1->\2 \3\n\2->\1 \3/' "$scratch/mixed.el"))" cyclecover --format=el "$scratch/mixed.el"
saying "edges and arcs" refuses 4 cyclecover --format=el --to-graph=el "$scratch/mixed.el"
printf '*Vertices 3\n*Edges\n1 2\n*Arcs\n2 3\n3 1\n' > "$scratch/mixed.net"
answers 0 1 cyclecover "$scratch/mixed.net"
answers 0 0 countmatch "$scratch/mixed.net"

# What is written says it, too.
for list in 'a--b\nb--c\n' 'a->b\nb->c\nc->a\n' 'a b\nb a\nb c\nc b\n'; do
    for to in el graphml; do
        printf "$list" > "$scratch/list.el"
        cyclecover --to-graph=$to "$scratch/list.el" > "$scratch/written.$to"
        answers 0 "$(cyclecover "$scratch/list.el")" cyclecover "$scratch/written.$to"
    done
done
is "$(printf 'C~\n' | countmatch --to-graph=el | cyclecover)" 9 "graph6 written as an edge list stays undirected"

# ------------------------------------------- an edge that the input has in both directions
# A square with weights: 2 5 + 3 7; every edge twice counts four times as much.
vertices='abcd'
bonds=('0 1 2' '1 0 2' '1 2 3' '2 1 3' '2 3 5' '3 2 5' '3 0 7' '0 3 7')
{
    echo '<graphml><key id="weight" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">'
    for k in 0 1 2 3; do echo "<node id=\"${vertices:k:1}\"/>"; done
    for bond in "${bonds[@]}"; do
        set -- $bond
        echo "<edge source=\"${vertices:$1:1}\" target=\"${vertices:$2:1}\"><data key=\"weight\">$3</data></edge>"
    done
    echo '</graph></graphml>'
} > "$scratch/both.graphml"
{
    printf 'graph [\n  directed 1\n'
    for k in 0 1 2 3; do printf '  node [\n    id %s\n  ]\n' $k; done
    for bond in "${bonds[@]}"; do
        set -- $bond
        printf '  edge [\n    source %s\n    target %s\n    weight %s\n  ]\n' "$@"
    done
    echo ]
} > "$scratch/both.gml"
{
    printf '*Vertices 4\n*Arcs\n'
    for bond in "${bonds[@]}"; do
        set -- $bond
        echo "$(($1 + 1)) $(($2 + 1)) $3"
    done
} > "$scratch/both.net"
printf '%s\n' "${bonds[@]}" > "$scratch/both.el"
for file in "$scratch"/both.*; do
    how=()
    [[ $file != *.el ]] || how=(--format=el)
    saying '4 edges are listed again' answers 0 124 countmatch "${how[@]}" "$file"
    has '--as=adjacency takes an edge once that the input has in both directions' "$err" "... that names the option"
    saying '' answers 0 31 countmatch --as=adjacency "${how[@]}" "$file"
done
printf '# GMT today\na b d\nb a c\nc b d\nd c a\n' > "$scratch/both.adjlist"
saying '--as=adjacency' answers 0 8 countmatch --format=adjlist "$scratch/both.adjlist"
answers 0 2 countmatch --format=adjlist --as=adjacency "$scratch/both.adjlist"
answers 0 1 countmatch --as=adjacency <(printf 'p edge 2 2\ne 1 2\ne 2 1\n')
answers 0 5 cyclecover --undirected --as=adjacency --format=el <(printf 'a b 2\nb a 2\nc c\na a\nb b\n')
refuses 1 countmatch --as=biadjacency "$scratch/both.graphml"
# Parallel edges that all go one way stay, and no option is named.
answers 0 2 countmatch --as=adjacency <(printf 'x y\nx y\n')
printf ':Ab\n' | countmatch > "$scratch/out" 2> "$scratch/err"
is "$(< "$scratch/out") $(grep -c -e --as "$scratch/err")" "2 0" "two edges of sparse6 have no directions"

# --------------------------------------------------------- names where there are none
is "$(printf 'C~\n' | countmatch --list=1) $(printf 'C~\n' | countmatch --list=1 --from=0)" "1-2 3-4 0-1 2-3" \
    "vertices of graph6 from 1, and from 0"
is "$(printf 'C~\n' | countmatch --from=0 --marginals | head -n 1)" "0 1 1/3" "... in shares"
is "$(printf 'a b\n' | countmatch --format=el --from=0 --list)" "a-b" "names stay"
refuses 2 countmatch --from=2 /dev/null
finish
