# The Petersen graph: pairs of 1 .. 5, joined where they have nothing in common.
12 34
12 35
12 45
13 24
13 25
13 45
14 23
14 25
14 35
15 23
15 24
15 34
23 45
24 35
25 34
