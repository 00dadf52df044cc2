/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of graph files: good ones with the graph that must be read, bad ones with words that the
 * message must contain. */
#include "model/graph.h"
#include "scratch.h"
#include "test.h"

/* ---------------------------------------------------------- tables of files */

#define MM "%%MatrixMarket matrix coordinate "
#define ML(edge, body)                                                                             \
    "<?xml version=\"1.0\"?><graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">"             \
    "<key id=\"w\" for=\"edge\" attr.name=\"weight\" attr.type=\"" edge "\"/>"                     \
    "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>" body "</graph></graphml>"
#define MLW(w) "<edge source=\"a\" target=\"b\"><data key=\"w\">" w "</data></edge>"

/* graph: "vertices edges", then the edges as from-to=weight.  A leading D means a digraph; L means
 * that the sides are given. */
static const struct {
    const char *format, *as;
    bool directed;
    const char *text, *graph;
} good_files[] = {
    {"el", NULL, false, "# nothing\n", "0 0"},
    {"el", NULL, false, "0 1 {}\n1 2 {'weight': 2.0}\n", "3 2 0-1=1 1-2=2"},
    {"el", NULL, false, "a b {'x': [1, {'y': '}'}], \"weight\": '1/3', } # z\n", "2 1 a-b=1/3"},
    /* the format is recognised by the content */
    {NULL, NULL, false, "a b 1\nb c 2.5\n", "3 2 a-b=1 b-c=5/2"},
    {"el", NULL, false, "a b\nb c 2.5\n", "3 2 a-b=1 b-c=5/2"},
    {NULL, NULL, false, "1 2 5\n2 3 1\n3 4 2\n4 5 1\n", "5 4 1-2=5 2-3=1 3-4=2 4-5=1"},
    {NULL, NULL, false, "1,1 1,2\n1,2 2,2\n", "3 2 1,1-1,2=1 1,2-2,2=1"},
    {NULL, NULL, false, "0 1 {}\n1 2 {'weight': 2.0}\n", "3 2 0-1=1 1-2=2"},
    {NULL, NULL, false, "\xEF\xBB\xBFu v\nv u\n", "2 2 u-v=1 v-u=1"},
    {"el", NULL, false, "a b\nc\n", "3 1 a-b=1"},
    {NULL, NULL, false, "A_\n", "2 1 1-2=1"},
    {NULL, NULL, false, ":Fa@x^\n", "7 4 1-2=1 1-3=1 2-3=1 6-7=1"},
    {NULL, NULL, false, "&AO\n", "D2 1 1-2=1"},
    {NULL, NULL, false, "c hello\np edge 3 2\ne 1 2\ne 2 3\n", "3 2 1-2=1 2-3=1"},
    {NULL, NULL, false, "a title\n*vertices 2\n*edges\n1 2\n", "2 1 1-2=1"},
    {NULL, NULL, false,
     "Creator \"me\"\ngraph\n[\n node [ id 1 ] node [ id 2 ]\n"
     "edge [ source 1 target 2 ] ]\n",
     "2 1 1-2=1"},
    {NULL, NULL, false, "source,target,weight\na,b,2\n\"b c\", a ,1/2\n", "3 2 a-b=2 b c-a=1/2"},
    {NULL, NULL, false, "\xEF\xBB\xBFId;Target;Label;Source\r\n1;x;;y\r\n", "2 1 y-x=1"},
    {NULL, NULL, true, "from\tto\tWeight\na\tb\t1\nb\ta\t3\n", "D2 2 a-b=1 b-a=3"},
    {NULL, NULL, false, "source target\na b\n", "2 1 a-b=1"},
    {"csv", NULL, false, "u,v\n1,2\n\n2,3\n", "3 2 1-2=1 2-3=1"},
    {NULL, NULL, false, "#x.py\n# GMT Sun Nov 22\n#\n0 1 2\n1 2\n2\n", "3 3 0-1=1 0-2=1 1-2=1"},
    {NULL, NULL, false, "0 1 2 3\n1 2\n2 3\n3\n", "4 5 0-1=1 0-2=1 0-3=1 1-2=1 2-3=1"},
    {NULL, NULL, false, "#x.py\n# GMT Sun Nov 22\n#\n(0, 0) (1, 0) (0, 1)\n(1, 0) (1, 1)\n(1, 1)\n",
     "4 3 0,0-1,0=1 0,0-0,1=1 1,0-1,1=1"},
    {"adjlist", NULL, true, "a b b # x\nb\n", "D2 2 a-b=1 a-b=1"},
    {"el", NULL, false, "a b\nb c 2.5\n", "3 2 a-b=1 b-c=5/2"},
    {"el", NULL, true, "a b\nb a -3\n", "D2 2 a-b=1 b-a=-3"},
    {"el", NULL, false, "# x\n\n  % y\n1 2 1/3 # z\n7\n2 2 %\n", "3 2 1-2=1/3 2-2=1"},
    {"el", NULL, false, "u\tv\r\n", "2 1 u-v=1"},
    {"el", NULL, false, "a b 1\na b 2", "2 2 a-b=1 a-b=2"},
    {"el", NULL, false, "\xC3\xA9 {x} 1e-2", "2 1 \xC3\xA9-{x}=1/100"},
    {NULL, NULL, false, MM "integer general\n1 2 1\n1 2 4\n", "L3 1 1-3=4"},
    {NULL, NULL, false, MM "integer symmetric\n2 2 2\n1 1 3\n2 1 4\n", "2 2 1-1=3 2-1=4"},
    {"mtx", "biadjacency", false, MM "pattern symmetric\n2 2 1\n2 1\n", "L4 2 1-4=1 2-3=1"},
    {"mtx", "adjacency", false, MM "real general\n2 2 2\n1 2 .5\n2 1 0.5\n", "2 1 2-1=1/2"},
    {"mtx", NULL, true, MM "real general\n2 2 2\n1 2 .5\n2 2 4\n", "D2 2 1-2=1/2 2-2=4"},
    {"mtx", "adjacency", true, MM "pattern symmetric\n2 2 1\n2 1\n", "D2 2 1-2=1 2-1=1"},
    {"graph6", NULL, false, "?\n", "0 0"},
    {"graph6", NULL, false, "A_", "2 1 1-2=1"},
    {NULL, NULL, false, ">>graph6<<C~\n", "4 6 1-2=1 1-3=1 2-3=1 1-4=1 2-4=1 3-4=1"},
    {NULL, NULL, false, ">>sparse6<<:Fa@x^\n", "7 4 1-2=1 1-3=1 2-3=1 6-7=1"},
    {"graph6", NULL, false, "\n&AO\n", "D2 1 1-2=1"},
    /* the examples of formats.txt of nauty, like the one of sparse6 */
    {"graph6", NULL, false, "DQc\n", "5 4 1-3=1 2-4=1 1-5=1 4-5=1"},
    {"graph6", NULL, false, "&DI?AO?\n", "D5 4 1-3=1 1-5=1 4-2=1 4-5=1"},
    {NULL, NULL, false, ML("double", MLW("0.1")), "2 1 a-b=1/10"},
    {NULL, NULL, false, ML("int", MLW("3") MLW("-7")), "2 2 a-b=3 a-b=-7"},
    {NULL, NULL, false, ML("string", MLW("1/3")), "2 1 a-b=1/3"},
    {"gml", NULL, false,
     "graph [ node [ id 5 label \"p\" ] node [ id 3 label \"q\" ]\n"
     "edge [ source 5 target 3 weight 2 ] ]\n",
     "2 1 p-q=2"},
    /* direction, keys and entities of GraphML, each as the specification has it */
    {NULL, NULL, false,
     "<graphml><graph edgedefault='undirected'><node id='a'/><node id='b'/><edge source='a' "
     "target='b' directed='true'/><edge source='b' target='a' directed='1'/></graph></graphml>",
     "D2 2 a-b=1 b-a=1"},
    {NULL, NULL, false,
     "<graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='b' "
     "directed='false'/><node id='b'/></graph></graphml>",
     "2 1 a-b=1"},
    {NULL, NULL, false, "<graphml><graph edgedefault='directed'><node id='a'/></graph></graphml>",
     "D1 0"},
    {NULL, NULL, false,
     "<!-- <gexf/> --><g:graphml xmlns:g='x'><g:key id='w' attr.name='Weight'><g:default> 7 "
     "</g:default></g:key><g:key id='n' for='node' attr.name='label'/><g:graph><g:node id='1'>"
     "<g:data key='n'>x&#38;y</g:data><g:port name='p'/></g:node><g:node id='2'><g:data key='n'>"
     "<![CDATA[a<b]]></g:data></g:node><g:edge source='1' target='2'><g:data key='w'>6</g:data>"
     "</g:edge><g:edge source='2' target='2'/></g:graph></g:graphml>",
     "2 2 x&y-a<b=6 a<b-a<b=7"},
    {NULL, NULL, false,
     "<graphml><key id='w' for='all' attr.name='weight'/><key id='v' for='node' "
     "attr.name='weight'/><graph><node id='a&amp;b'><data key='v'>9</data></node><node id='c'/>"
     "<edge source='a&amp;b' target='c'><data key='w'>1/3</data></edge></graph></graphml>",
     "2 1 a&b-c=1/3"},
    {NULL, NULL, false,
     "<?xml version='1.0' encoding='ISO-8859-1'?><graphml><graph><node id='\xE9'/><edge "
     "source='\xE9' target='\xE9'/></graph></graphml>",
     "1 1 \xC3\xA9-\xC3\xA9=1"},
    {NULL, NULL, false,
     "<gexf xmlns='http://gexf.net/1.3'><graph defaultedgetype='directed'><nodes><node id='0' "
     "label='p'/><node id='1' label='q'/></nodes><edges><edge id='0' source='0' target='1' "
     "weight='2.5'/><edge source='1' target='0'/></edges></graph></gexf>",
     "D2 2 p-q=5/2 q-p=1"},
    {NULL, NULL, false,
     "<gexf><graph><nodes><node id='0' label='p'/><node id='1' label='p'/></nodes><edges><edge "
     "source='0' target='1' type='mutual'/></edges></graph></gexf>",
     "2 1 0-1=1"},
    {"gml", NULL, false,
     "# graph [\nVersion 1 comment [ graph 2 ]\ngraph[node[id 1 label \"a &quot;b&#33;]\"]"
     "edge[source 2 graphics[type \"line\"]target 1 WEIGHT 1e-1]\nnode[id 2 label \"c\"]]",
     "2 1 c-a \"b!]=1/10"},
    {"gml", NULL, false,
     "graph [ node [ id 1 label \"x\" ] node [ id 2 label \"x\" ] edge [ source 1 target 2 ] "
     "directed 1 ]",
     "D2 1 1-2=1"},
    {NULL, NULL, false, "[(1, 2), (2, 3)]\n", "3 2 1-2=1 2-3=1"},
    {NULL, NULL, false, "G = nx.Graph([(1, 2, None),\n (2, 3, None)]) # x\n", "3 2 1-2=1 2-3=1"},
    {NULL, NULL, true, "[(1, 2), (2, 1)]", "D2 2 1-2=1 2-1=1"},
    {NULL, NULL, false, "[((0, 0), (0, 1)), ((0, 1), (1, 1))]", "3 2 0,0-0,1=1 0,1-1,1=1"},
    {NULL, NULL, false, "[['a', 'b'], [\"b\", 'c d']]", "3 2 a-b=1 b-c d=1"},
    {NULL, NULL, false, "[(1, 2, {'color': 'x', 'weight': 1.5}), (3, 2, {\"Weight\": 2})]",
     "3 2 1-2=3/2 3-2=2"},
    {NULL, NULL, false, "{1: [2, 4], 2: [1, 3], 3: {2, 4}, 4: (1, 3), 5: []}",
     "5 4 1-2=1 1-4=1 2-3=1 3-4=1"},
    {NULL, NULL, true, "{1: [2], 2: [1, 3]}", "D3 3 1-2=1 2-1=1 2-3=1"},
    {NULL, NULL, false, "{0: {1: {'weight': 3}}, 1: {0: {'weight': 3}}}", "2 1 0-1=3"},
    {NULL, NULL, false, "DiGraph({0: [1], 1: [0]})", "D2 2 0-1=1 1-0=1"},
    {NULL, NULL, false, "Graph<4 | {1,2}, {2,3}>;", "4 2 1-2=1 2-3=1"},
    {NULL, NULL, false,
     "(* x *) Graph[{a, b, c}, {a <-> b, UndirectedEdge[b, c]}, EdgeWeight -> {3, 4}]",
     "3 2 a-b=3 b-c=4"},
    {NULL, NULL, false, "{1 -> 2, 2 \\[DirectedEdge] 1}", "D2 2 1-2=1 2-1=1"},
    {"brackets", NULL, false, "[[1,2],[2,3]]", "3 2 1-2=1 2-3=1"},
    {NULL, NULL, false, "graph{}", "0 0"},
    {NULL, NULL, false, "graph { a -- b -- \"c d\"; 7 }\n", "4 2 a-b=1 b-c d=1"},
    {NULL, NULL, false, "digraph{a->b;b->a}", "D2 2 a-b=1 b-a=1"},
    {NULL, NULL, false, "/* x */ // y\n#line 1\nGRAPH G\n{a--b\n--c;c--a[weight=-1.5,x]}",
     "3 3 a-b=1 b-c=1 c-a=-3/2"},
    {NULL, NULL, false, "graph { a -- {b c b} -- d [weight=2] }", "4 4 a-b=2 a-c=2 b-d=2 c-d=2"},
    {NULL, NULL, false,
     "graph { edge [weight=3] a -- b subgraph cluster_0 { edge [weight=5]; c -- d; label=e } -- "
     "f:n:w"
     " node [x=1] rankdir=LR; g -- h [color=red][weight=4] }",
     "7 5 a-b=3 c-d=5 c-f=3 d-f=3 g-h=4"},
    {NULL, NULL, false, "strict graph { a -- b; b -- a; a -- a; a--b }", "2 2 a-b=1 a-a=1"},
    {NULL, NULL, false, "strict digraph { a -> b; b -> a; a -> b }", "D2 2 a-b=1 b-a=1"},
    {NULL, NULL, false, "graph { <b<i>x</i>> -- -.5 [label=<a <b> c>]; \xC3\xA9 -- \"\\\"\" }",
     "4 2 <b<i>x</i>>--.5=1 \xC3\xA9-\\\"=1"},
    {"gml", NULL, false,
     "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 1 target 0 ]"
     " ]\n",
     "D2 1 1-0=1"},
    {NULL, NULL, false, "*Vertices 2\n1 \"s\"\n2 \"t\"\n*Edges\n1 2 0.25\n", "2 1 s-t=1/4"},
    {"dimacs", NULL, false, "c hello\np edge 3 2\ne 1 2\ne 2 3\n", "3 2 1-2=1 2-3=1"},
    {"dimacs", NULL, false, "p col 2 1\nn 1 4\ne 1 2\n", "2 1 1-2=1"},
    {NULL, NULL, false, "c PACE\np tw 3 2\n1 2\nc x\n2 3\n", "3 2 1-2=1 2-3=1"},
    {"dimacs", NULL, false, "p max 2 1\nn 1 s\nn 2 t\na 1 2 7\n", "D2 1 1-2=7"},
    {"lgl", NULL, false, "# a\nb 2\nc 0.5\n\n# c\nd\n", "4 3 a-b=2 a-c=1/2 c-d=1"},
    {"ncol", NULL, false, "x y\ny z 1e-20\n", "3 2 x-y=1 y-z=1/100000000000000000000"},
    {"pajek", NULL, false,
     "a title\n*Network n\n*Vertices 3\n1 \"a b\" 0.1 0.2\n2 c ic Red\n3 \"d\"\n"
     "*Edges\n1 2 0.1\n2 3 c Blue\n% note\n*Edgeslist\n3 1 2\n",
     "3 4 a b-c=1/10 c-d=1 d-a b=1 d-c=1"},
    {"pajek", NULL, false, "*vertices 3 2\n2 x\n*arcs\n1 3\n2 3 -2/3\n*ARCSLIST\n1\n3 3\n",
     "D3 3 1-3=1 2-3=-2/3 3-3=1"},
    {"pajek", NULL, false, "*Vertices 2\n", "2 0"},
    {"ncol", NULL, true, "x y 3\n", "D2 1 x-y=3"},
};

