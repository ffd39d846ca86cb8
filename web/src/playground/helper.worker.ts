// A worker that helps: its engine looks through games that the worker with the searches gives it.

import init, { Helper } from "tabiya-wasm/tabiya.js";
import type { Batch, Looked, ToHelper } from "./messages";

self.onmessage = async ({ data: { module, port } }: MessageEvent<ToHelper>) => {
  await init({ module_or_path: module });
  const helper = new Helper();
  port.onmessage = ({ data: { search, wanted, games } }: MessageEvent<Batch>) => {
    const answer = helper.look(search, wanted, games);
    port.postMessage({ search, answer } satisfies Looked, answer ? [answer.buffer] : []);
  };
};
