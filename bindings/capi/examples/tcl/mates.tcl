# Shows the mates by a knight in a file: tclsh mates.tcl ./tabiya.so GAMES
lassign $argv library games
load $library Tabiya

proc show {game ply row} {
    regexp {"white":"([^"]*)"} $row - white
    regexp {"move":"([^"]*)"} $row - move
    puts "game $game, ply $ply: $white, $move"
}

puts "[tabiya::search {mate and move previous from N} $games show] found"
puts "[tabiya::search mate $games {apply {{game ply row} {if {$game > 1} {return -code break}}}}] looked at"
if {[catch {tabiya::search {next (chek mate)} $games show} text]} {
    puts [lindex [split $text \n] 0]
}
