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
syntax keyword cqlFilter file find first from gamenumber hanging hascomment hhdb
syntax keyword cqlFilter idealmate idealstalemate imagine indexof initial initialposition int isolatedpawns
syntax keyword cqlFilter last lastgamenumber lca lcamax lcasource lcasubstring lcasum lcatarget
syntax keyword cqlFilter legal legalposition light lightsquares line lowercase mainline makesquare
syntax keyword cqlFilter match mate max message min mismatch modelmate modelstalemate
syntax keyword cqlFilter move movenumber next next2 nullmove number oldline origin
syntax keyword cqlFilter originalcomment out outposts parent passedpawns path pathcount pathcountunfocused
syntax keyword cqlFilter pathdebug pathlastposition pathstart pgn pieceid piecename pin player
syntax keyword cqlFilter ply position positionid power powerdifference previous previous2 primary
syntax keyword cqlFilter pseudolegal puremate purestalemate rank ray reachableposition readfile relation
syntax keyword cqlFilter removecomment repetition result san saveposition secondary settag sidetomove
syntax keyword cqlFilter silent similarposition site sort sourcesquares sqrt stalemate str
syntax keyword cqlFilter string substring tablebase tag targetsquares terminal to tomove
syntax keyword cqlFilter transform try type typename uci uppercase variant variantdraw
syntax keyword cqlFilter variantend variantloss variantwin variation virtualmainline white writefile wtm
syntax keyword cqlFilter xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
