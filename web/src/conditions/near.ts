// Tells elements when they come near to what is on screen. Only a few are told in each frame, so that no frame is late where
// many come at once.

const IN_ONE_FRAME = 4;
/** How far beyond the edge of the screen is near, in pixels. */
const MARGIN = 150;

export class Near {
  private readonly told = new Map<Element, () => void>();
  private readonly waiting = new Set<Element>();
  private readonly observer: IntersectionObserver;
  private frame = 0;

  constructor() {
    this.observer = new IntersectionObserver(
      (entries) => {
        // What has been scrolled away before its turn waits until it is near again.
        for (const { target, isIntersecting } of entries)
          if (isIntersecting) this.waiting.add(target);
          else this.waiting.delete(target);
        this.plan();
      },
      { rootMargin: `${MARGIN}px` },
    );
  }

  /** Calls `tell` once, when the element is near. The answer gives up on it. */
  watch(element: Element, tell: () => void): () => void {
    this.told.set(element, tell);
    this.observer.observe(element);
    return () => this.forget(element);
  }

  close(): void {
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
  }

  private forget(element: Element): void {
    this.observer.unobserve(element);
    this.told.delete(element);
    this.waiting.delete(element);
  }

  private plan(): void {
    if (this.frame || !this.waiting.size) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      for (const element of [...this.waiting].slice(0, IN_ONE_FRAME)) {
        const tell = this.told.get(element);
        this.forget(element);
        tell?.();
      }
      this.plan();
    });
  }
}
