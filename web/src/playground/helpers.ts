// Other engines, each in a worker of its own, that look through games for the searches of one: what a page can have instead of
// threads, which would need memory that is shared, and for that a server that sends certain headers.

import type { Desk, HelperBatch } from "tabiya-wasm/tabiya.js";
import type { Batch, Looked } from "./messages";

/** The number of batches that a helper has at a time: it looks through them while the searches have their slice of time. */
const AHEAD = 3;

/** More helpers than that have nothing to do, since one thread reads the games for all. */
const MOST = 7;

/** From this number of bytes on, a file is worth more engines than one. */
export const WORTH_HELP = 1 << 20;

/** How many helpers this machine has processors for; one is left for the engine that has the searches. */
export function processors(): number {
  return Math.min(MOST, Math.max(0, (navigator.hardwareConcurrency || 1) - 1));
}

/** The helpers, as the worker with the searches sees them. */
export class Helpers {
  private readonly free: MessagePort[] = [];

  constructor(private readonly desk: Pick<Desk, "setHelpers" | "batch" | "give">) {}

  add(ports: MessagePort[]): void {
    for (const port of ports) {
      port.onmessage = ({ data: { search, answer } }: MessageEvent<Looked>) => {
        if (answer) this.desk.give(search, answer);
        this.free.push(port);
        this.feed();
      };
      for (let i = 0; i < AHEAD; i++) this.free.push(port);
    }
    this.desk.setHelpers(ports.length);
  }

  /** Gives those that have room what there is to look through. */
  feed(): void {
    while (this.free.length) {
      const batch = this.desk.batch();
      if (!batch) return;
      // Those that wait longest come first, and nobody has two before all have one.
      const port = this.free.shift();
      port?.postMessage(...taken(batch));
    }
  }
}

function taken(batch: HelperBatch): [Batch, Transferable[]] {
  const { search, wanted, games } = batch;
  batch.free();
  return [{ search, wanted, games }, [games.buffer]];
}
