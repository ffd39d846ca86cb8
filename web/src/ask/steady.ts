// Keeps a board where it is on the screen while its owner works on it, although what is above it grows and shrinks: each
// change of the board changes the text of the query, and with it the errors and explanations under the text.

import { listening, sized } from "../app/listening";

/** The nearest element round another that scrolls. */
function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

/** Follows what comes before the part of the page that holds the board. The answer ends it. */
export function keepSteady(board: HTMLElement, part: HTMLElement): () => void {
  const scroller = scrollerOf(board);
  if (!scroller) return () => undefined;
  const top = () => board.getBoundingClientRect().top;
  let last = top();
  const remember = () => {
    last = top();
  };
  const others = [...scroller.children].filter((other) => !other.contains(board));
  const end = sized(others, () => {
    const moved = top() - last;
    if (moved !== 0 && part.contains(document.activeElement)) scroller.scrollTop += moved;
    remember();
  });
  const stops = [
    end,
    listening({ scroll: remember }, scroller, { passive: true }),
    // What the part itself shows above the board moves the board as well; that is only remembered.
    listening({ focusin: remember, pointerdown: remember }, part),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
