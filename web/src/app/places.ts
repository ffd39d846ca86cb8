// The two places of the page on a wide window: where one asks, and where one looks at answers and a large board.

import { storedSwitch } from "./preferences";
import type { Store } from "./store";

/** The answers and the board have the whole window. */
export const looks = storedSwitch("look");

/** Where the query is, whatever the window shows. */
export function goToQuery(store: Pick<Store, "panel">): void {
  looks.set(false);
  store.panel.value = "query";
}
