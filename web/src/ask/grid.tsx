// The board of a question: a grid of squares that is used by mouse, by touch and by keys alone.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { arrowMiddle, arrowPath } from "../board/arrows";
import { isLight, squareAt, squareIndex, squareName, step } from "../board/squares";
import { t } from "../i18n";
import { Art } from "./art";
import { addMove, carry, put, standing } from "./model";
import { isSpec, toggle } from "./pieces";
import type { AskState } from "./state";
import { specWords } from "./words";

const STEPS: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  Home: [-7, 0],
  End: [7, 0],
  PageUp: [0, -7],
  PageDown: [0, 7],
};

interface Drag {
  from: string;
  /** The square under the pointer; nothing outside the board. */
  over: string | undefined;
  x: number;
  y: number;
  moved: boolean;
}

export function Grid({ state, say }: { state: AskState; say: (text: string) => void }) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = useSignal("e4");
  const drag = useSignal<Drag | null>(null);
  const question = state.question.value;
  const side = state.side.value;
  const origin = state.origin.value;
  const arrows = question.kind === "path";

  const focus = (square: string) => {
    focused.value = square;
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const square = focused.value;
    const way = STEPS[event.key];
    if (way) focus(squareName(step(squareIndex(square), way[0], way[1], side)));
    else if (!keyOn(state, square, event.key, say)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const pointers = usePointers(state, grid, drag, say, (square) => {
    focused.value = square;
  });

  const rows = Array.from({ length: 8 }, (_, row) =>
    Array.from({ length: 8 }, (_, column) => squareName(squareAt(column, row, side))),
  );
  const dragged = drag.value?.moved ? drag.value : null;
  const pending =
    arrows && origin !== undefined ? { from: origin, to: dragged?.over ?? focused.value } : null;
  return (
    <div class="ask-frame">
      <div
        class="ask-board board-squares"
        role="grid"
        ref={grid}
        aria-label={t("ask.board")}
        aria-describedby="ask-keys"
        onKeyDown={press}
        onFocusIn={(event) => {
          const square = event.target instanceof Element ? event.target.getAttribute("data-square") : null;
          if (square) focused.value = square;
        }}
        {...pointers}
      >
        {rows.map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the squares take the focus.
          <div class="ask-row" role="row">
            {row.map((square) => (
              <Square
                square={square}
                spec={question.pieces.get(square)}
                focused={focused.value === square}
                origin={origin === square}
                over={dragged?.over === square}
                lifted={dragged?.from === square && state.tool.value !== "arrow"}
                corner={cornerNames(square, rows)}
              />
            ))}
          </div>
        ))}
      </div>
      <svg class="ask-arrows" viewBox="0 0 8 8" aria-hidden="true">
        {arrows &&
          question.moves.map((move, number) =>
            move.from === undefined ? (
              <Target square={move.to} side={side} number={number + 1} />
            ) : (
              <Arrow from={move.from} to={move.to} side={side} number={number + 1} />
            ),
          )}
        {pending && pending.from !== pending.to && (
          <path class="ask-arrow pending" d={arrowPath(pending.from, pending.to, side)} />
        )}
      </svg>
      {dragged && state.tool.value !== "arrow" && <Ghost state={state} drag={dragged} />}
    </div>
  );
}

/** The names in the squares at the left and at the bottom. */
function cornerNames(square: string, rows: readonly string[][]): { rank?: string; file?: string } {
  const names: { rank?: string; file?: string } = {};
  if (rows.some((row) => row[0] === square)) names.rank = square.charAt(1);
  if (rows[7]?.includes(square)) names.file = square.charAt(0);
  return names;
}

function Square(props: {
  square: string;
  spec: string | undefined;
  focused: boolean;
  origin: boolean;
  over: boolean;
  lifted: boolean;
  corner: { rank?: string; file?: string };
}) {
  const { square, spec, corner } = props;
  const names = [
    "ask-square",
    isLight(squareIndex(square)) ? "light" : "dark",
    props.origin && "origin",
    props.over && "over",
    props.lifted && "lifted",
  ];
  return (
    <div
      class={names.filter(Boolean).join(" ")}
      role="gridcell"
      tabIndex={props.focused ? 0 : -1}
      data-square={square}
      data-rank={corner.rank}
      data-file={corner.file}
      aria-label={t("ask.square", { square, piece: specWords(spec) })}
      aria-selected={props.origin}
    >
      {spec !== undefined && <Art spec={spec} />}
    </div>
  );
}

function Arrow(props: { from: string; to: string; side: "white" | "black"; number: number }) {
  const [x, y] = arrowMiddle(props.from, props.to, props.side);
  return (
    <g>
      <path class="ask-arrow" d={arrowPath(props.from, props.to, props.side)} />
      <Badge x={x} y={y} number={props.number} />
    </g>
  );
}

/** A move from anywhere: a ring round the square to which it goes. */
function Target({ square, side, number }: { square: string; side: "white" | "black"; number: number }) {
  const [x, y] = arrowMiddle(square, square, side);
  return (
    <g>
      <circle class="ask-target" cx={x} cy={y} r="0.4" />
      <Badge x={x + 0.3} y={y - 0.3} number={number} />
    </g>
  );
}

