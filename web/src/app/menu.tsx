// A menu under a button, which closes by Escape and by a click elsewhere.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Menu(props: { title: string; children: ComponentChildren }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.open = false;
        element.querySelector("summary")?.focus();
      } else if (!element.contains(event.target as Node)) element.open = false;
    };
    addEventListener("click", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("click", close);
      removeEventListener("keydown", close);
    };
  }, []);
  return (
    <details class="menu" ref={menu}>
      <summary class="button">{props.title}</summary>
      <div class="menu-items">{props.children}</div>
    </details>
  );
}
