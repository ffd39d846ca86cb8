// The board of a question: over the board of games a grid of squares that is used by mouse, by touch and by keys alone.
//
// Chessground draws the squares, their names and the moves. What stands on a square is not a piece but a set, "any white
// piece" or "empty", and each square must be a cell that takes the focus and says what it holds: that is the grid.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { setterOf } from "../app/controls";
import { Board, type Numbered, PENDING } from "../board/board";
import { FILES, RANKS, type Side, squareAt, squareIndex, squareName, step } from "../board/squares";
import { t } from "../i18n";
import { Areas } from "./areas";
import { Art } from "./art";
import type { Question } from "./model";
import { type Drag, pointersOf } from "./pointers";
import type { AskState } from "./state";
import { isAreaTool, keyOn } from "./use";
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

const NO_PIECES = "8/8/8/8/8/8/8/8";

export function Grid({ state, say }: { state: AskState; say: (text: string) => void }) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = useSignal("e4");
  const drag = useSignal<Drag | null>(null);
  const question = state.question.value;
  const side = state.side.value;
  const origin = state.origin.value;
  const focus = (square: string) => {
    focused.value = square;
    grid.current?.querySelector<HTMLElement>(`[data-square="${square}"]`)?.focus();
  };
  const pointers = pointersOf(state, grid, drag, say, setterOf(focused));
  const dragged = drag.value?.moved ? drag.value : null;
  const carries = state.tool.value !== "arrow" && !isAreaTool(state);
  const pending = origin === undefined ? null : { from: origin, to: dragged?.over ?? focused.value };
  return (
    <Board fen={NO_PIECES} side={side} arrows={arrowsOf(question, pending)}>
      <div
        class="ask-board grid clicks"
        role="grid"
        ref={grid}
        aria-label={t("ask.board")}
        aria-describedby="ask-keys"
        onKeyDown={(event) => press(event, state, focused.value, focus, say)}
        onFocusIn={(event) => {
          const square = event.target instanceof Element ? event.target.getAttribute("data-square") : null;
          if (square) focused.value = square;
        }}
        {...pointers}
      >
        {rowsOf(side).map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the squares take the focus.
          <div class="ask-row grid" role="row">
            {row.map((square) => (
              <Square
                square={square}
                spec={question.pieces.get(square)}
                focused={focused.value === square}
                origin={origin === square}
                over={dragged?.over === square}
                lifted={dragged?.from === square && carries}
              />
            ))}
          </div>
        ))}
      </div>
      <Areas state={state} pending={isAreaTool(state) ? pending : null} />
      {dragged && carries && <Ghost state={state} drag={dragged} />}
    </Board>
  );
}

/** The moves of a manoeuvre, numbered; one from anywhere is a ring round the square to which it goes. */
function arrowsOf({ kind, moves }: Question, pending: { from: string; to: string } | null): Numbered[] {
  if (kind !== "path") return [];
  const drawn = moves.map(({ from, to }, at) => ({ from: from ?? to, to, colour: "green", number: at + 1 }));
  return pending && pending.from !== pending.to ? [...drawn, { ...pending, colour: PENDING }] : drawn;
}

/** What a key does on the square that has the focus. */
function press(
  event: KeyboardEvent,
  state: AskState,
  square: string,
  focus: (square: string) => void,
  say: (text: string) => void,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = STEPS[event.key];
  if (way) focus(squareName(step(squareIndex(square), ...way, state.side.peek())));
  else if (!keyOn(state, square, event.key, say)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** The squares as they are shown, row by row. */
const rowsOf = (side: Side): string[][] =>
  [...RANKS].map((_, row) => [...FILES].map((_, column) => squareName(squareAt(column, row, side))));

function Square(props: {
  square: string;
  spec: string | undefined;
  focused: boolean;
  origin: boolean;
  over: boolean;
  lifted: boolean;
}) {
  const { square, spec } = props;
  const names = [
    "ask-square narrows",
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
      aria-label={t("ask.square", { square, piece: specWords(spec) })}
      aria-selected={props.origin}
    >
      {spec !== undefined && <Art spec={spec} />}
    </div>
  );
}

/** The piece that follows the pointer. */
function Ghost({ state, drag }: { state: AskState; drag: Drag }) {
  const spec = state.question.value.pieces.get(drag.from);
  return spec === undefined ? null : (
    <div class="ask-ghost" style={{ transform: `translate(${drag.x}px, ${drag.y}px) translate(-50%, -50%)` }}>
      <Art spec={spec} />
    </div>
  );
}
