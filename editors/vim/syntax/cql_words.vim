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
syntax keyword cqlFilter hanging hascomment hhdb idealmate idealstalemate imagine include indexof
syntax keyword cqlFilter initial initialposition int isolatedpawns last lastgamenumber lca lcamax
syntax keyword cqlFilter lcasource lcasubstring lcasum lcatarget legal legalposition light lightsquares
syntax keyword cqlFilter line lowercase mainline makesquare match mate max message
syntax keyword cqlFilter min mismatch modelmate modelstalemate move movenumber next next2
syntax keyword cqlFilter nullmove number oldline opposition origin originalcomment out outposts
syntax keyword cqlFilter parameter parent passedpawns path pathcount pathcountunfocused pathdebug pathlastposition
syntax keyword cqlFilter pathstart pgn pieceid piecename pin player ply position
syntax keyword cqlFilter positionid power powerdifference previous previous2 primary pseudolegal puremate
syntax keyword cqlFilter purestalemate rammed rank ray reachableposition readfile relation removecomment
syntax keyword cqlFilter repetition result san saveposition secondary settag sidetomove silent
syntax keyword cqlFilter similarposition site sort sourcesquares sqrt stalemate str string
syntax keyword cqlFilter substring tablebase tag targetsquares terminal to tomove transform
syntax keyword cqlFilter trapped try type typename uci uppercase variant variantdraw
syntax keyword cqlFilter variantend variantloss variantwin variation virtualmainline white writefile wtm
syntax keyword cqlFilter xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
