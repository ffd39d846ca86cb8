// Whether an element has a size: a narrow window hides parts of the page.

import { useEffect, useState } from "preact/hooks";

export function useVisible(element: { current: HTMLElement | null }): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (!element.current || !("ResizeObserver" in globalThis)) return;
    const observer = new ResizeObserver(([entry]) => setVisible((entry?.contentRect.width ?? 0) > 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}
