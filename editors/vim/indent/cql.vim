" Indentation of the Chess Query Language: two columns for each open bracket, as `tabiya fmt` has it.

if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

setlocal indentexpr=CqlIndent(v:lnum)
setlocal indentkeys=0{,0},0),0],!^F,o,O
let b:undo_indent = 'setlocal indentexpr< indentkeys<'

if exists('*CqlIndent')
  finish
endif

function CqlIndent(number) abort
  let l:above = prevnonblank(a:number - 1)
  if l:above == 0
    return 0
  endif
  " Brackets in texts and comments do not count.
  let l:line = substitute(getline(l:above), '"[^"]*"\|//.*$\|;.*$', '', 'g')
  let l:depth = 0
  let l:lowest = 0
  for l:sign in split(l:line, '\zs')
    if l:sign =~# '[({]'
      let l:depth += 1
    elseif l:sign =~# '[)}]'
      let l:depth -= 1
      let l:lowest = min([l:lowest, l:depth])
    endif
  endfor
  let l:indent = indent(l:above) + shiftwidth() * (l:depth - l:lowest > 0 ? 1 : 0)
  if l:depth < 0 && l:line !~# '^\s*[)}]'
    let l:indent -= shiftwidth()
  endif
  return getline(a:number) =~# '^\s*[)}]' ? l:indent - shiftwidth() : l:indent
endfunction
