// Listeners that end together.

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
