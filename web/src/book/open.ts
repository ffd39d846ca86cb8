// Which page of the book is open beside the query.

import { batch, signal } from "@preact/signals";
import { goToQuery } from "../app/places";
import type { Store } from "../app/store";

/** The name of the page; without one the table of contents is shown. */
export const open = signal<string | null>(null);

export function openPage(store: Store, page: string): void {
  batch(() => {
    open.value = page;
    goToQuery(store, "book");
  });
}
