// The seam between the functions of the client and what answers them: a server, an engine in the page itself, or
// the document of a report.

export interface Sent {
  method: "GET" | "POST" | "DELETE";
  /** The address below `api/`. */
  address: string;
  /** JSON, or a file as it is. */
  body?: string | File | undefined;
  signal?: AbortSignal | undefined;
}

export interface Listening {
  /** An event; its data are JSON, unless they are in the page already. */
  event(name: string, data: string | object): void;
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

let used: Backend | null = null;

export function backend(): Backend {
  if (!used) throw new Error("nothing answers");
  return used;
}

/** From now on this backend answers. */
export function connect(to: Backend): void {
  used = to;
}
