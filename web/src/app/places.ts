// The two places of the page on a wide window: where one asks, and where one looks at answers and a large board.

import { storedSwitch } from "./preferences";
import type { Store } from "./store";

/** The width below which layout.css shows one panel. */
export const ONE_PANEL = "(width < 760px), (width < 1120px) and (height < 480px)";

/** The answers and the board have the whole window. */
export const looks = storedSwitch("look");

/** Where the query is, whatever the window shows; and what stands below it. */
export function goToQuery(store: Store, tab = store.tab.peek()): void {
  looks.set(false);
  store.panel.value = "query";
  store.tab.value = tab;
}
