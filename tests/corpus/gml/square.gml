Creator "by hand"
graph [ directed 0
  node [ id 1 label "a" ] node [ id 2 label "b&quot;" ] node [ id -3 label "c" ] node [ id 4 label "" ]
  edge [ source 1 target 2 weight 0.1 ] edge [ source -3 target 4 weight 3 ]
# a note
  edge [ source 1 target -3 weight 1 ]
  edge [ source 2 target 4 weight 2e0 graphics [ type "line" ] ] ]
