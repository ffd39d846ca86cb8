// The memory of the server: what the page keeps, whatever its address. Other pages may change it meanwhile; each text has a
// version, so that none of them writes over what it does not know, and what two have changed is put together.

import { ApiError, api } from "../api/client";
import type { KeptText } from "../api/types";
import { merged, names, recall, stored, tell } from "./preferences";

const known = new Map<string, KeptText>();
/** What the server is to keep, in order. */
const waiting = new Map<string, string | null>();
let isSending = false;

/** From now on the server keeps what the page does, and the page has what the server keeps. */
export async function useMemory(fail: (error: unknown) => void): Promise<void> {
  await take();
  tell((name, text) => {
    waiting.set(name, text);
    void send(fail);
  });
  // What this browser kept before the server had a memory.
  for (const name of names()) {
    const text = stored(name);
    if (text !== null && !known.has(name)) waiting.set(name, text);
  }
  void send(fail);
  // Another page may have kept something since this one was left.
  addEventListener("focus", () => void take().catch(fail));
}

/** Takes what other pages have kept. */
async function take(): Promise<void> {
  for (const [name, kept] of Object.entries(await api.kept({}))) {
    const isNew = known.get(name)?.version !== kept.version;
    known.set(name, kept);
    if (isNew && !waiting.has(name)) recall(name, kept.text);
  }
}

async function send(fail: (error: unknown) => void): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    for (;;) {
      const next = waiting.entries().next();
      if (next.done) break;
      const [name, text] = next.value;
      await sendOne(name, text);
      if (waiting.get(name) === text) waiting.delete(name);
    }
  } catch (error) {
    fail(error);
    // What the server refuses it would refuse again; what it has not got waits for the next change.
    if (error instanceof ApiError) waiting.clear();
  } finally {
    isSending = false;
  }
}

async function sendOne(name: string, text: string | null): Promise<void> {
  const before = known.get(name);
  if (before?.text === text) return;
  try {
    const { version } = await api.keep({ name, text, version: before?.version ?? 0 });
    known.set(name, { text, version });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "changed")) throw error;
    // Another page was first: both texts are kept in one.
    const theirs = (await api.kept({}))[name] ?? { text: null, version: 0 };
    known.set(name, theirs);
    // The reader may have gone on meanwhile.
    const both = merged(name, waiting.get(name) ?? text, theirs.text);
    waiting.set(name, both);
    recall(name, both);
    await sendOne(name, both);
  }
}