static const struct {
    const char *format, *as, *text, *words;
} bad_files[] = {
    {"el", NULL, "", ": the input is empty"},
    {NULL, NULL, "", ": the input is empty"},
    {NULL, NULL, " \n\t\r\n", ": the input is empty"},
    {"mtx", NULL, "", ": the file is empty; it should begin with"},
    {NULL, NULL, "a b\na b c\n", ": line 2: 'a b c': it has another form than the first line"},
    {NULL, NULL, "C~\nC\n", ": line 2: 'C': this is no graph in graph6"},
    {NULL, NULL,
     "\xEF\xBB\xBF\xEF\xBB\xBF"
     "a\nb\n",
     "which fits none of the formats that are read"},
    {NULL, NULL,
     "\xFF\xFE"
     "a\0 \0b\0\n",
     "looks like text in UTF-16"},
    {NULL, NULL, "c1ccccc1\nCCO\n", "'c1ccccc1', which fits none"},
    {NULL, NULL, "CC(=O)O acid\nC1CC1 ring\n", "it begins with 'CC(=O)O acid'"},
    {NULL, NULL, "InChI=1S/CH4/h1H4\n", "looks like molecules as InChI"},
    {NULL, NULL, "{\n\"nodes\": [\n1, 2 ]}\n",
     ": line 1: JSON is read as node_link_data() of NetworkX"},
    {NULL, NULL, "[[0, 1], [1, 0]]\n", "--format=brackets as a list of edges"},
    {NULL, NULL, "{\"from\": [\"a\"],\n\"to\": [\"b\", \"c\"]}",
     ": line 1: an edge leads to 'a', and there is no such node"},
    {NULL, NULL, "[(1, 2),\n(2, 'x')]", ": line 2: vertices are all numbers, all names"},
    {NULL, NULL, "[(1, 2), (0.5, 2)]", "a vertex is a number, a name or a point"},
    {NULL, NULL, "[(1, 2), (2, 3)", ": line 1: a bracket ']' is missing"},
    {NULL, NULL, "{0: {1: {'weight': 3}}, 1: {0: {'weight': 4}}}", "an edge has two weights"},
    {NULL, NULL, "[(1, 2, 3), (2, 3)]", "an edge without a weight after one with"},
    {NULL, NULL, "[(1, 2), 3]", "an edge as (1, 2) or 1 <-> 2"},
    {NULL, NULL, "Graph[{1 <-> 2, 2 <-> 3}, EdgeWeight -> {3}]", "fewer weights than there are"},
    {NULL, NULL, "[{\"a\": 1}]\n", "which fits none"},
    {NULL, NULL, "<!DOCTYPE html>\n<html>\n", "looks like a page of the web"},
    {NULL, NULL, "<?xml version=\"1.0\"?>\n<svg/>\n", "XML, but neither GraphML nor GEXF"},
    {NULL, NULL, "MATLAB 7.3 MAT-file, x\n", "save(..., '-v7') writes what is read"},
    {NULL, NULL, "\x89PNG\r\n\x1a\n",
     "the bytes 89 50 4e 47 0d 0a 1a 0a and looks like a binary file"},
    {NULL, NULL, "0 2\n1 {}\n2 {}\n1 0\n2 0\n", "--format="},
    {NULL, NULL, "a,b,1\nb,c,2\n", "have commas below titles such as 'source"},
    {NULL, NULL, "a, b\nb, c\n", "it begins with 'a, b'"},
    {NULL, NULL, "hello\nworld\n", "which fits none"},
    {NULL, NULL, "one two three four\n", "fits none of the formats that are read"},
    {NULL, NULL, "1 2 3\n2 3 1\n3 1 2\n", "can be two formats: --format=el"},
    {NULL, NULL, "%MatrixMarket matrix coordinate pattern general\n", "begins with one '%'; two"},
    {"el", NULL, "a b {'weight' 2}\n", ": line 1: the attributes of an edge are a dictionary"},
    {"el", NULL, "a b {'weight': 2\n", ": line 1: the attributes of an edge are a dictionary"},
    {"el", NULL, "a b {} 3\n", ": line 1: '3' is too much"},
    {"el", NULL, "a b {'weight': None}\n", ": line 1: 'None' is not a number"},
    {"csv", NULL, "a,b\n1,2\n", ": line 1: a header line such as"},
    {NULL, NULL, "source,target\n1,2\n,3\n", ": line 3: ',3': the source of the edge is missing"},
    {NULL, NULL, "from\tto\tWeight\na\tb\t\nb\ta\t3\n",
     ": line 2: 'a\tb': the weight of the edge is missing"},
    {NULL, NULL, "source,target,weight\n1,2,x\n", ": line 2: '1,2,x': 'x' is not a number"},
    {"el", NULL, "a b\na b c\n", ": line 2: 'c' is not a number"},
    {"el", NULL, "a b nan\n", ": line 1: 'nan' is not a finite number"},
    {"el", NULL, "a b 1 2\n", ": line 1: '2' is too much; 'u v [weight]' is expected"},
    {"el", NULL, MM "real general\n", ": line 1: a Matrix Market file is no edge list"},
    {NULL, NULL, MM "real general\n1 2\n", ": line 2: the number of entries is missing"},
    {"mtx", "adjacency", MM "pattern general\n2 3 0\n", "an adjacency matrix is square, not 2 x 3"},
    {"mtx", "adjacency", MM "pattern general\n2 2 1\n1 2\n",
     "the adjacency matrix is not symmetric: row 1, column 2"},
    {"mtx", NULL, MM "real skew-symmetric\n2 2 1\n2 1 5\n",
     "the adjacency matrix is not symmetric: row 1, column 2"},
    {"mtx", NULL, "a b\n", ": line 1: no Matrix Market file"},
    {"graph6", NULL, "A_\nC\n", ": line 2: the line is too short for 4 vertices"},
    {"graph6", NULL, "A_?\n", ": line 1: the line continues after the graph"},
    {"graph6", NULL, "A ?\n", ": line 1: character 2 is outside the range '?' to '~'"},
    {"graph6", NULL, "&\n", ": line 1: the line ends within the number of vertices"},
    {"graph6", NULL, "~?\n", ": line 1: the line ends within the number of vertices"},
    {"graph6", NULL, "~~~~~~~~\n", ": line 1: 68719476735 vertices are too many"},
    {"graph6", NULL, ";A\n", ": line 1: incremental sparse6 (';') needs an undirected graph"},
    {"graphml", NULL, "", ": the input is empty"},
    {"graphml", NULL, "<graphml><graph>", ": "},
    {"graphml", NULL, ML("string", MLW("x")), ": line 1: 'x' is not a number"},
    {"graphml", NULL, ML("int", MLW("1") "\n" MLW("")),
     ": line 2: the weight of the edge is empty"},
    {"graphml", NULL, ML("int", "\n<edge source='a' target='c'/>\n"),
     ": line 2: an edge leads to 'c', and there is no such node"},
    {"graphml", NULL, ML("int", "<node id='a'/>"), ": line 1: the node 'a' is there a second time"},
    {"graphml", NULL, ML("int", "<edge source='a'/>"), "the edge has no target"},
    {"graphml", NULL, ML("int", "\n<hyperedge/>"), ": line 2: a hyperedge is no edge"},
    {"graphml", NULL, ML("int", "<node id='c'><graph/></node>"), "a graph within a graph"},
    {"graphml", NULL, ML("int", "<edge source='a' target='b' directed='maybe'/>"),
     "directed='maybe' is no direction"},
    {"graphml", NULL, "<graphml/>", "there is no graph in it"},
    {"graphml", NULL, "<graphml><graph>\n<node id='&x;'/></graph></graphml>",
     "line 2: the XML is damaged: Entity 'x' not defined"},
    {"gexf", NULL, "<gexf><graph mode='dynamic'/></gexf>", "a graph that changes with time"},
    {"gexf", NULL,
     "<gexf><graph><nodes><node id='1'><nodes><node id='2'/></nodes></node></nodes></graph></gexf>",
     "a node within a node"},
    {"gml", NULL, "graph [ node [ id 1 ]\nedge [ source 1 target 9 ]\n]\n",
     ": line 2: an edge leads to '9', and there is no such node"},
    {"gml", NULL, "graph [ node [ id 1 graph [ ] ] ]", "a graph in a node"},
    {"gml", NULL, "graph [ node [ label \"x\" ] ]", "a node or an edge has no 'id'"},
    {"gml", NULL, "graph [ directed 2 ]", "'directed 0' or 'directed 1'"},
    {"gml", NULL, "graph [ node [ id 1 label \"x ] ]", "the text in quotes does not end"},
    {"gml", NULL, "Creator [ graph [ ] ]", "there is no graph in it"},
    {NULL, NULL, "graph {\na -> b }", ": line 2: '--', an edge of a graph, is expected, not '->'"},
    {NULL, NULL, "graph {\na -- \nb", ": line 3: a name is expected before the end of the file"},
    {NULL, NULL, "graph { a-b }", "a name of letters, digits and _, or in quotes, is expected"},
    {NULL, NULL, "graph { a -- b [weight=x] }", "'x' is not a number"},
    {NULL, NULL, "strict graph { a -- b; b -- a [weight=2] }", "an edge has two weights"},
    {NULL, NULL, "graph { subgraph x -- b }", "'{' is expected"},
    {NULL, NULL, "graph { subgraph x {a} subgraph x {b} -- c }", "stands a second time"},
    {NULL, NULL, "graph { \"a\" + \"b\" }", "one text without '+' is expected"},
    {NULL, NULL, "graph { a -- b /* }", "the comment does not end"},
    {"gml", NULL, "graph [\n node [ id\n", "line 3"},
    {"gml", NULL,
     "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ]\n"
     "edge [ source 1 target 2 weight 1 ] ]\n",
     ": line 2: an edge with a weight after one without"},
    {"pajek", NULL, "*Vertices 2\n*Edges\n1 x\n", "line 3: 'x' is no vertex"},
    {"pajek", NULL, "*Vertices 99999999999\n*Edges\n", "99999999999 vertices are too many"},
    {"pajek", NULL, "title\n*Edges\n1 2\n", "line 2: a line '*Vertices NUMBER' is expected first"},
    {"pajek", NULL, "*Vertices 2\n*Matrix\n0 1\n1 0\n", "line 2: '*Matrix' is not read"},
    {"pajek", NULL, "*Vertices 2\n3 \"c\"\n", "line 2: a vertex from 1 to 2 is expected"},
    {"dimacs", NULL, "p edge 2 1\ne 1 5\n", ": line 2: vertex '5' is not one of 1 to 2"},
    {"dimacs", NULL, "p edge 2 1\ne 1\n", ": line 2: '' is no vertex; 'e u v' is expected"},
    {"dimacs", NULL, "p edge 2 1\ne 1 2 3\n", ": line 2: '3' is too much"},
    {"dimacs", NULL, "p edge 2 1\na 1 2\n", ": line 2: 'a' begins no line of problem 'edge'"},
    {"dimacs", NULL, "p tw 2 1\ne 1 2\n", ": line 2: 'e' is no vertex; 'u v' is expected"},
    {"dimacs", NULL, "e 1 2\n", ": line 1: a line 'p edge VERTICES EDGES' is expected before 'e'"},
    {"dimacs", NULL, "c\n", "the file ends without a line 'p'"},
    {"dimacs", NULL, "p max 2 1\na 1 2\n", ": line 2: "},
    {"dimacs", NULL, "p edge 2147483647 0\n", "2147483647 vertices"},
    {"dimacs", NULL, "p colour 2 1\n", ": line 1: 'colour' is no problem of graphs"},
    {"lgl", NULL, "# a\nb c d\n", "line 2: 'c' is not a number"},
    {"lgl", NULL, "# a\nb 1 d\n", "line 2: 'd' is too much"},
    {"lgl", NULL, "b\n# a\n", "line 1: a line '# vertex' is expected first"},
    {"lgl", NULL, "#\n", "line 1: '# vertex' is expected"},
};

