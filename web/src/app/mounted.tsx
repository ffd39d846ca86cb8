// A part that draws itself into an element.

import { useEffect, useRef } from "preact/hooks";
import type { Mount } from "./mount";
import type { Store } from "./store";

export function Mounted({ mount, store, class: name }: { mount: Mount; store: Store; class: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = element.current;
    return place ? mount(place, store) : undefined;
  }, [mount, store]);
  return <div class={name} ref={element} />;
}
