// What of a list is in sight: of one that scrolls in a frame of its own, or of one that is as long as it is and scrolls with the
// window.

import { useEffect, useRef, useState } from "preact/hooks";
import { listening, sized } from "../app/listening";

/** The room that stays free above a row of a list that scrolls with the window, for what stands there. */
const ABOVE = 72;

/** The height that the heads, which stay in view, leave for rows. */
function rowsHeight(frame: HTMLElement): number {
  const heads = frame.querySelector<HTMLElement>(".list-heads");
  return frame.clientHeight - (heads?.offsetHeight ?? 0);
}

export function useScrolled(withWindow: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isMoved = useRef(false);
  const [view, setView] = useState({ scrolled: 0, height: 300, width: 700 });
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () =>
      setView({
        scrolled: withWindow ? Math.max(0, -element.getBoundingClientRect().top) : element.scrollTop,
        height: withWindow ? innerHeight : rowsHeight(element),
        width: element.clientWidth,
      });
    const scroller = withWindow ? globalThis : element;
    const end = sized([element], measure);
    const silence = listening({ scroll: measure }, scroller, { passive: true });
    measure();
    return () => {
      end();
      silence();
    };
  }, [withWindow]);
  /** Scrolls until a row is in sight; the window, which has more than a list in it, only after the first one. */
  const seek = (row: number, rows: number, step: number) => {
    const element = frame.current;
    if (!element || row < 0) return;
    if (withWindow) {
      const top = element.getBoundingClientRect().top + row * step;
      const isOut = top < ABOVE || top + step > innerHeight;
      if (isOut && isMoved.current) scrollBy({ top: top - Math.max(ABOVE, innerHeight / 3) });
      isMoved.current = true;
      return;
    }
    const { scrollTop } = element;
    const wanted = scrollTo(row, rows, step, scrollTop, rowsHeight(element));
    if (wanted !== scrollTop) element.scrollTop = wanted;
  };
  return { frame, view, seek };
}

// Which rows of a long list are on screen. Browsers draw no element higher than some 33 million pixels, so that the scrolled
// height of a very long list is less than that of its rows: it is then scaled.

const HIGHEST = 16_000_000;

export interface Window {
  /** The first row drawn, and the row after the last. */
  first: number;
  end: number;
  /** Where the first row stands, in pixels from the top of the scrolled height. */
  top: number;
  height: number;
}

export function visibleRows(
  rows: number,
  rowHeight: number,
  scrolled: number,
  view: number,
  over = 6,
): Window {
  const full = rows * rowHeight;
  const height = Math.min(full, HIGHEST);
  const most = Math.max(0, height - view);
  const at = Math.max(0, Math.min(scrolled, most));
  // The place in the unscaled list that stands at the top of the view.
  const place = full > height && most > 0 ? (at / most) * (full - view) : at;
  const first = Math.max(0, Math.floor(place / rowHeight) - over);
  const end = Math.min(rows, Math.ceil((place + view) / rowHeight) + over);
  return { first, end, top: at - place + first * rowHeight, height };
}

/** How far to scroll so that a row is seen; the present place where it is seen already. */
export function scrollTo(
  row: number,
  rows: number,
  rowHeight: number,
  scrolled: number,
  view: number,
): number {
  const full = rows * rowHeight;
  const height = Math.min(full, HIGHEST);
  const most = Math.max(0, height - view);
  const scale = full > height && full > view ? most / (full - view) : 1;
  const place = scale === 1 ? Math.min(scrolled, most) : scrolled / scale;
  const top = row * rowHeight;
  if (top < place) return top * scale;
  if (top + rowHeight > place + view) return (top + rowHeight - view) * scale;
  return scrolled;
}
