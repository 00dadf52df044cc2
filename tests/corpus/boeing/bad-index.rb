pattern
 3 1 1 0
PUA 2 2 4 0
(3I1) (4I1)
125
1213
