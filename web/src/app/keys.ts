// The page's keys: which events they may take, and the list that the help shows.

import type { Key } from "../i18n";

/** Whether a key goes into a field, so that it must not do anything else. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.closest(".cm-editor")) return true;
  return target.matches("input:not([type=checkbox], [type=radio], [type=button]), textarea, select");
}

/** The keys in the order of the help: what is pressed, and the message that says what it does. */
export const KEYS: [keys: string, does: Key][] = [
  ["/", "keys.query"],
  ["Enter", "keys.search"],
  ["Shift+Enter", "keys.line"],
  ["Ctrl+Space", "keys.complete"],
  ["n p", "keys.answers"],
  ["↑ ↓", "keys.list"],
  ["← →", "keys.game.step"],
  ["Home End", "keys.game.ends"],
  ["↑ ↓", "keys.game.variation"],
  [", .", "keys.game.match"],
  ["f", "keys.game.flip"],
  ["?", "keys.help"],
];
