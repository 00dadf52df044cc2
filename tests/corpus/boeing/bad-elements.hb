elements
 3 1 1 0
PUE 2 2 4 0
(3I1) (4I1)
135
1212
