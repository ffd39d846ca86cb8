// The question in step with the text: what is written, what is read back, and who wins where both change.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, Check } from "../api/types";
import { Store } from "../app/store";
import { put } from "./model";
import { AskState } from "./state";

let store: Store;
let state: AskState;
let stop: () => void;
let asked: Ask[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  store = new Store();
  store.api.ask = (ask: Ask) => {
    asked.push(ask);
    return Promise.resolve({
      query: `text of ${ask.pieces?.map(({ piece, square }) => piece + square).join(" ")}`,
    });
  };
  state = new AskState(store);
  stop = state.follow();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** The reader writes a query, and the server has checked it. */
function write(query: string, ask?: Ask): void {
  store.setQuery(query);
  const check: Check = { ok: true, diagnostics: [], tokens: [], ...(ask && { ask }) };
  store.checked.value = { query, dialect: null, check };
}

const knight: Ask = { kind: "position", pieces: [{ square: "e4", piece: "N" }] };

describe("a board in step with the text", () => {
  it("writes one text for several quick changes", async () => {
    state.change(put(state.question.value, "e4", "N"));
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(1);
    expect(store.query.value).toBe("text of Ne4 pe5");
    expect(state.apart.value).toBe(false);
  });
  it("reads a text that it can show", () => {
    write("Ne4", knight);
    expect(state.question.value.pieces.get("e4")).toBe("N");
    expect(state.apart.value).toBe(false);
  });
  it("keeps apart from a text that it cannot show, and leaves it alone", async () => {
    write("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.apart.value).toBe(true);
    expect(store.query.value).toBe("mate");
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("text of Ne4");
    expect(state.apart.value).toBe(false);
  });
  it("does not write over what the reader writes meanwhile", async () => {
    state.change(put(state.question.value, "e4", "N"));
    write("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate");
    expect(asked).toEqual([]);
  });
  it("takes steps back, down to an empty text", async () => {
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(state.canUndo.value).toBe(true);
    state.undo();
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("");
    expect(state.canUndo.value).toBe(false);
  });
  it("says what went wrong", async () => {
    store.api.ask = () => Promise.reject(new Error("nothing can stand there"));
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(state.problem.value).toBe("nothing can stand there");
  });
});
