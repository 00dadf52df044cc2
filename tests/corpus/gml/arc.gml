graph [ directed 1 node [ id 0 ] node [ id 9 ] edge [ source 0 target 9 ] ]
