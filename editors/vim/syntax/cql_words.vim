" Made by `cargo run --example editor_files` from the catalogue of the language.

syntax keyword cqlKeyword and assert atomic attack attacked attackedby attacks cql
syntax keyword cqlKeyword cql_abort cql_assertvariations else equal false function if in
syntax keyword cqlKeyword isbound isunbound local loop not on or persistent
syntax keyword cqlKeyword piece square then true unbind while

syntax keyword cqlParameter all almost anyorder both by capture captures count
syntax keyword cqlParameter either firstmatch focus input keepallbest lastposition matchcount matchstring
syntax keyword cqlParameter nestban nosort null output piecepath promote quiet shortest
syntax keyword cqlParameter singlecolor through title variations verbose

syntax keyword cqlDirection anydirection diagonal down horizontal left maindiagonal northeast northwest
syntax keyword cqlDirection offdiagonal orthogonal right southeast southwest up vertical

syntax keyword cqlTransform currenttransform dihedral flip flipcolor flipdihedral fliphorizontal flipvertical notransform
syntax keyword cqlTransform reversecolor rotate45 rotate90 shift shifthorizontal shiftvertical

syntax keyword cqlFilter abs ancestor any arrow ascii backwardpawns battery beginvariation
syntax keyword cqlFilter between black btm castle check child clock colortype
syntax keyword cqlFilter comment connectedpawns consecutivemoves countmoves countsquares cql_hhdbhascook curpos currentmove
syntax keyword cqlFilter currentmutation currentposition dark darksquares date depth descendant dictionary
syntax keyword cqlFilter differences distance doubledpawns dtz echo echodihedral echoflip echoflipdihedral
syntax keyword cqlFilter echofliphorizontal echoflipvertical echorotate45 echorotate90 echoshift echoshifthorizontal echoshiftvertical eco
syntax keyword cqlFilter elapsed elo enpassant enpassantsquare eval evaldrop event eventdate
syntax keyword cqlFilter extension fen fianchetto file find first from gamenumber
syntax keyword cqlFilter hanging hascomment hhdb idealmate idealstalemate imagine indexof initial
syntax keyword cqlFilter initialposition int isolatedpawns last lastgamenumber lca lcamax lcasource
syntax keyword cqlFilter lcasubstring lcasum lcatarget legal legalposition light lightsquares line
syntax keyword cqlFilter lowercase mainline makesquare match mate max message min
syntax keyword cqlFilter mismatch modelmate modelstalemate move movenumber next next2 nullmove
syntax keyword cqlFilter number oldline opposition origin originalcomment out outposts parent
syntax keyword cqlFilter passedpawns path pathcount pathcountunfocused pathdebug pathlastposition pathstart pgn
syntax keyword cqlFilter pieceid piecename pin player ply position positionid power
syntax keyword cqlFilter powerdifference previous previous2 primary pseudolegal puremate purestalemate rammed
syntax keyword cqlFilter rank ray reachableposition readfile relation removecomment repetition result
syntax keyword cqlFilter san saveposition secondary settag sidetomove silent similarposition site
syntax keyword cqlFilter sort sourcesquares sqrt stalemate str string substring tablebase
syntax keyword cqlFilter tag targetsquares terminal to tomove transform trapped try
syntax keyword cqlFilter type typename uci uppercase variant variantdraw variantend variantloss
syntax keyword cqlFilter variantwin variation virtualmainline white writefile wtm xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
