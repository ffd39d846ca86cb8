// The engine's package, as wasm-bindgen makes it for the web.

declare module "tabiya-wasm/tabiya.js" {
  export default function init(from: { module_or_path: WebAssembly.Module }): Promise<unknown>;

  /** All sources and searches; it has the sample games from the start. */
  export class Desk {
    /** Answers a request of `serve`'s interface, whose address begins below `api/`. */
    ask(method: string, address: string, body: Uint8Array): Answer;
    /** Goes on with searches for about so long; true while there is more to do. */
    work(milliseconds: number): boolean;
    /** The events of a search after one: a list in JSON. Throws an `Error` if there is no such search. */
    events(search: string, after: number): string;
    /** Searches that begin from now on have so many helpers. */
    setHelpers(count: number): void;
    /** Takes games for a helper, if there are any now. */
    batch(): HelperBatch | undefined;
    /** Gives a search what a helper has made of games. */
    give(search: string, answer: Uint8Array): void;
  }

  /** One that looks through games for searches. */
  export class Helper {
    look(search: string, wanted: string, games: Uint8Array): Uint8Array<ArrayBuffer> | undefined;
  }

  export class HelperBatch {
    readonly search: string;
    readonly wanted: string;
    /** It can be taken once. */
    readonly games: Uint8Array<ArrayBuffer>;
    free(): void;
  }

  export class Answer {
    readonly status: number;
    readonly type: string;
    /** It can be taken once. */
    readonly body: Uint8Array<ArrayBuffer>;
    free(): void;
  }
}
