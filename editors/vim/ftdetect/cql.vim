autocmd BufNewFile,BufRead *.cql set filetype=cql
