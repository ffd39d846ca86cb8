// A part of the page whose code is loaded when it is shown first.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect } from "preact/hooks";
import { setterOf } from "./controls";
import type { Store } from "./store";

export function later<P extends { store: Store }>(
  load: () => Promise<ComponentType<P>>,
  onFailed = () => {},
): ComponentType<P> {
  const loaded = signal<{ Part: ComponentType<P> } | null>(null);
  return function Later(props: P) {
    useEffect(() => {
      if (loaded.peek()) return;
      load().then(
        setterOf(loaded, (Part: ComponentType<P>) => ({ Part })),
        (error: unknown) => {
          onFailed();
          props.store.fail(error);
        },
      );
    }, []);
    const shown = loaded.value;
    return shown && <shown.Part {...props} />;
  };
}
