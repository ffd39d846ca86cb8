// The page's keys: which events they may take, and what takes them.

import { useEffect } from "preact/hooks";
import { listening } from "./listening";

/** Whether a key goes into a field, so that it must not do anything else. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(".cm-editor")) return true;
  return target.matches(
    "input:not([type=checkbox], [type=radio], [type=button], [type=range]), textarea, select",
  );
}

/** Goes where a key leads from a part of the page that has such keys of its own; nothing else takes the key then. */
export function goByKey<T>(event: KeyboardEvent, places: Record<string, T>, go: (place: T) => void): void {
  if (!Object.hasOwn(places, event.key)) return;
  go(places[event.key] as T);
  event.preventDefault();
  event.stopPropagation();
}

/** Takes keys, wherever the focus is, unless they go into a field or a dialog. */
export function useKeys(actions: Record<string, () => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event) || document.querySelector("dialog[open]")) return;
      if (!Object.hasOwn(actions, event.key)) return;
      event.preventDefault();
      actions[event.key]?.();
    };
    return listening({ keydown: onKey });
  }, []);
}
