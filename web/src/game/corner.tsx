// The corner of the board of the game, by which its size is drawn. Who uses keys moves the bar above the game, which does the same.

import { useRef } from "preact/hooks";
import { rows } from "../app/shares";

export function Corner() {
  /** From where it is drawn, and how high the pane of the game was. */
  const start = useRef<{ x: number; y: number; height: number } | null>(null);
  const pane = (element: HTMLElement) => element.closest<HTMLElement>(".game-pane");
  const end = () => {
    start.current = null;
  };
  return (
    <div
      class="board-corner"
      aria-hidden="true"
      onPointerDown={(event) => {
        const height = pane(event.currentTarget)?.clientHeight;
        if (height === undefined) return;
        start.current = { x: event.clientX, y: event.clientY, height };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => {
        const from = start.current;
        const room = pane(event.currentTarget)?.parentElement?.clientHeight;
        if (!from || !room) return;
        const height = from.height + Math.max(event.clientX - from.x, event.clientY - from.y);
        const share = Math.round(100 * (1 - height / room));
        rows.value = Math.max(rows.least, Math.min(rows.most, share));
      }}
      onPointerUp={end}
      onPointerCancel={end}
      onDblClick={() => {
        rows.value = rows.usual;
      }}
    />
  );
}
