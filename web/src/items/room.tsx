// The place over the page where what is opened is shown.

import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import type { Store } from "../app/store";
import { type Opened, opened } from "./opened";

type Content = ComponentType<{ store: Store; what: Opened }>;

export function Room({ store }: { store: Store }) {
  const content = useSignal<Content | null>(null);
  const what = opened.value;
  useEffect(() => {
    if (!what || content.peek()) return;
    import("./content").then(
      (module) => {
        content.value = module.Content;
      },
      (error: unknown) => {
        opened.value = null;
        store.fail(error);
      },
    );
  }, [what]);
  const Shown = content.value;
  return what && Shown ? <Shown store={store} what={what} /> : null;
}
