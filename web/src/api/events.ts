// The events of one search, as the server sends them.

import { api } from "./client";
import type { Progress, Row, SearchEnd, SearchMessage } from "./types";

export interface SearchListener {
  /** `text` is what the server has sent. */
  rows(rows: Row[], text: string): void;
  progress(progress: Progress): void;
  message(message: SearchMessage): void;
  end(end: SearchEnd): void;
  /** The connection was lost and does not come back. */
  lost(): void;
}

/** Listens to a search from its beginning; the answer stops listening. The browser reconnects by itself. */
export function listen(id: string, listener: SearchListener): () => void {
  const events = new EventSource(api.eventsAddress(id));
  const on = <T>(name: string, use: (data: T, text: string) => void) =>
    events.addEventListener(name, (event) => {
      const text = (event as MessageEvent<string>).data;
      use(JSON.parse(text) as T, text);
    });
  on<{ rows: Row[] }>("rows", (data, text) => listener.rows(data.rows, text));
  on<Progress>("progress", (data) => listener.progress(data));
  on<SearchMessage>("message", (data) => listener.message(data));
  on<SearchEnd>("end", (data) => {
    events.close();
    listener.end(data);
  });
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) listener.lost();
  });
  return () => events.close();
}
