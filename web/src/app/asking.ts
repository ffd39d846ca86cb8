// A request whose answer is only useful until the page needs another one.

/** Sends a request, after `rest` milliseconds if given. Returns a function that cancels it; a later answer is ignored. */
export function asking<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  take: (found: T) => void,
  fail: (error: unknown) => void = () => {},
  rest?: number,
): () => void {
  const control = new AbortController();
  const { signal } = control;
  const start = () =>
    ask(signal).then(
      (found) => {
        if (!signal.aborted) take(found);
      },
      (error: unknown) => {
        if (!signal.aborted) fail(error);
      },
    );
  const timer = rest === undefined ? undefined : setTimeout(start, rest);
  if (rest === undefined) void start();
  return () => {
    clearTimeout(timer);
    control.abort();
  };
}
