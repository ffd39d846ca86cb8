// The searches that run in the server: those of this page, and those of others, which take a share of the same limit.

import { effect, type Signal, signal } from "@preact/signals";
import type { SearchState } from "../api/types";
import { asking } from "../app/asking";
import type { Store } from "../app/store";

const LOOK = 2000;

/** Searches of other pages that run. */
export const others: Signal<readonly SearchState[]> = signal([]);

/** Looks for them when a search of this page begins or ends, and as long as there are some. The answer ends it. */
export function followOthers(store: Store): () => void {
  const again = signal(0);
  return effect(() => {
    again.value;
    // A search that has no name yet would look like another page's.
    if (!store.ready.value || store.searches.value.some(({ status }) => status.value === "starting")) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Without an answer nothing is known of others.
    const end = asking(
      (signal) => store.api.searches({}, signal),
      (all) => {
        // That with which the page begins is nobody's, and one that only counts stands for a moment.
        const known = [...store.searches.peek(), store.first, store.search.peek()];
        const own = new Set(known.map((search) => search?.id.peek()));
        others.value = all.filter(({ id, status }) => status === "running" && !own.has(id));
        if (others.value.length) timer = setTimeout(() => again.value++, LOOK);
      },
    );
    return () => {
      clearTimeout(timer);
      end();
    };
  });
}
