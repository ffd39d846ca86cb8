// The worker in which the engine runs. The page gives it the compiled engine, so that it loads nothing itself.

import init, { Desk } from "tabiya-wasm/tabiya.js";
import { Loop } from "./loop";
import type { FromWorker, ToWorker } from "./messages";

const send = (sent: FromWorker, transfer: Transferable[] = []) => self.postMessage(sent, { transfer });

async function start(module: WebAssembly.Module): Promise<Loop> {
  try {
    await init({ module_or_path: module });
    const loop = new Loop(new Desk(), send);
    send({ started: true });
    return loop;
  } catch (error) {
    send({ broken: String(error) });
    throw error;
  }
}

const started = new Promise<Loop>((done) => {
  self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if ("start" in data) done(start(data.start));
    else
      started.then(
        (loop) => loop.take(data),
        () => undefined,
      );
  };
});
