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

syntax keyword cqlFilter abs ancestor any arrow ascii backwardpawns battery beginvariation
syntax keyword cqlFilter between black btm castle check child clock colortype
syntax keyword cqlFilter comment connectedpawns consecutivemoves countmoves countsquares cql_hhdbhascook curpos currentmove
syntax keyword cqlFilter currentmutation currentposition dark darksquares date depth descendant dictionary
syntax keyword cqlFilter distance doubledpawns dtz echo echodihedral echoflip echoflipdihedral echofliphorizontal
syntax keyword cqlFilter echoflipvertical echorotate45 echorotate90 echoshift echoshifthorizontal echoshiftvertical eco elapsed
syntax keyword cqlFilter elo enpassant enpassantsquare eval evaldrop event eventdate extension
syntax keyword cqlFilter fen fianchetto file find first from gamenumber hanging
syntax keyword cqlFilter hascomment hhdb idealmate idealstalemate imagine indexof initial initialposition
syntax keyword cqlFilter int isolatedpawns last lastgamenumber lca lcamax lcasource lcasubstring
syntax keyword cqlFilter lcasum lcatarget legal legalposition light lightsquares line lowercase
syntax keyword cqlFilter mainline makesquare match mate max message min mismatch
syntax keyword cqlFilter modelmate modelstalemate move movenumber next next2 nullmove number
syntax keyword cqlFilter oldline opposition origin originalcomment out outposts parent passedpawns
syntax keyword cqlFilter path pathcount pathcountunfocused pathdebug pathlastposition pathstart pgn pieceid
syntax keyword cqlFilter piecename pin player ply position positionid power powerdifference
syntax keyword cqlFilter previous previous2 primary pseudolegal puremate purestalemate rammed rank
syntax keyword cqlFilter ray reachableposition readfile relation removecomment repetition result san
syntax keyword cqlFilter saveposition secondary settag sidetomove silent similarposition site sort
syntax keyword cqlFilter sourcesquares sqrt stalemate str string substring tablebase tag
syntax keyword cqlFilter targetsquares terminal to tomove transform trapped try type
syntax keyword cqlFilter typename uci uppercase variant variantdraw variantend variantloss variantwin
syntax keyword cqlFilter variation virtualmainline white writefile wtm xray year
syntax match cqlFilter /\<o-o-o\>/
syntax match cqlFilter /\<o-o\>/
