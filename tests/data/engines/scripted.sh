#!/bin/sh
# A chess engine that speaks UCI and knows the positions of the shortest mate and a few more. What it is told goes to the file
# $ENGINE_LOG; with $ENGINE_ENDS it ends at that word, with $ENGINE_HANGS it falls silent there, and with $ENGINE_TALKS it talks
# there without an end. It has a second line for some positions only.
while read -r line; do
    if [ -n "$ENGINE_LOG" ]; then echo "$line" >>"$ENGINE_LOG"; fi
    if [ -n "$ENGINE_ENDS" ]; then case $line in "$ENGINE_ENDS"*) exit 0 ;; esac fi
    if [ -n "$ENGINE_HANGS" ]; then case $line in "$ENGINE_HANGS"*) exec sleep 100 ;; esac fi
    if [ -n "$ENGINE_TALKS" ]; then case $line in "$ENGINE_TALKS"*) exec yes "info depth 1 score cp 1 pv e2e4" ;; esac fi
    case $line in
    uci) printf 'id name Scripted 1\noption name Threads type spin\noption name Hash type spin\nuciok\n' ;;
    isready) echo readyok ;;
    position*) fen=${line#position fen } ;;
    go*)
        second=
        case $fen in
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/*) first='cp 30 pv e2e4 e7e5' ;;
        rnbqkbnr/pppppppp/8/8/8/5P2/*) first='cp 70 pv e7e5' second='cp 60 pv d7d5' ;;
        rnbqkbnr/pppp1ppp/8/4p3/8/5P2/*) first='cp -80 nodes 7 pv e2e4' ;;
        rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/*) first='mate 1 pv d8h4' second='cp 400 pv d7d5' ;;
        rnbqkbnr/ppp2ppp/3p4/4p3/6P1/5P2/*) first='cp 20 pv e2e4' ;;
        7k/8/6K1/8/8/8/8/RR6*) first='mate 1 pv a1a8' second='mate 1 pv b1b8' ;;
        8/7k/8/8/8/8/8/QR4K1*) first='cp 900 pv a1b2' second='cp 880 pv a1c3' ;;
        8/7k/8/8/8/8/8/Q5K1*) first='cp 900 pv a1b2' second='cp 20 pv a1c3' ;;
        *) first='cp 0' ;;
        esac
        echo "info depth 1 score cp 999 lowerbound pv a2a3"
        echo "info string thinking"
        echo "info depth 2 multipv 1 score $first"
        if [ -n "$second" ]; then echo "info depth 2 multipv 2 score $second"; fi
        echo "bestmove 0000"
        ;;
    quit) exit 0 ;;
    esac
done
