// What a part of the page does while it is pointed at or has the focus: it marks a place in the query, or squares of the board.

import { signal } from "@preact/signals";
import type { Place } from "../api/types";

/** The handlers of an element; `point` is told whether it is pointed at. */
export function pointing(point: (isOn: boolean) => void) {
  const [on, off] = [() => point(true), () => point(false)];
  return { onMouseEnter: on, onMouseLeave: off, onFocus: on, onBlur: off };
}

/** The place in the query, if something has one. */
export const placeOf = ({ from, to }: Partial<Place>): Place | null =>
  from !== undefined && to !== undefined ? { from, to } : null;

/** The squares that something beside the board speaks of at the moment: the board marks them as long as it does. */
export const pointed = signal<{ squares: readonly string[]; holds: boolean | null } | null>(null);
