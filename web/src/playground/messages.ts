// What the page and the worker with the engine send to each other.

export type ToWorker =
  | { start: WebAssembly.Module }
  /** The ways to the helpers of searches. */
  | { helpers: MessagePort[] }
  | { ask: number; method: string; address: string; body?: string | File | undefined }
  | { cancel: number }
  | { listen: string }
  | { leave: string };

export type FromWorker =
  | { started: true }
  | { answered: number; status: number; type: string; body: Uint8Array<ArrayBuffer> }
  /** Events of a search: names, and data as JSON. */
  | { search: string; events: (readonly [name: string, data: string])[] }
  /** There is no such search. */
  | { lost: string }
  /** The engine has failed, and nothing more can be asked of it. */
  | { broken: string };

/** What a worker gets that helps: the engine, and its way to the worker that has the searches. */
export interface ToHelper {
  module: WebAssembly.Module;
  port: MessagePort;
}

/** Games of a search, for a helper. */
export interface Batch {
  search: string;
  wanted: string;
  games: Uint8Array<ArrayBuffer>;
}

/** What a helper has made of them; nothing if it could not. */
export interface Looked {
  search: string;
  answer: Uint8Array | undefined;
}

/** What has gone wrong, as an answer of the program says it. */
export const failure = (code: string, message: string, help?: string): string =>
  JSON.stringify({ error: { code, message, ...(help ? { help } : {}) } });
