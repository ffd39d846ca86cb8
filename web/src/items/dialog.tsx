// A dialog over the whole page, and how items get into it.

import "./dialog.css";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { t } from "../i18n";
import { type Item, itemsOf } from "./item";
import { type From, opened } from "./opened";

interface Props {
  title: string;
  /** The class of what is in it. */
  class: string;
  /** What stands in the head beside the title. */
  head?: ComponentChildren;
  children: ComponentChildren;
}

export function Dialog(props: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`room ${props.class}`}
      aria-labelledby="room-heading"
      data-own-keys
      onClose={() => {
        opened.value = null;
      }}
    >
      <div class="room-head">
        <h2 id="room-heading">{props.title}</h2>
        {props.head}
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          {t("app.close")}
        </button>
      </div>
      {props.children}
    </dialog>
  );
}

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
    const control = new AbortController();
    const { signal } = control;
    items.value = null;
    told.value = t("items.loading", { done: 0, n: Math.min(most, from.search.rows.shown.length) });
    itemsOf({
      store,
      search: from.search,
      most,
      signal,
      onProgress: (done, n) => {
        told.value = t("items.loading", { done, n });
      },
    }).then(
      (all) => {
        if (!signal.aborted) items.value = all;
      },
      (error: unknown) => {
        if (!signal.aborted) told.value = t("items.failed", { problem: message(error) });
      },
    );
    return () => control.abort();
  }, [from, most]);
  return { items: items.value, told: told.value };
}
