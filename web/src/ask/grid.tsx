// The board of a question: a grid of squares that is used by mouse, by touch and by keys alone.
//
// It does not use chessground: its squares hold sets, "any white piece" and "empty", and each must be a cell that takes the
// focus and says what it holds.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { setterOf } from "../app/controls";
import { FILES, isLight, RANKS, type Side, squareAt, squareIndex, squareName, step } from "../board/squares";
import { t } from "../i18n";
import { Areas } from "./areas";
import { Arrows } from "./arrows";
import { Art } from "./art";
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
  const rows = rowsOf(side);
  const dragged = drag.value?.moved ? drag.value : null;
  const carries = state.tool.value !== "arrow" && !isAreaTool(state);
  const pending = origin === undefined ? null : { from: origin, to: dragged?.over ?? focused.value };
  return (
    <div class="board-frame">
      <div
        class="ask-board grid tall whole board-squares"
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
        {rows.map((row) => (
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
                corner={cornerNames(square, rows)}
              />
            ))}
          </div>
        ))}
      </div>
      <Areas state={state} pending={isAreaTool(state) ? pending : null} />
      <Arrows question={question} side={side} pending={question.kind === "path" ? pending : null} />
      {dragged && carries && <Ghost state={state} drag={dragged} />}
    </div>
  );
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

/** The names in the squares at the left and at the bottom. */
const cornerNames = (square: string, rows: readonly string[][]) => ({
  "data-rank": rows.some((row) => row[0] === square) ? square.charAt(1) : undefined,
  "data-file": rows[7]?.includes(square) ? square.charAt(0) : undefined,
});

function Square(props: {
  square: string;
  spec: string | undefined;
  focused: boolean;
  origin: boolean;
  over: boolean;
  lifted: boolean;
  corner: ReturnType<typeof cornerNames>;
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
      {...corner}
      aria-label={t("ask.square", { square, piece: specWords(spec) })}
      aria-selected={props.origin}
    >
      {spec !== undefined && <Art spec={spec} />}
    </div>
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
