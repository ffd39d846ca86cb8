" Made by `cargo run --example editor_files` from the catalogue of the language.

syntax keyword cqlKeyword and assert atomic attack attacked attackedby attacks cql
syntax keyword cqlKeyword cql_abort cql_assertvariations else equal false function if in
syntax keyword cqlKeyword isbound isunbound local loop not on or persistent
syntax keyword cqlKeyword piece square then true unbind while

syntax keyword cqlParameter all by capture captures count firstmatch focus input
syntax keyword cqlParameter keepallbest lastposition matchcount matchstring nestban nosort null output
syntax keyword cqlParameter piecepath promote quiet singlecolor through title variations verbose

syntax keyword cqlDirection anydirection diagonal down horizontal left maindiagonal northeast northwest
syntax keyword cqlDirection offdiagonal orthogonal right southeast southwest up vertical

syntax keyword cqlTransform currenttransform dihedral flip flipcolor flipdihedral fliphorizontal flipvertical notransform
syntax keyword cqlTransform reversecolor rotate45 rotate90 shift shifthorizontal shiftvertical

syntax keyword cqlFilter abs ancestor any arrow ascii backwardpawns beginvariation between
syntax keyword cqlFilter black btm castle check child clock colortype comment
syntax keyword cqlFilter connectedpawns consecutivemoves countmoves countsquares cql_hhdbhascook curpos currentmove currentmutation
syntax keyword cqlFilter currentposition dark darksquares date depth descendant dictionary distance
syntax keyword cqlFilter doubledpawns dtz echo echodihedral echoflip echoflipdihedral echofliphorizontal echoflipvertical
syntax keyword cqlFilter echorotate45 echorotate90 echoshift echoshifthorizontal echoshiftvertical eco elapsed elo
syntax keyword cqlFilter enpassant enpassantsquare eval evaldrop event eventdate extension fen
syntax keyword cqlFilter file find from gamenumber hanging hascomment hhdb idealmate
syntax keyword cqlFilter idealstalemate imagine indexof initial initialposition int isolatedpawns lastgamenumber
syntax keyword cqlFilter lca lcamax lcasource lcasubstring lcasum lcatarget legal legalposition
syntax keyword cqlFilter light lightsquares line lowercase mainline makesquare match mate
syntax keyword cqlFilter max message min mismatch modelmate modelstalemate move movenumber
syntax keyword cqlFilter next next2 nullmove number oldline origin originalcomment out
syntax keyword cqlFilter outposts parent passedpawns path pathcount pathcountunfocused pathdebug pathlastposition
syntax keyword cqlFilter pathstart pgn pieceid piecename pin player ply position
syntax keyword cqlFilter positionid power powerdifference previous previous2 primary pseudolegal puremate
syntax keyword cqlFilter purestalemate rank ray reachableposition readfile relation removecomment repetition
syntax keyword cqlFilter result san saveposition secondary settag sidetomove silent similarposition
syntax keyword cqlFilter site sort sourcesquares sqrt stalemate str string substring
syntax keyword cqlFilter tablebase tag targetsquares terminal to tomove transform try
syntax keyword cqlFilter type typename uci uppercase variant variantdraw variantend variantloss
syntax keyword cqlFilter variantwin variation virtualmainline white writefile wtm xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
