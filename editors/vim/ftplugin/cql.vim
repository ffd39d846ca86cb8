" Settings for queries in the Chess Query Language.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=//\ %s
setlocal comments=://,:;,s1:/*,mb:*,ex:*/
setlocal shiftwidth=2 softtabstop=2 expandtab
setlocal iskeyword=@,48-57,_,$

" gq formats the whole query, :make checks the file, K shows the page of a word.
if executable('tabiya')
  setlocal formatprg=tabiya\ fmt\ -
  setlocal makeprg=tabiya\ check\ --json-diagnostics\ %:S
  setlocal keywordprg=tabiya\ doc
endif

let b:undo_ftplugin = 'setlocal commentstring< comments< shiftwidth< softtabstop< expandtab< iskeyword< formatprg< makeprg< keywordprg<'
