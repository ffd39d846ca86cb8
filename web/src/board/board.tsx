// The board of a game: chessground draws the pieces, the last move, marks and arrows. It shows and takes no moves.
//
// Chessground animates moves, draws arrows and is what players know from lichess; it is under the same licence as this
// program. It brings no pictures along: the pieces are those of crates/diagram, as files, and a test compares them.

import "./board.css";
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { DrawBrush, DrawBrushes, DrawShape } from "chessground/draw";
import type { Key, Memo, SquareClasses } from "chessground/types";
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Arrow, Mark } from "../api/types";
import { COLOURS, colourName, SPAN_COLOURS } from "./colours";
import { type Side, squareIndex } from "./squares";
import { useVisible } from "./visible";
import { describe } from "./words";

export interface BoardProps {
  fen: string;
  side: Side;
  /** The squares of the last move. */
  last?: readonly string[] | undefined;
  /** The square of a king in check. */
  check?: string | undefined;
  squares?: readonly Mark[];
  /** A number stands on the arrow; one from a square to itself is a ring. */
  arrows?: readonly Numbered[];
  /** Squares that something beside the board speaks of. */
  pointed?: { squares: readonly string[]; holds: boolean | null } | null;
  /** The reader can draw arrows and circles with the right button. */
  isDrawnOn?: boolean;
  /** Moves can be played on it; with a finger by a tap on a piece and one on a square, or by drawing where it says so. */
  playing?: Playing | undefined;
  /** What the board shows, in a few words. */
  label?: string;
  /** What lies over the board and takes its place for those who do not see it. */
  children?: ComponentChildren;
}

/** An arrow that may have a number. */
export interface Numbered extends Arrow {
  number?: number;
}

/** What can be played on a board. */
export interface Playing {
  side: Side;
  destinations: ReadonlyMap<string, readonly string[]>;
  byTouch?: boolean;
  /** Changes when the pieces must go back to where they stood. */
  version?: number;
  /** The pointer comes to the board, so that moves will be wanted, or leaves it. */
  onNear?(isNear: boolean): void;
  onMove(from: string, to: string): void;
}

/** The colour of an arrow that is being drawn, beside those of marks and constituents. */
export const PENDING = "pending";

const BRUSHES = Object.fromEntries(
  Object.entries({ ...COLOURS, ...SPAN_COLOURS, [PENDING]: COLOURS.green }).map(([name, color]) => [
    name,
    { key: name, color, opacity: name === PENDING ? 0.5 : 0.9, lineWidth: 9 },
  ]),
) as unknown as DrawBrushes;

const isPrecise = () => !matchMedia("(pointer: coarse)").matches;

export function Board(props: BoardProps) {
  const element = useRef<HTMLDivElement>(null);
  useGround(element, props);
  const words = useId();
  return (
    <div
      class="board-frame"
      onPointerEnter={() => props.playing?.onNear?.(true)}
      // A finger leaves with each tap.
      onPointerLeave={({ pointerType }) => pointerType !== "touch" && props.playing?.onNear?.(false)}
    >
      <div
        class="board tall"
        ref={element}
        role="img"
        aria-label={props.label}
        aria-describedby={words}
        aria-hidden={props.children !== undefined}
      />
      {/* The position for those who do not see it. */}
      {props.children ?? (
        <p class="visually-hidden" id={words}>
          {describe(props.fen)}
        </p>
      )}
    </div>
  );
}

/** Draws a board in an element, and keeps it in step with what it shows. */
function useGround(element: { current: HTMLDivElement | null }, props: BoardProps) {
  const ground = useRef<Api | null>(null);
  const shown = useRef<string | null>(null);
  const visible = useVisible(element);
  useEffect(() => {
    if (!element.current) return;
    // With a finger one scrolls.
    const isDrawnOn = (props.isDrawnOn ?? false) && isPrecise();
    const made = Chessground(element.current, {
      viewOnly: !(isDrawnOn || props.playing),
      premovable: { enabled: false },
      disableContextMenu: isDrawnOn,
      coordinates: true,
      animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 160 },
      drawable: { enabled: isDrawnOn, visible: true, brushes: BRUSHES },
    });
    ground.current = made;
    return () => {
      ground.current = null;
      shown.current = null;
      // What is still to be drawn has no place any more.
      made.setAutoShapes([]);
      made.destroy();
    };
  }, []);
  useEffect(() => {
    const fen = props.fen.split(" ", 1)[0] ?? "";
    // What the reader has drawn goes with the position.
    const { playing } = props;
    const key = `${fen} ${playing?.version ?? 0}`;
    const isNew = shown.current !== key;
    shown.current = key;
    ground.current?.set({
      ...(isNew ? { fen } : {}),
      ...(playing ? { turnColor: playing.side } : {}),
      movable: {
        free: false,
        showDests: true,
        ...(playing ? { color: playing.side } : {}),
        dests: (playing?.destinations ?? new Map()) as Map<Key, Key[]>,
        events: { after: (from, to) => playing?.onMove(from, to) },
      },
      draggable: { enabled: playing !== undefined && (playing.byTouch || isPrecise()) },
      selectable: { enabled: playing !== undefined },
      orientation: props.side,
      lastMove: (props.last ?? []).filter(isKey),
      highlight: { lastMove: true, check: false, custom: squareClasses(props) },
    });
    if (ground.current) neverEmpty(ground.current);
    // A board that is not seen needs no arrows.
    ground.current?.setAutoShapes(visible ? shapes(props.arrows ?? []) : []);
  });
}

const isKey = (name: string): name is Key => squareIndex(name) >= 0;

const sized = new WeakSet<Memo<DOMRectReadOnly>>();

/** Gives a board that is hidden, or goes while it is drawn, a size: chessground divides by it where it places arrows. */
function neverEmpty({ state }: Api) {
  // A board that is turned measures itself anew.
  const { bounds } = state.dom;
  if (sized.has(bounds)) return;
  const measure = () => {
    const box = bounds();
    return box.width > 0 && box.height > 0 ? box : new DOMRectReadOnly(0, 0, 1, 1);
  };
  state.dom.bounds = Object.assign(measure, { clear: bounds.clear });
  sized.add(state.dom.bounds);
}

/** The classes of the squares that are marked. */
function squareClasses({ squares = [], check, pointed }: BoardProps): SquareClasses {
  const classes = new Map<Key, string>();
  const add = (square: string | undefined, name: string) => {
    if (square === undefined || !isKey(square)) return;
    const before = classes.get(square);
    classes.set(square, before === undefined ? name : `${before} ${name}`);
  };
  add(check, "check");
  for (const { square, colour } of squares) add(square, `mark mark-${colourName(colour)}`);
  for (const square of pointed?.squares ?? []) {
    add(
      square,
      `pointed pointed-${pointed?.holds === null ? "unknown" : pointed?.holds ? "holds" : "fails"}`,
    );
  }
  return classes;
}

function shapes(arrows: readonly Numbered[]): DrawShape[] {
  return arrows.flatMap(({ from, to, colour, number }): DrawShape[] => {
    if (!isKey(from) || !isKey(to)) return [];
    const brush = colour in BRUSHES ? colour : colourName(colour);
    const fill = (BRUSHES[brush] as DrawBrush).color;
    const label = number === undefined ? {} : { label: { text: String(number), fill } };
    // The number of a ring stands in the corner of its square.
    if (from === to)
      return [
        { orig: to, brush },
        { orig: to, ...label },
      ];
    return [{ orig: from, dest: to, brush, ...label }];
  });
}
