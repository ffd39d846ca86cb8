//! The options as they are shown.

/// All options of the command.
pub(super) const USAGE: &str = "\
usage: cql [options] [file[.cql]]

Options begin with one hyphen or two; capitals do not matter. The CQL file is the last argument; without it,
every position matches.

games
  -i, -input FILE.pgn          the games to search; overrides the header
  -o, -output FILE.pgn         the file for the games that match; by default, the script's name with -out.pgn
  -g, -gamenumber A [B]        only the games from A to B
  -vi, -vii                    the same as -i hhdbvi.pgn, -i hhdbvii.pgn
  -variations, -mainline       search variations, or the main line only
  -matchcount A [B]            games with this many matching positions
  -year A [B]                  games of these years
  -player PATTERN              games of players whose name matches a regular expression
  -white PATTERN               games whose White matches; -black for Black
  -event TEXT, -site TEXT      games with this text in the tag
  -result RESULT               games that ended 1-0, 0-1 or 1/2-1/2

filters before those of the script
  -wtm, -btm                   White, Black is to move
  -fen BOARD                   the position has this board
  -cql TEXT                    these filters; may be repeated
  -assign NAME VALUE           a variable with a number or a text
  -similarposition [nosort] [notransform] FILE.pgn
  -hhdb WORD...                a filter for the study database; -hhdb help lists the words
  -virtualmainline             positions of the virtual main line, also in variations

transforms of everything, the first one outermost
  -flip -flipcolor -flipvertical -fliphorizontal -rotate90 -rotate45
  -shift -shifthorizontal -shiftvertical -reversecolor

comments and tags
  -matchstring TEXT            the comment at each match; CQL by default
  -quiet, -silent              fewer comments, none
  -noheader                    no comment `Game number N`
  -alwayscomment               keep comments of filters that fail
  -nosortcomments              keep comments inside `sort` where they are made
  -uniquecomments, -nouniquecomments
                               write equal comments of a position once (the default), or each time
  -noremovecomment, -nosettag  ignore `removecomment`, `settag`
  -outputbuffer N              the most bytes that one game may have; 105000 by default

how it runs
  -s, -singlethreaded          use one thread; -m, -multithreaded the default number; -threads N
  -nolinearize                 `move` in sequences sees all moves
  -showmatches                 print <N> for each game that matches
  -showoutput, -nooutputstatus show progress (the default), or do not
  -showthread                  name the threads in the progress
  -lineincrement N             end a line of progress after N games; 10000 by default
  -d, -debug                   show how the query will be run
  -showfromstring              show the filters that the options stand for
  -gui, -guipgnstdin, -guipgnstdout
                               lines for graphical front ends; games from standard input, to standard output

permissions and limits of the script; CQL does not have these four
  -sandbox                     open no file that the script names, even in its header
  -files DIR                   also allow files below this folder, beside those below the current folder
  -timelimit SECONDS           end the run after this time
  -limits NAME=N,...           limits on queries: the names are those of tabiya search --limits

working with scripts; the first five must be the first option
  -a FILE.cql, -u FILE.cql     rewrite the file in ASCII, or with Unicode symbols
  -utf8 FILE.cql [-o G.cql]    print the file with Unicode symbols, or write it to another file
  -html FILE.cql               write FILE-cql.html, in colour
  -echo FILE.cql               print the characters of the file and their codes
  -colorize                    print standard input as HTML, with classes for colours
  -lex, -parse                 print the tokens of the script; print how it is read
  -h, -help; -v, -version
";
