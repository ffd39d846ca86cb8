// The backend of the playground: the engine in a worker of the page. When it fails, another one takes its place and gets the
// files again, each with its old name, so that what the page shows of games stays true.

import type { Backend, Listening, Sent } from "../api/backend";
import { t } from "../i18n";
import { processors, WORTH_HELP } from "./helpers";
import { type FromWorker, failure, type ToHelper, type ToWorker } from "./messages";

interface Waiting {
  done(response: Response): void;
  fail(reason: unknown): void;
}

/** It is dropped and removed so that a source after it has the number that it had. */
const NO_GAMES = new File(['[Event "?"]\n\n*\n'], "none.pgn");

const isJson = { headers: { "Content-Type": "application/json" } };

export class Engine implements Backend {
  readonly isHere = true;
  /** Says that there is a new engine, which knows the files but no searches. */
  onRestart: (told: string) => void = () => {};
  /** Gets the names of the files whenever there are others. */
  onFiles: (names: string[]) => void = () => {};
  private worker: Worker;
  private hasStarted = false;
  /** Why there is no engine at all. */
  private dead: string | null = null;
  /** Requests wait until a new engine has the files. */
  private ready: Promise<void> = Promise.resolve();
  private requests = 0;
  private readonly waiting = new Map<number, Waiting>();
  private readonly listening = new Map<string, Listening>();
  /** The files by the numbers of their sources. */
  private files = new Map<number, File>();

  /** The workers that help, once they are worth it. */
  private helpers: Worker[] = [];

  constructor(
    private readonly make: () => Worker,
    private readonly makeHelper: () => Worker,
    private readonly engine: Promise<WebAssembly.Module>,
  ) {
    this.worker = this.start();
  }

  async ask(sent: Sent): Promise<Response> {
    for (let ready: Promise<void> | null = null; ready !== this.ready; ) {
      ready = this.ready;
      await ready;
    }
    const response = await this.request(sent);
    if (response.ok) await this.remember(sent, response);
    return response;
  }

  listen(search: string, listening: Listening): () => void {
    this.listening.set(search, listening);
    this.post({ listen: search });
    return () => {
      if (this.listening.delete(search)) this.post({ leave: search });
    };
  }

  private start(): Worker {
    const worker = this.make();
    this.hasStarted = false;
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      // The last words of an engine that has been replaced.
      if (worker === this.worker) this.hear(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker === this.worker) this.replace(event.message);
    };
    this.engine.then(
      (start) => worker.postMessage({ start } satisfies ToWorker),
      (error: unknown) => this.replace(String(error)),
    );
    return worker;
  }

  private post(sent: ToWorker, transfer: Transferable[] = []): void {
    this.worker.postMessage(sent, transfer);
  }

  /** Starts as many helpers as there are processors for, and shows them the way to the engine. */
  private callHelpers(): void {
    if (this.helpers.length) return;
    const ports = Array.from({ length: processors() }, () => {
      const { port1, port2 } = new MessageChannel();
      const helper = this.makeHelper();
      // One that fails gives no answers any more, and the engine does without it.
      helper.onerror = (event) => event.preventDefault();
      this.engine.then(
        (module) => helper.postMessage({ module, port: port1 } satisfies ToHelper, [port1]),
        () => undefined,
      );
      this.helpers.push(helper);
      return port2;
    });
    this.post({ helpers: ports }, ports);
  }

  private request({ method, address, body, signal }: Sent): Promise<Response> {
    if (this.dead) return Promise.resolve(new Response(this.dead, { status: 500, ...isJson }));
    const ask = this.requests++;
    return new Promise((done, fail) => {
      signal?.throwIfAborted();
      signal?.addEventListener("abort", () => {
        if (!this.waiting.delete(ask)) return;
        this.post({ cancel: ask });
        fail(signal.reason);
      });
      if (typeof body === "object" && body.size >= WORTH_HELP) this.callHelpers();
      this.waiting.set(ask, { done, fail });
      this.post({ ask, method, address, body });
    });
  }

  private hear(sent: FromWorker): void {
    if ("broken" in sent) this.replace(sent.broken);
    else if ("started" in sent) this.hasStarted = true;
    else if ("lost" in sent) {
      this.listening.get(sent.lost)?.lost();
      this.listening.delete(sent.lost);
    } else if ("search" in sent) {
      const listening = this.listening.get(sent.search);
      for (const [name, data] of sent.events) {
        if (name === "end") this.listening.delete(sent.search);
        listening?.event(name, data);
      }
    } else {
      const { answered, status, type, body } = sent;
      const headers = { "Content-Type": type };
      this.waiting.get(answered)?.done(new Response(status === 204 ? null : body, { status, headers }));
      this.waiting.delete(answered);
    }
  }

  /** Keeps the files that the engine has, for the next one. */
  private async remember({ method, address, body }: Sent, response: Response): Promise<void> {
    const removed = method === "DELETE" && /^sources\/s(\d+)$/.exec(address);
    if (body instanceof File) this.files.set(await numberOf(response.clone()), body);
    else if (removed) this.files.delete(Number(removed[1]));
    else return;
    this.tellFiles();
  }

  private tellFiles(): void {
    this.onFiles([...this.files.values()].map(({ name }) => name));
  }

  /** Ends an engine that has failed, and starts another one, unless it has failed at its start. */
  private replace(problem: string): void {
    this.worker.terminate();
    for (const helper of this.helpers.splice(0)) helper.terminate();
    const [message, help] = this.hasStarted
      ? [t("play.failed", { problem }), t("play.failed.help")]
      : [t("play.unable", { problem }), t("play.unable.help")];
    const told = failure("engine", message, help);
    if (!this.hasStarted) this.dead = told;
    for (const { done } of this.waiting.values()) done(new Response(told, { status: 500, ...isJson }));
    this.waiting.clear();
    const ended = JSON.stringify({ status: "failed", ...JSON.parse(told) });
    for (const { event } of this.listening.values()) event("end", ended);
    this.listening.clear();
    if (this.dead) return;
    this.worker = this.start();
    this.ready = this.refill(this.worker).then((isDone) => {
      if (isDone) this.onRestart(`${message} ${help}`);
    });
  }

  /** Gives all files to a new engine; false if that has failed meanwhile. It counts sources, and the samples are the first. */
  private async refill(worker: Worker): Promise<boolean> {
    const files = [...this.files].sort(([a], [b]) => a - b);
    let last: number | null = 1;
    for (const [number, file] of files) {
      // If this is the one that the engine could not bear, the next engine does not get it.
      this.files.delete(number);
      while (last !== null && last < number - 1) {
        last = await this.drop(NO_GAMES);
        if (this.worker === worker) await this.request({ method: "DELETE", address: `sources/s${last}` });
      }
      if (last !== null) last = await this.drop(file);
      if (this.worker !== worker) return false;
      if (last !== null) this.files.set(last, file);
    }
    this.tellFiles();
    return true;
  }

  private async drop(file: File): Promise<number | null> {
    const address = `drop?${new URLSearchParams({ name: file.name })}`;
    const response = await this.request({ method: "POST", address, body: file });
    return response.ok ? numberOf(response) : null;
  }
}

/** The number of the source that an answer names. */
async function numberOf(response: Response): Promise<number> {
  const { id } = (await response.json()) as { id: string };
  return Number(id.slice(1));
}
