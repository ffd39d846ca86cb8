// The work of the engine in its worker: requests come first, one at a time; between them searches go on in slices, and whoever
// listens gets what they have found.

import type { Desk } from "tabiya-wasm/tabiya.js";
import { Helpers } from "./helpers";
import { type FromWorker, failure, type ToWorker } from "./messages";

/** Milliseconds for which searches go on before messages are looked at, those of helpers among them. */
const SLICE = 10;

type Asked = Extract<ToWorker, { ask: number }>;
type Taken = Exclude<ToWorker, { start: WebAssembly.Module }>;

interface Event {
  id: number;
  event: string;
  data: unknown;
}

export class Loop {
  private waiting: Asked[] = [];
  /** The searches that somebody listens to, with the last event that was sent. */
  private readonly followed = new Map<string, number>();
  private readonly helpers: Helpers;
  private hasWork = false;
  private isRunning = false;

  constructor(
    private readonly desk: Pick<Desk, "ask" | "work" | "events" | "setHelpers" | "batch" | "give">,
    private readonly send: (sent: FromWorker, transfer?: Transferable[]) => void,
  ) {
    this.helpers = new Helpers(desk);
  }

  take(message: Taken): void {
    if ("helpers" in message) this.helpers.add(message.helpers);
    else if ("ask" in message) this.waiting.push(message);
    else if ("cancel" in message) this.waiting = this.waiting.filter(({ ask }) => ask !== message.cancel);
    else if ("listen" in message) this.followed.set(message.listen, 0);
    else this.followed.delete(message.leave);
    if (!this.isRunning) void this.run();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    try {
      do {
        const asked = this.waiting.shift();
        if (asked) await this.answer(asked);
        else if (this.hasWork) this.hasWork = this.desk.work(SLICE);
        // A search that has ended still has events, which come a few at a time.
        else await pause();
        this.helpers.feed();
        this.tell();
        await breath();
      } while (this.waiting.length || this.hasWork || this.followed.size);
      this.isRunning = false;
    } catch (error) {
      // What has stopped in the middle is in no state to go on: nothing is taken any more.
      this.send({ broken: String(error) });
    }
  }

  private async answer({ ask, method, address, body }: Asked): Promise<void> {
    let bytes: Uint8Array;
    try {
      bytes =
        typeof body === "object" ? new Uint8Array(await body.arrayBuffer()) : new TextEncoder().encode(body);
    } catch (error) {
      // The file has changed or gone, or is larger than a browser allows.
      const message = `the browser cannot read this file (${error})`;
      const help = "Files of more than 2 GB are for `tabiya serve`.";
      const told = new TextEncoder().encode(failure("unreadable-file", message, help));
      this.send({ answered: ask, status: 400, type: "application/json", body: told });
      return;
    }
    const answer = this.desk.ask(method, address, bytes);
    const { status, type, body: answered } = answer;
    answer.free();
    this.send({ answered: ask, status, type, body: answered }, [answered.buffer]);
    this.hasWork = true;
  }

  private tell(): void {
    for (const [search, after] of this.followed) {
      const events = this.eventsOf(search, after);
      const last = events.at(-1);
      if (!last) continue;
      if (last.event === "end") this.followed.delete(search);
      else this.followed.set(search, last.id);
      this.send({ search, events: events.map(({ event, data }) => [event, JSON.stringify(data)]) });
    }
  }

  private eventsOf(search: string, after: number): Event[] {
    try {
      return JSON.parse(this.desk.events(search, after)) as Event[];
    } catch (error) {
      // The engine says so by an error of its own; those of WebAssembly have other names.
      if (!(error instanceof Error) || error.name !== "Error") throw error;
      this.followed.delete(search);
      this.send({ lost: search });
      return [];
    }
  }
}

const pause = () => new Promise<void>((done) => setTimeout(done, SLICE));

/** Lets messages in that have come meanwhile. Timers that follow each other would wait for milliseconds each. */
const breath = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  });
