// What takes the whole page, and how items get into it.

import "./dialog.css";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { asking } from "../app/asking";
import { setTo, setterOf } from "../app/controls";
import { Dialog } from "../app/dialog";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { t } from "../i18n";
import { type Item, itemsOf } from "./item";
import { type From, opened } from "./opened";

/** A dialog that takes the whole page, for what is opened. */
export const Room = (props: Omit<Parameters<typeof Dialog>[0], "onClose">) => (
  <Dialog {...props} class={`room ${props.class}`} onClose={setTo(opened, null)} />
);

export interface Loaded {
  items: readonly Item[] | null;
  /** What is said as long as there are none. */
  told: string;
}

/** The items of a place, at most some; those of a search are asked for. */
export function useItems(store: Store, from: From | null, most: number): Loaded {
  const items = useSignal<readonly Item[] | null>(null);
  const told = useSignal("");
  useEffect(() => {
    if (!from) return;
    if ("items" in from) {
      items.value = from.items.slice(0, most);
      return;
    }
    const { search } = from;
    const onProgress = (done: number, n: number) => {
      told.value = t("items.loading", { done, n });
    };
    items.value = null;
    onProgress(0, Math.min(most, search.rows.shown.length));
    return asking(
      (signal) => itemsOf({ store, search, most, signal, onProgress }),
      setterOf(items),
      setterOf(told, (error: unknown) => t("items.failed", { problem: message(error) })),
    );
  }, [from, most]);
  return { items: items.value, told: told.value };
}