/* ------------------------------------------------------------------- reading */

static pm_status read_text(pm_graph **graph, const struct scratch *file, const char *text,
                           const pm_graph_options *options, bool packed)
{
    pm_graph_reader *reader;
    pm_graph *more = NULL;

    *graph = NULL;
    scratch_write(file, text, strlen(text), packed);
    pm_status status = pm_graph_open(&reader, file->path, options);
    if (status != PM_OK)
        return status;
    status = pm_graph_next(graph, reader);
    if (status == PM_OK && *graph != NULL)
        status = pm_graph_next(&more, reader);
    if (status != PM_OK || more != NULL) {
        pm_graph_free(*graph);
        *graph = NULL;
    }
    pm_graph_free(more);
    pm_graph_close(reader);
    return status;
}

static void print_name(FILE *out, const pm_graph *g, int v)
{
    const char *const name = pm_graph_vertex_name(g, v);

    if (name != NULL)
        fputs(name, out);
    else
        fprintf(out, "%d", v + 1);
}

/* The graph in the notation of the table above.  The caller frees it. */
static char *graph_text(const pm_graph *g)
{
    char *text = NULL;
    size_t size;
    FILE *const out = open_memstream(&text, &size);

    fprintf(out, "%s%s%d %zu", g->directed ? "D" : "", g->left >= 0 ? "L" : "",
            pm_graph_vertices(g), pm_graph_edges(g));
    for (size_t k = 0; k < g->edge.count; k++) {
        char *const weight = fmpq_get_str(NULL, 10, g->edge.re + k);
        putc(' ', out);
        print_name(out, g, g->edge.row[k]);
        putc('-', out);
        print_name(out, g, g->edge.col[k]);
        fprintf(out, "=%s", weight);
        flint_free(weight);
    }
    fclose(out);
    return text;
}

