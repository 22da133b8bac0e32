# A few things that every engine that plays Go must get right, and some answers that only show how suites are judged.
boardsize 5
clear_board

1 protocol_version
#? [2]

play b B2
play w A1
play b A2
play b B1
# White's stone in the corner has no liberty left.
2 list_stones white
#? []

3 list_stones black
#? [(A2|B1|B2) (A2|B1|B2) (A2|B1|B2)]

4 name
#? [!(Nobody|Somebody else)]

5 name
#? [Somebody else]*
