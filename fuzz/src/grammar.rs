//! Productions for random queries: what each type of filter can be made of.
//!
//! A production is text with holes between blanks. `%L %N %S %T %P` are filters of a type: logical, number, set, text,
//! position. `%D` is a move (`R--e4`), `%Q` a constituent of `next`, `%M` one of `line` or `path`, `%W` of them a
//! whole part, `%C` a direction, `%X` a transform, `%R` two small numbers or none, `%G` a set written without blanks,
//! `%F` a filter of the project's own test cases. `@S` and its like name a new variable of a type, which the rest of
//! the production may use; `=S` names an old one. `5:` and `6:` in front say that only this dialect has it.

/// The productions of one symbol. The first is the one that is taken when the bytes have run out, so it has no holes.
pub(crate) struct Symbol {
    pub(crate) name: u8,
    /// Without holes, or with holes for variables and literals only.
    pub(crate) flat: &'static [&'static str],
    pub(crate) deep: &'static [&'static str],
}

pub(crate) const SYMBOLS: &[Symbol] = &[
    Symbol {
        name: b'L',
        flat: &[
            "true", "check", "mate", "wtm", "btm", "initial", "terminal", "mainline", "variation", "stalemate",
            "false", "move", "move capture .", "o-o", "castle", "enpassant", "nullmove", "primary", "secondary",
            "variantend", "variantwin", "variantloss", "variantdraw", "legalposition", "reachableposition",
            "virtualmainline", "event \"Open\"", "site \"Cop\"", "player \"Kasp\"", "result 1-0", "hhdb sound",
            "move promote A", "move previous", "move legal", "move enpassant", "6:isbound =S", "6:isunbound =N",
            "6:hascomment \"try\"", "originalcomment \"a\"", "fen \"8/8/8/8/8/8/8/8\"", "6:removecomment",
        ],
        deep: &[
            "%L or %L", "%L and %L", "not %L", "{ %L %L }", "{ %S %L %N }", "( %L )", "%S in %S", "%N != %N",
            "%N < %N", "%S >= %N", "%N == %N", "%T == %T", "%T < %T", "%P == %P", "%P < %P", "%P [<=] %P",
            "=S = %S", "=N = %N", "=N += %N", "6:=N -= %N", "6:=N *= %N", "6:=S |= %S", "6:=S &= %S", "6:=T += %T",
            "6:=T = %T", "=P = %P", "6:atomic =N = %N", "6:=S =? %S", "{ @S = %S %L }", "{ @N = %N %L }",
            "6:{ @T = %T %L }", "{ @P = %P %L }", "{ piece @S = %G %L }",
            "5:next ( %Q %Q )", "5:next nestban ( %Q %Q %Q )", "5:next %R ( %Q %Q )", "5:previous ( %Q %Q )",
            "5:next2 ( %Q %Q )", "5:previous2 %R ( %Q )", "next* %L", "5:next* depth 3 %L", "5:previous* %R %L",
            "6:line --> %M", "6:line --> %M --> %M", "6:line <-- %M <-- %M", "6:line %R nestban --> %M --> %M",
            "6:line singlecolor --> %M --> %M", "6:line primary firstmatch --> %M", "6:line lastposition --> %M",
            "6:line --> %M --> ( %M --> %M ){1,3}", "6:line secondary --> ( %M --> %M ){+} --> %M",
            "6:path %H", "6:path %H %H", "6:path nestban %R %H %H", "6:path focus %S %H %H", "6:path max %N %H %H",
            "6:path keepallbest %H %H", "6:path firstmatch %H %H", "6:path primary %H", "6:path lastposition %H",
            "6:path verbose %H %H", "6:path quiet piecepath focus %S %H", "6:path title \"t\" %H", "6:{ %D }",
            "6:legal %D", "6:pseudolegal %D", "6:currentmove %D", "6:currentmove { %D }", "6:previous %D",
            "%X %L", "%X { %L %L }", "notransform %L", "find %L", "find all %L", "find <-- %L",
            "move from %S", "move to %S", "move legal from %S to %S", "move capture %S", "move previous from %S",
            "move pseudolegal to %S", "move from %S comment ( %T )", "move legal : %L", "move primary to %S",
            "move secondary", "square @S in %S %L", "square all @S in %S %L", "piece @S in %S %L",
            "piece all @S in %S %L", "%P : %L", "comment ( \"a\" %S )", "comment ( %N \" \" %T )", "6:comment ( %P )",
            "5:silent %L", "6:settag ( \"Motif\" %T )", "6:message ( \"m\" %N )", "echo ( @P @P ) %L",
            "echo quiet ( @P @P ) { %L %L }", "ancestor ( %P %P )", "descendant ( %P %P )", "6:equal ( %L %N )",
            "6:if %L then %L else %L", "6:if %L %L", "6:{ @N = 0 while ( =N < 4 ) { =N += 1 %L } }",
            "6:{ @N = 0 loop { %L =N < 3 =N += 1 } }", "6:assert ( %L or true )", "6:unbind =S", "6:player ~~ %T",
            "6:%T ~~ \"[0-9]+(.)\"", "6:imagine remove %G : %L", "6:imagine add Qd4 : %L", "6:imagine remove %G add ne5 wtm : %L",
            "6:{ DD [ %N ] = %S }", "6:DD [ %N ]", "6:@N [element] DD %L", "6:{ @P = %P consecutivemoves quiet ( =P pp ) }",
            "{ %F }", "{ %F %L }", "sort min \"q\" %N", "6:low ( %N )", "6:bb ( %S )",
        ],
    },
    Symbol {
        name: b'N',
        flat: &[
            "ply", "0", "3", "=N", "#R", "movenumber", "depth", "positionid", "sidetomove", "year", "elo white",
            "white", "gamenumber", "countmoves --", "power A", "-1", "lastgamenumber", "clock", "eval", "6:#DD",
            "move legal count", "move pseudolegal count", "6:countmoves legal --", "100000",
        ],
        deep: &[
            "%N + %N", "%N - %N", "%N * %N", "%N / %N", "%N % %N", "- %N", "# %S", "6:# %T", "abs %N", "6:sqrt %N",
            "power %S", "max ( %N %N )", "min ( %N %N %N )", "{ %L %N }", "( %N )", "%P : %N", "find %R %L",
            "find all %R %L", "5:next %R ( %Q %Q )", "5:previous %R ( %Q )", "%X count %S", "move count from %S",
            "move legal count to %S", "distance ( %P %P )", "sort %N", "sort \"k\" %N", "sort min \"q\" %N",
            "5:next* %R %L", "6:line %R --> %M --> %M", "6:line --> %M --> %M", "6:path %R %H %H",
            "6:path max %N %H %H", "6:countmoves %D", "6:countmoves legal %D", "type %S",
            "6:colortype %S", "rank %S", "file %S", "6:indexof ( %T %T )", "6:int %T", "6:ascii %T",
            "6:if %L %N else %N", "6:{ pathcount }", "6:{ @P = %P consecutivemoves %R ( =P pp ) }", "ff ( %S )",
            "6:try", "6:DE [ %T ]", "%X %N", "5:countsquares %R %S", "5:powerdifference %R ( %S %S )",
        ],
    },
    Symbol {
        name: b'S',
        flat: &[
            "R", "k", "A", "a", ".", "_", "[QR]", "[Pp]d-f3-6", "e4", "a-h1-2", "=S", "[]", "connectedpawns",
            "isolatedpawns", "doubledpawns", "passedpawns", "enpassantsquare", "from", "to", "pin", "puremate",
            "modelmate", "idealmate", "Kd1-8", "[a1,h8]", "[Aa]", "6:\u{2656}",
        ],
        deep: &[
            "%S | %S", "%S & %S", "%S -> %S", "%S <- %S", "%S attacks %S", "%S attackedby %S", "~ %S", "light %S",
            "dark %S", "%C %S", "%C 1 %S", "%C 2 3 %S", "{ %S }", "( %S )", "between ( %S %S )",
            "ray ( %S %S %S )", "ray attack ( %S %S )", "xray ( %S %S )", "move from %S",
            "move to %S previous", "square @S in %S %L", "piece @S in %S %L", "%X %S", "%P : %S", "%P & %P",
            "5:%S on %S", "5:attack ( %S %S )", "ray %C ( %S %S )", "notransform %S", "move capture %S from %S",
            "%S -> %S -> %S", "pin from %S through %S to %S", "6:makesquare ( %N %N )", "6:makesquare %T",
            "6:if %L %S else %S", "6:{ =S = %S =S }", "%S attacks ( %S attacks %S )", "6:{ currentmove %D from }",
        ],
    },
    Symbol {
        name: b'T',
        flat: &[
            "\"abc\"", "\"\"", "player white", "site", "event", "fen", "=T", "date", "eco", "tag \"ECO\"",
            "originalcomment", "currenttransform", "\\1", "variant", "\"e4\"", "6:currentmutation", "hhdb gbr",
        ],
        deep: &[
            "%T + %T", "%T [0]", "%T [ %N : ]", "%T [ -3 : %N ]", "{ %T }", "str ( %S %N )", "str %P", "%P : %T",
            "uppercase %T", "lowercase %T", "typename %S", "piecename %S", "pieceid %S", "if %L %T else %T",
            "%T ~~ \"([a-z])+\"", "{ =T += %T =T }", "max ( %T %T )",
        ],
    },
    Symbol {
        name: b'P',
        flat: &[
            "currentposition", "parent", "initialposition", "child", "=P", "position 2", "child(1)",
            "6:pathstart", "6:pathlastposition",
        ],
        deep: &[
            "%P : %P", "position %N", "child ( %N )", "lca ( %P %P )", "{ %P }", "find %L", "find <-- %L",
            "6:line lastposition --> %M --> %M", "6:line lastposition singlecolor <-- %M", "{ %L %P }",
            "6:path lastposition %H %H", "6:imagine wtm", "6:imagine add Qd4 btm", "6:imagine remove %G", "%X %P",
        ],
    },
    Symbol {
        name: b'D',
        flat: &["--", "R--", "--e4", "[x]", "K--(castle)", "--=Q", "A[x]a", "--=[RB]", "Pa-h2--a-h4"],
        deep: &["%G--%G", "%G[x]%G", "--( %L )", "--%G", "%G--( %L %L )"],
    },
    Symbol {
        name: b'H',
        flat: &["--", "check", "[x]", "--+", "--*", "--?", "--{1,2}", "-- --", "[x]?", "--(check)"],
        deep: &[
            "%D", "( %D )+", "( %H %H )", "( %H %H )?", "( %H %H ){1,3}", "{ %L }", "--( %L )",
            "-- { %L %L }", "%D { %L }", "( %H { =N += 1 } )",
        ],
    },
    Symbol {
        name: b'M',
        flat: &["check", ".", "not check", ".*", "check+", ".{+}", "wtm?", ".{1,3}", "move capture ."],
        deep: &["%L", "%S", "{ %L }{1,3}", "{ %L }{+}", "{ %L }?", "( %M --> %M )", "( %M --> %M )*", "{ =N += 1 }"],
    },
    Symbol {
        name: b'Q',
        flat: &["check", ".", ". *", ". +", "not check", ".+", "R*", "move from A", "check ?"],
        deep: &["{ %L }", "%S", "{ %L } *", "{ %L } +", "( %Q %Q )", "( %Q %Q ) *", "{ %L } { 1 3 }", "not %L"],
    },
    Symbol {
        name: b'C',
        flat: &[
            "up", "down", "left", "right", "northeast", "southwest", "vertical", "horizontal", "orthogonal",
            "diagonal", "anydirection", "maindiagonal", "offdiagonal",
        ],
        deep: &[],
    },
    Symbol {
        name: b'X',
        flat: &[
            "flipcolor", "flip", "flipvertical", "fliphorizontal", "flipdihedral", "rotate90", "shift",
            "shifthorizontal", "shiftvertical", "rotate45", "6:reversecolor",
        ],
        deep: &[],
    },
    Symbol { name: b'R', flat: &["1 5", "", "2 100", "3"], deep: &[] },
    Symbol {
        name: b'G',
        flat: &["R", "k", "Q", "A", "a", "[Nn]", "p", "a-h4", "e4", "_", "[RB]a-d1-4", "K", "Pa-h7"],
        deep: &[],
    },
];

/// What stands before every query: a variable of each type, functions, and dictionaries.
pub(crate) const PREAMBLE: [&str; 2] = [
    "x = a1 nn = 3 tt = \"abc\" pp = currentposition function ff(p1) { #p1+1 }",
    "x = a1 nn = 3 tt = \"abc\" pp = currentposition function ff(p1) { #p1+1 } function bb(p1) { p1 attacks k check } \
     function low(p1) { p1 < 5 or mate } local dictionary DD DD[1] = a1 local dictionary DE DE[\"abc\"] = 1",
];

/// The variables of the preamble with their types.
pub(crate) const VARIABLES: [(&str, u8); 4] = [("x", b'S'), ("nn", b'N'), ("tt", b'T'), ("pp", b'P')];
