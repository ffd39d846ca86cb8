#!/bin/sh
# A chess engine that speaks UCI and knows the positions of the shortest mate. What it is told goes to the file $ENGINE_LOG;
# with $ENGINE_ENDS it ends at that word.
while read -r line; do
    if [ -n "$ENGINE_LOG" ]; then echo "$line" >>"$ENGINE_LOG"; fi
    case $line in
    "$ENGINE_ENDS"*) [ -z "$ENGINE_ENDS" ] || exit 0 ;;
    esac
    case $line in
    uci) printf 'id name Scripted 1\noption name Hash type spin\nuciok\n' ;;
    isready) echo readyok ;;
    position*) fen=${line#position fen } ;;
    go*)
        case $fen in
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/*) line='cp 30 pv e2e4 e7e5' ;;
        rnbqkbnr/pppppppp/8/8/8/5P2/*) line='cp 70 pv e7e5' ;;
        rnbqkbnr/pppp1ppp/8/4p3/8/5P2/*) line='cp -80 nodes 7 pv e2e4' ;;
        rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/*) line='mate 1 pv d8h4' ;;
        *) line='cp 0' ;;
        esac
        echo "info depth 1 score cp 999 lowerbound pv a2a3"
        echo "info string thinking"
        echo "info depth 2 multipv 1 score $line"
        echo "bestmove 0000"
        ;;
    quit) exit 0 ;;
    esac
done