function Badge({ x, y, number }: { x: number; y: number; number: number }) {
  return (
    <>
      <circle class="ask-number" cx={x} cy={y} r="0.17" />
      <text class="ask-number-text" x={x} y={y + 0.075} text-anchor="middle">
        {number}
      </text>
    </>
  );
}

/** The piece that follows the pointer. */
function Ghost({ state, drag }: { state: AskState; drag: Drag }) {
  const element = useRef<HTMLDivElement>(null);
  const spec = state.question.value.pieces.get(drag.from);
  useEffect(() => {
    if (element.current)
      element.current.style.transform = `translate(${drag.x}px, ${drag.y}px) translate(-50%, -50%)`;
  });
  return spec === undefined ? null : (
    <div class="ask-ghost" ref={element}>
      <Art spec={spec} />
    </div>
  );
}

/** What a key does on a square; false if it does nothing. */
function keyOn(state: AskState, square: string, key: string, say: (text: string) => void): boolean {
  const question = state.question.peek();
  const place = (spec: string | undefined) => {
    state.change(put(question, square, spec));
    say(t("ask.square", { square, piece: specWords(spec) }));
  };
  if (key === "Enter" || key === " ") use(state, square, say);
  else if (key === "Delete" || key === "Backspace") place(undefined);
  else if (key === "Escape" && state.origin.peek() !== undefined) state.origin.value = undefined;
  else if (key === "+" && state.brush.peek() !== undefined) {
    const brush = state.brush.peek() ?? "";
    if (brush.length === 1) place(toggle(question.pieces.get(square), brush));
  } else if (key.length === 1 && isSpec(key)) place(key);
  else return false;
  return true;
}

/** What a click or the Enter key does on a square, by the tool in hand. */
export function use(state: AskState, square: string, say: (text: string) => void): void {
  const question = state.question.peek();
  const tool = state.tool.peek();
  const origin = state.origin.peek();
  if (tool === "arrow" || tool === "carry") {
    if (origin === undefined) {
      if (tool === "carry" && !question.pieces.has(square)) return;
      state.origin.value = square;
      say(t(tool === "arrow" ? "ask.arrowFrom" : "ask.lifted", { square }));
    } else {
      state.origin.value = undefined;
      if (tool === "carry") state.change(carry(question, origin, square));
      else draw(state, origin, square);
      say(t(tool === "arrow" ? "ask.arrowTo" : "ask.putDown", { square }));
    }
    return;
  }
  const brush = tool === "clear" ? undefined : state.brush.peek();
  const next = question.pieces.get(square) === brush ? undefined : brush;
  state.change(put(question, square, next));
  say(t("ask.square", { square, piece: specWords(next) }));
}

/** Adds the move of an arrow: of the piece that stands there, or of any piece. */
function draw(state: AskState, from: string, to: string): void {
  const question = state.question.peek();
  if (from === to) return;
  state.change(addMove(question, from, to, standing(question, from)));
}

/** The pointer: a click uses the tool, a drag carries a piece or draws an arrow. */
function usePointers(
  state: AskState,
  grid: { current: HTMLDivElement | null },
  drag: { value: Drag | null; peek: () => Drag | null },
  say: (text: string) => void,
  focusOn: (square: string) => void,
) {
  const squareUnder = (event: PointerEvent): string | undefined => {
    const box = grid.current?.getBoundingClientRect();
    if (!box) return undefined;
    const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
    const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return undefined;
    return squareName(squareAt(column, row, state.side.peek()));
  };
  const at = (event: PointerEvent, from: string, moved: boolean): Drag => {
    const box = grid.current?.getBoundingClientRect();
    return {
      from,
      over: squareUnder(event),
      x: event.clientX - (box?.left ?? 0),
      y: event.clientY - (box?.top ?? 0),
      moved,
    };
  };
  const canDrag = (square: string) =>
    state.tool.peek() === "arrow" || state.question.peek().pieces.has(square);
  return {
    onPointerDown: (event: PointerEvent) => {
      const square = squareUnder(event);
      if (event.button !== 0 || square === undefined) return;
      focusOn(square);
      drag.value = at(event, square, false);
      grid.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = drag.peek();
      if (!before || !canDrag(before.from)) return;
      const now = at(event, before.from, true);
      if (!before.moved && now.over === before.from) return;
      if (!before.moved && state.tool.peek() === "arrow") state.origin.value = before.from;
      drag.value = now;
    },
    onPointerUp: (event: PointerEvent) => {
      const before = drag.peek();
      drag.value = null;
      if (!before) return;
      const over = squareUnder(event);
      if (!before.moved) {
        if (over === before.from) use(state, before.from, say);
        return;
      }
      state.origin.value = undefined;
      if (state.tool.peek() !== "arrow") state.change(carry(state.question.peek(), before.from, over));
      else if (over !== undefined) draw(state, before.from, over);
    },
    onPointerCancel: () => {
      drag.value = null;
      state.origin.value = undefined;
    },
  };
}
