// The pointer on the board of a question: a click uses the tool, a drag carries a piece or draws an arrow.

import { squareAt, squareName } from "../board/squares";
import { carry } from "./model";
import type { AskState } from "./state";
import { draw, isAreaTool, mark, use } from "./use";

export interface Drag {
  from: string;
  /** The square under the pointer; nothing outside the board. */
  over: string | undefined;
  x: number;
  y: number;
  moved: boolean;
}

/** The listeners of the board. */
export function pointersOf(
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
    state.tool.peek() === "arrow" || isAreaTool(state) || state.question.peek().pieces.has(square);
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
      if (!before.moved && (state.tool.peek() === "arrow" || isAreaTool(state)))
        state.origin.value = before.from;
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
      if (isAreaTool(state)) {
        if (over !== undefined) mark(state, before.from, over, say);
      } else if (state.tool.peek() !== "arrow") state.change(carry(state.question.peek(), before.from, over));
      else if (over !== undefined) draw(state, before.from, over);
    },
    onPointerCancel: () => {
      drag.value = null;
      state.origin.value = undefined;
    },
  };
}
