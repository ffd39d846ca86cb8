// A board that takes moves, with the mouse and with a finger. Who plays by the keyboard writes the move beside it.

import "../board/board.css";
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Key } from "chessground/types";
import { useEffect, useRef } from "preact/hooks";
import { BoardFrame, isKey } from "../board/frame";
import type { Side } from "../board/squares";

interface Props {
  fen: string;
  side: Side;
  last: readonly string[];
  /** The square of a piece that shall be looked at. */
  hint: string | null;
  /** Where each piece can go. */
  destinations: ReadonlyMap<string, readonly string[]>;
  /** Changes when the pieces must go back to where they stood. */
  version: number;
  label: string;
  onMove(from: string, to: string): void;
}

export function PlayBoard(props: Props) {
  const element = useRef<HTMLDivElement>(null);
  const ground = useRef<Api | null>(null);
  const move = useRef(props.onMove);
  move.current = props.onMove;
  useEffect(() => {
    if (!element.current) return;
    const made = Chessground(element.current, {
      coordinates: true,
      disableContextMenu: true,
      premovable: { enabled: false },
      drawable: { enabled: false },
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 200 },
    });
    ground.current = made;
    return () => {
      ground.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const { hint } = props;
    ground.current?.set({
      fen: props.fen.split(" ", 1)[0] ?? "",
      turnColor: props.side,
      orientation: props.side,
      lastMove: props.last.filter(isKey),
      highlight: {
        lastMove: true,
        custom: hint !== null && isKey(hint) ? new Map([[hint, "mark mark-blue"]]) : new Map(),
      },
      movable: {
        free: false,
        color: props.side,
        showDests: true,
        dests: props.destinations as Map<Key, Key[]>,
        events: { after: (from, to) => move.current(from, to) },
      },
    });
  }, [props.fen, props.side, props.hint, props.version, props.destinations]);
  return <BoardFrame element={element} fen={props.fen} label={props.label} />;
}
