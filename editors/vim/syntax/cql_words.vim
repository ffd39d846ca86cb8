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
syntax keyword cqlFilter elapsed elo enginebest enginedrop engineeval enpassant enpassantsquare eval
syntax keyword cqlFilter evaldrop event eventdate extension fen fianchetto file find
syntax keyword cqlFilter first from gamenumber hanging hascomment hhdb idealmate idealstalemate
syntax keyword cqlFilter imagine include indexof initial initialposition int isolatedpawns last
syntax keyword cqlFilter lastgamenumber lca lcamax lcasource lcasubstring lcasum lcatarget legal
syntax keyword cqlFilter legalposition light lightsquares line lowercase mainline makesquare match
syntax keyword cqlFilter mate max message min mine mismatch modelmate modelstalemate
syntax keyword cqlFilter move movenumber next next2 nullmove number oldline opening
syntax keyword cqlFilter opposition origin originalcomment out outposts parameter parent passedpawns
syntax keyword cqlFilter path pathcount pathcountunfocused pathdebug pathlastposition pathstart pgn pieceid
syntax keyword cqlFilter piecename pin player ply position positionid power powerdifference
syntax keyword cqlFilter previous previous2 primary pseudolegal puremate purestalemate rammed rank
syntax keyword cqlFilter ray reachableposition readfile relation removecomment removetag repetition result
syntax keyword cqlFilter san saveposition secondary settag sidetomove silent similarposition site
syntax keyword cqlFilter sort sourcesquares sqrt stalemate str string substring tablebase
syntax keyword cqlFilter tag targetsquares terminal to tomove transform trapped try
syntax keyword cqlFilter type typename uci uppercase variant variantdraw variantend variantloss
syntax keyword cqlFilter variantwin variation virtualmainline white writefile wtm xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
