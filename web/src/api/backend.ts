// The seam between the functions of the client and what answers them: a server, or an engine in the page itself.

import { http } from "./http";

export interface Sent {
  method: "GET" | "POST" | "DELETE";
  /** The address below `api/`. */
  address: string;
  /** JSON, or a file as it is. */
  body?: string | File | undefined;
  signal?: AbortSignal | undefined;
}

export interface Listening {
  /** An event; its data are JSON. */
  event(name: string, data: string): void;
  /** No more events come, and the last one has not come. */
  lost(): void;
}

export interface Backend {
  /** It answers in the page itself, where nothing has an address. */
  readonly isHere: boolean;
  ask(sent: Sent): Promise<Response>;
  /** Listens to a search from its beginning; the answer stops listening. */
  listen(search: string, listening: Listening): () => void;
}

let used: Backend = http;

export const backend = (): Backend => used;

/** From now on another backend answers. */
export function connect(to: Backend): void {
  used = to;
}
