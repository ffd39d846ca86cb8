// An engine for tests: it keeps files, finds in a search what each slice is given, and fails where it is told to.

import type { Loop } from "../loop";
import type { FromWorker, ToWorker } from "../messages";

const bytes = (value: unknown) => new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));

export class FakeDesk {
  readonly asked: string[] = [];
  readonly sources = new Map<string, string>();
  /** What the slices of the search bring. */
  slices: { id: number; event: string; data: unknown }[] = [];
  private found: typeof this.slices = [];
  /** The number of events that are given at a time. */
  most = 100;
  private next = 2;

  ask(method: string, address: string, body: Uint8Array) {
    this.asked.push(`${method} ${address}`);
    const text = new TextDecoder().decode(body);
    if (text.includes("FAIL")) throw new WebAssembly.RuntimeError("unreachable");
    const answer = (status: number, value: unknown) => ({
      status,
      type: "application/json",
      body: bytes(value),
      free: () => this.asked.push("free"),
    });
    if (method === "DELETE") {
      this.sources.delete(address.replace("sources/", ""));
      return answer(204, "");
    }
    if (address.startsWith("drop")) {
      const id = `s${this.next++}`;
      this.sources.set(id, text);
      return answer(200, { id });
    }
    return answer(200, [...this.sources.keys()]);
  }

  work(): boolean {
    this.asked.push("work");
    const slice = this.slices.shift();
    if (slice?.event === "trap") throw new WebAssembly.RuntimeError("out of bounds");
    if (slice) this.found.push(slice);
    return this.slices.length > 0;
  }

  helpers = 0;
  /** The batches that helpers may take, and what they have made of them. */
  batches: string[] = [];
  readonly given: string[] = [];

  setHelpers(count: number): void {
    this.helpers = count;
  }

  batch() {
    const text = this.batches.shift();
    if (!text) return undefined;
    return { search: "q1", wanted: "{}", games: bytes(text), free: () => this.asked.push("free") };
  }

  give(search: string, answer: Uint8Array): void {
    this.given.push(`${search} ${new TextDecoder().decode(answer)}`);
  }

  events(search: string, after: number): string {
    if (search === "none") throw new Error("there is no such search");
    return JSON.stringify(this.found.filter(({ id }) => id > after).slice(0, this.most));
  }
}

/** A worker that is none: the loop runs beside the page. */
export class FakeWorker {
  onmessage: ((event: MessageEvent<FromWorker>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;
  private readonly loop: Loop | null;
  private isOver = false;

  /** Without a loop it fails when it starts. */
  constructor(make: (send: (sent: FromWorker) => void) => Loop | null) {
    this.loop = make((data) => {
      if (!this.isOver) this.onmessage?.({ data } as MessageEvent<FromWorker>);
    });
  }

  postMessage(sent: ToWorker): void {
    if (!("start" in sent)) this.loop?.take(sent);
    else
      this.onmessage?.({
        data: this.loop ? { started: true } : { broken: "no memory" },
      } as MessageEvent<FromWorker>);
  }

  terminate(): void {
    this.isOver = true;
  }
}
