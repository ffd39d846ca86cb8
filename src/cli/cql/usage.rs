//! The options as they are shown.

/// All options of the command.
pub(super) const USAGE: &str = "\
usage: cql [options] [file[.cql]]

Each option may have one or two hyphens, in small or capital letters. The CQL file is the last argument; without one,
every position matches.

games
  -i, -input FILE.pgn          the games to search; wins over the header
  -o, -output FILE.pgn         where games that match are written; usually the script's name with -out.pgn
  -g, -gamenumber A [B]        only the games from A to B
  -vi, -vii                    the same as -i hhdbvi.pgn, -i hhdbvii.pgn
  -variations, -mainline       search variations, or the main line only
  -matchcount A [B]            games with so many matching positions
  -year A [B]                  games of these years
  -player PATTERN              games of players whose name matches a regular expression
  -white PATTERN               games whose White matches; -black for Black
  -event TEXT, -site TEXT      games with this text in the tag
  -result RESULT               games that ended 1-0, 0-1 or 1/2-1/2

filters before those of the script
  -wtm, -btm                   White, Black is to move
  -fen BOARD                   the position has this board
  -cql TEXT                    these filters; may be given more than once
  -assign NAME VALUE           a variable with a number or a text
  -similarposition [nosort] [notransform] FILE.pgn
  -hhdb WORD...                a filter for the study database; -hhdb help lists the words
  -virtualmainline             positions of the virtual main line, in variations too

transforms of everything, the first one outermost
  -flip -flipcolor -flipvertical -fliphorizontal -rotate90 -rotate45
  -shift -shifthorizontal -shiftvertical -reversecolor

comments and tags
  -matchstring TEXT            the comment at each match, usually CQL
  -quiet, -silent              fewer comments, none
  -noheader                    no comment `Game number N`
  -alwayscomment               comments stay although their filter fails
  -nosortcomments              comments inside `sort` stay where they are made
  -uniquecomments, -nouniquecomments
                               equal texts of a position once (the default), or as often as they come
  -noremovecomment, -nosettag  `removecomment`, `settag` do nothing
  -outputbuffer N              the longest text of one game, usually 105000 bytes

how it runs
  -s, -singlethreaded          one thread; -m, -multithreaded for the usual number; -threads N
  -nolinearize                 `move` in sequences sees all moves
  -showmatches                 print <N> for each game that matches
  -showoutput, -nooutputstatus show progress (the default), or not
  -showthread                  progress names threads
  -lineincrement N             progress ends a line after N games, usually 10000
  -d, -debug                   say how the query will be run
  -showfromstring              say which filters the options stand for
  -gui, -guipgnstdin, -guipgnstdout
                               lines for graphical front ends; games from standard input, to standard output

what the script may do; these four are not CQL's
  -sandbox                     open no file that the script names, not even in its header
  -files DIR                   the script may name files in this folder too, not only below the one where the command runs
  -timelimit SECONDS           end the run after this time
  -limits NAME=N,...           other limits: steps, text, memory, entries, output, written, files, run-steps, states

scripts; the first five are the first option
  -a FILE.cql, -u FILE.cql     change the file to its ASCII spelling, to its Unicode spelling
  -utf8 FILE.cql [-o G.cql]    the Unicode spelling on standard output, or in another file
  -html FILE.cql               write FILE-cql.html with colours
  -echo FILE.cql               print the characters of the file with their numbers
  -colorize                    print standard input with colours
  -lex, -parse                 print the tokens of the script; print how it is read
  -h, -help; -v, -version
";
