// The keys of the game: steps through the moves from anywhere on the page, where nothing else needs them.

import { isTyping } from "../app/keys";
import { back, forward, lineEnd, sibling, type Tree } from "./tree";

/** Parts of the page that use the arrow keys themselves. */
const OWN_KEYS =
  "[role=listbox], [role=grid]:not(.list), [role=tablist], [role=radiogroup], [role=menu], [role=slider], [role=tree], [role=separator], [data-own-keys], dialog, input:not([type=checkbox]), fieldset.segmented";

/** Whether the game may take a key. */
export function isFree(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event))
    return false;
  if (document.querySelector("dialog[open]")) return false;
  return !(event.target instanceof Element && event.target.closest(OWN_KEYS));
}

/** The position to which a key leads; nothing if the key leads nowhere. */
export function target(tree: Tree, node: number, key: string): number | undefined {
  const to = destination(tree, node, key);
  return to === node ? undefined : to;
}

function destination(tree: Tree, node: number, key: string): number | undefined {
  switch (key) {
    case "ArrowLeft":
      return back(tree, node);
    case "ArrowRight":
      return forward(tree, node);
    case "Home":
      return 0;
    case "End":
      return lineEnd(tree, node);
    case "ArrowUp":
      return sibling(tree, node, -1);
    case "ArrowDown":
      return into(tree, node);
    default:
      return undefined;
  }
}

/** The next variation beside this move, or the first one beside the move that comes next. */
function into(tree: Tree, node: number): number {
  const beside = sibling(tree, node, 1);
  return beside === node ? (tree.children[node]?.[1] ?? node) : beside;
}
