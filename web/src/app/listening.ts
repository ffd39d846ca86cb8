// Listeners that end together; and those of sizes.

// biome-ignore lint/suspicious/noExplicitAny: each kind of event has its own type.
type Handlers = Record<string, (event: any) => void>;

/** Listens to events, by their names. The answer ends it. */
export function listening(
  handlers: Handlers,
  target: EventTarget = globalThis,
  options?: AddEventListenerOptions,
): () => void {
  for (const [name, handle] of Object.entries(handlers)) target.addEventListener(name, handle, options);
  return () => {
    for (const [name, handle] of Object.entries(handlers)) target.removeEventListener(name, handle);
  };
}

/** Follows the sizes of elements, where the browser tells them. The answer ends it. */
export function sized(
  elements: Iterable<Element>,
  act: (entries: ResizeObserverEntry[]) => void,
): () => void {
  if (!("ResizeObserver" in globalThis)) return () => undefined;
  const observer = new ResizeObserver(act);
  for (const element of elements) observer.observe(element);
  return () => observer.disconnect();
}
