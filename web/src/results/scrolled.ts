// What of a list is in sight: of one that scrolls in a frame of its own, or of one that is as long as it is and scrolls with the
// window.

import { useEffect, useRef, useState } from "preact/hooks";
import { listening } from "../app/listening";
import { scrollTo } from "./window";

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
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const silence = listening({ scroll: measure }, scroller, { passive: true });
    measure();
    return () => {
      observer.disconnect();
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
