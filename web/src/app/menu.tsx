// A menu at a button, which closes by Escape and by a click elsewhere.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./controls";
import { listening } from "./listening";

interface Props {
  title: ComponentChildren;
  /** The name of a button that shows a picture only. */
  label?: string;
  class?: string;
  children: ComponentChildren;
}

/** Closes the menu in which something is, and goes back to its button. */
function closeMenu(inside: Element | null): void {
  const menu = inside?.closest("details");
  if (!menu?.open) return;
  menu.open = false;
  menu.querySelector("summary")?.focus();
}

/** An entry, which closes the menu. */
export const MenuItem = (props: { text: string; onClick(): void }) => (
  <Button
    class="pick whole"
    onClick={(event) => {
      closeMenu(event.currentTarget);
      props.onClick();
    }}
  >
    {props.text}
  </Button>
);

export function Menu({ title, label, children, ...props }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (event instanceof KeyboardEvent) {
        if (event.key === "Escape") closeMenu(element);
      } else if (element && !element.contains(event.target as Node)) element.open = false;
    };
    return listening({ click: close, keydown: close });
  }, []);
  return (
    <details class={`menu ${props.class ?? ""}`} ref={menu} data-own-keys>
      <summary class={label ? "icon-button" : "button"} aria-label={label} title={label}>
        {title}
      </summary>
      <div class="menu-items framed spaced-2">{children}</div>
    </details>
  );
}
