" Vim syntax of the Chess Query Language.

if exists('b:current_syntax')
  finish
endif

syntax case match
syntax iskeyword @,48-57,_,$

" The words of the language, from its catalogue.
runtime! syntax/cql_words.vim

syntax match cqlOperator /[-+*\/%<>=!~#&|?:.]/
syntax match cqlOperator /\[\(element\|forall\|<=\?\|>=\?\|x\)\]/
syntax match cqlOperator /--\|――\|→\|←\|×\|∪\|∩\|≤\|≥\|≠/
syntax match cqlNumber /\<\d\+\>/
syntax match cqlNumber /{\d*,\?\d*}/
syntax match cqlResult /\<\(1-0\|0-1\|1\/2-1\/2\)\>/

" Piece designators: Ra1, [QR]a-d1-4, e4, [a1,b2].
syntax match cqlPiece /\<[KQRBNPkqrbnpAaU_]\?[a-h]\(-[a-h]\)\?[1-8]\(-[1-8]\)\?\>/
syntax match cqlPiece /\<[KQRBNPkqrbnpAaU_]\>/
syntax match cqlPiece /\[[KQRBNPkqrbnpAaU_]\+\]\([a-h]\(-[a-h]\)\?[1-8]\(-[1-8]\)\?\)\?/
syntax match cqlPiece /\[[a-h][-a-h1-8,]\+\]/
syntax match cqlPiece /[♔♕♖♗♘♙♚♛♜♝♞♟△▲□◭]\+\([a-h]\(-[a-h]\)\?[1-8]\(-[1-8]\)\?\)\?/

syntax region cqlString start=/"/ end=/"/ oneline
syntax match cqlEscape /\\\([nrt"\\]\|-\?\d\{1,2}\|-\?{\w\+}\)/
syntax match cqlFile /\<\(input\|output\)\s\+[^ ()<>"]\+/
syntax match cqlComment /;.*$/ contains=@Spell
syntax match cqlComment /\/\/.*$/ contains=@Spell
syntax region cqlComment start=/\/\*/ end=/\*\// contains=@Spell
" Three slashes are a filter, four are a comment again.
syntax match cqlOperator /\/\/\/\(\/\)\@!/

highlight default link cqlKeyword Keyword
highlight default link cqlParameter Type
highlight default link cqlDirection Constant
highlight default link cqlTransform PreProc
highlight default link cqlFilter Function
highlight default link cqlOperator Operator
highlight default link cqlNumber Number
highlight default link cqlResult Constant
highlight default link cqlPiece Identifier
highlight default link cqlString String
highlight default link cqlEscape SpecialChar
highlight default link cqlFile String
highlight default link cqlComment Comment

let b:current_syntax = 'cql'
