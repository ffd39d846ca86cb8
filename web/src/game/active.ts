// Which of the matches in a game is the one whose constituents are shown.

import type { Found } from "../api/types";
import { covered } from "./spans";

/**
 * The match at a position; otherwise the nearest before it of those with a constituent that covers it; otherwise the one
 * shown before, as long as it belongs to the same game. The answer is its number in the list, -1 for none.
 */
export function activeMatch(found: readonly Found[], node: number, before: number): number {
  const here = found.findIndex((match) => match.node === node);
  if (here >= 0) return here;
  const covers = (match: Found | undefined) =>
    match?.constituents.some((constituent) => covered(constituent).includes(node)) ?? false;
  if (covers(found[before])) return before;
  let best = -1;
  found.forEach((match, number) => {
    if (covers(match) && match.node <= node && match.node >= (found[best]?.node ?? -1)) best = number;
  });
  if (best >= 0) return best;
  return before < found.length ? before : -1;
}
