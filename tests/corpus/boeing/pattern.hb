pattern
 3 1 1 0 1
PUA 2 2 4 0
(3I1) (4I1)
F 1 0
135
1212