static void test_good(struct test *t, const struct scratch *file)
{
    for (size_t k = 0; k < sizeof good_files / sizeof *good_files; k++)
        for (int packed = 0; packed < 2; packed++) {
            const pm_graph_options options = {.format = good_files[k].format,
                                              .as = good_files[k].as,
                                              .directed = good_files[k].directed};
            pm_graph *g;
            const pm_status status = read_text(&g, file, good_files[k].text, &options, packed);
            char *const text = g != NULL ? graph_text(g) : strdup(pm_message());
            CHECK(t, status == PM_OK && strcmp(text, good_files[k].graph) == 0,
                  "good %zu%s: %s, got %s", k, packed ? ", packed" : "", good_files[k].graph, text);
            free(text);
            pm_graph_free(g);
        }
}

static void test_bad(struct test *t, const struct scratch *file)
{
    for (size_t k = 0; k < sizeof bad_files / sizeof *bad_files; k++) {
        const pm_graph_options options = {.format = bad_files[k].format, .as = bad_files[k].as};
        pm_graph *g;
        const pm_status status = read_text(&g, file, bad_files[k].text, &options, false);
        const bool named = strncmp(pm_message(), file->path, strlen(file->path)) == 0;
        CHECK(t,
              (status == PM_INPUT || status == PM_NOMEM) && g == NULL && named &&
                  strstr(pm_message(), bad_files[k].words) != NULL,
              "bad %zu: '%s', got %s '%s'", k, bad_files[k].words, pm_status_name(status),
              pm_message());
        pm_graph_free(g);
    }
}

static void test_options(struct test *t)
{
    pm_graph_reader *reader;
    const char *what;

    CHECK(t, pm_graph_open(&reader, "-", &(pm_graph_options){.format = "dott"}) == PM_INPUT,
          "an unknown format: %s", pm_message());
    CHECK(t, pm_graph_open(&reader, "-", &(pm_graph_options){.as = "incidence"}) == PM_INPUT,
          "an unknown matrix: %s", pm_message());
    CHECK(t, pm_graph_open(&reader, "no/such/file.el", NULL) == PM_IO, "no file: %s", pm_message());
    CHECK(t, pm_format_name(0, &what) != NULL && pm_format_name(999, &what) == NULL,
          "the table of formats ends");
}

int main(void)
{
    struct test t = {0};
    struct scratch file;

    scratch_init(&file);
    test_good(&t, &file);
    test_bad(&t, &file);
    test_options(&t);
    scratch_clear(&file);
    return test_done(&t);
}
