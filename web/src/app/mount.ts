// The parts that fill a place in the layout by themselves: each is given its element and the store.

import type { Store } from "./store";

/** Draws a part into an element that is its own; the answer takes it away and ends what it follows. */
export type Mount = (element: HTMLElement, store: Store) => () => void;
