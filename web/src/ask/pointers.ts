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
  const under = ({ clientX, clientY }: PointerEvent): Pick<Drag, "x" | "y" | "over"> => {
    const { left, top, width, height } = grid.current?.getBoundingClientRect() ?? new DOMRect();
    const [x, y] = [clientX - left, clientY - top];
    const [column, row] = [Math.floor((x / width) * 8), Math.floor((y / height) * 8)];
    const isOn = Math.min(column, row) >= 0 && Math.max(column, row) <= 7;
    return { x, y, over: isOn ? squareName(squareAt(column, row, state.side.peek())) : undefined };
  };
  const canDrag = (square: string) =>
    state.tool.peek() === "arrow" || isAreaTool(state) || state.question.peek().pieces.has(square);
  return {
    onPointerDown: (event: PointerEvent) => {
      const place = under(event);
      const { over: from } = place;
      if (event.button !== 0 || from === undefined) return;
      focusOn(from);
      drag.value = { ...place, from, moved: false };
      grid.current?.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const before = drag.peek();
      if (!before || !canDrag(before.from)) return;
      const now = { ...under(event), from: before.from, moved: true };
      if (!before.moved && now.over === before.from) return;
      if (!before.moved && (state.tool.peek() === "arrow" || isAreaTool(state)))
        state.origin.value = before.from;
      drag.value = now;
    },
    onPointerUp: (event: PointerEvent) => {
      const before = drag.peek();
      drag.value = null;
      if (!before) return;
      const { over } = under(event);
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
