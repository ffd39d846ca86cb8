// The events of one search, as the program sends them.

import { backend } from "./backend";
import type { Progress, Row, SearchEnd, SearchMessage } from "./types";

export interface SearchListener {
  /** `text` is what the program has sent, if it has written them. */
  rows?(rows: Row[], text?: string): void;
  progress(progress: Progress): void;
  message?(message: SearchMessage): void;
  end(end: SearchEnd): void;
  /** The connection was lost and does not come back. */
  lost?(): void;
}

/** Listens to a search from its beginning; the answer stops listening. */
export function listen(id: string, { rows, lost, ...others }: SearchListener): () => void {
  const uses: Record<string, (data: never, text?: string) => void> = {
    ...others,
    rows: (data: { rows: Row[] }, text) => rows?.(data.rows, text),
  };
  return backend().listen(id, {
    event: (name, data) =>
      typeof data === "string" ? uses[name]?.(JSON.parse(data) as never, data) : uses[name]?.(data as never),
    lost: () => lost?.(),
  });
}
