// Whether an element has a size, since a narrow window hides parts of the page; whether it has been near to what is on screen.

import { useEffect, useState } from "preact/hooks";
import { sized } from "../app/listening";

export function useVisible(element: { current: HTMLElement | null }): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const seen = element.current ? [element.current] : [];
    return sized(seen, ([entry]) => setVisible((entry?.contentRect.width ?? 0) > 0));
  }, [element]);
  return visible;
}

/** How far beyond the edge of the screen is near. */
const MARGIN = "150px";

/** True from the time on when the element is near. */
export function useNear(element: { current: HTMLElement | null }): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current || near) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [near]);
  return near;
}
