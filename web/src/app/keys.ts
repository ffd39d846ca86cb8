// The page's keys: which events they may take, what takes them, and the list that the help shows.

import { useEffect } from "preact/hooks";
import type { Key } from "../i18n";

/** Whether a key goes into a field, so that it must not do anything else. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(".cm-editor")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button]), textarea, select");
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
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** The keys in the order of the help: what is pressed, and the message that says what it does. */
export const KEYS: [keys: string, does: Key][] = [
  ["/", "keys.query"],
  ["Enter", "keys.search"],
  ["Shift+Enter", "keys.line"],
  ["Ctrl+Space", "keys.complete"],
  ["Ctrl+Z", "keys.undo"],
  ["l", "keys.look"],
  ["n p", "keys.answers"],
  ["1 2 3 4", "keys.tabs"],
  ["s", "keys.star"],
  ["e", "keys.engine"],
  ["↑ ↓", "keys.list"],
  ["← →", "keys.game.step"],
  ["Home End", "keys.game.ends"],
  ["↑ ↓", "keys.game.variation"],
  [", .", "keys.game.match"],
  ["f", "keys.game.flip"],
  ["?", "keys.help"],
];
