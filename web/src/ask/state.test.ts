// The question in step with the text: what is written, what is read back, and who wins where both change.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, Check } from "../api/types";
import { Store } from "../app/store";
import { EMPTY, put } from "./model";
import { AskState } from "./state";

let store: Store;
let state: AskState;
let stop: () => void;
let asked: Ask[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  store = new Store();
  store.api.ask = ({ ask, before = "", after = "" }) => {
    asked.push(ask);
    const pieces = "pieces" in ask ? ask.pieces : undefined;
    const text = `text of ${pieces?.map(({ piece, square }) => piece + square).join(" ")}`;
    const left = before && !/\s$/.test(before) ? `${before} ` : before;
    return Promise.resolve({ query: left + text + after, from: left.length, to: left.length + text.length });
  };
  store.api.asked = ({ query }) => Promise.resolve(query.endsWith("Ne4") ? knight : null);
  state = new AskState(store);
  stop = state.follow();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** The server has checked a query. */
function checked(query: string, check: Partial<Check> = {}): void {
  const all = { ok: true, diagnostics: [], tokens: [], ...check };
  store.checked.value = { query, dialect: null, variations: false, settings: {}, check: all };
}

/** The reader writes a query, and the server has checked it. */
function write(query: string, ask?: Ask): void {
  store.setQuery(query);
  checked(query, ask && { ask });
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
  it("is empty where the text is", async () => {
    write("Ne4", knight);
    store.setQuery("");
    checked("", { ok: false });
    await vi.advanceTimersByTimeAsync(500);
    expect(state.question.value.pieces.size).toBe(0);
  });
  it("keeps apart from a text that it cannot show, and adds to it", async () => {
    write("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.apart.value).toBe(true);
    expect(store.query.value).toBe("mate");
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate text of Ne4");
    expect(state.apart.value).toBe(false);
    expect(state.beside.value).toBe(true);
  });
  it("takes the place of the text with which the page begins, unless the reader writes the same", async () => {
    store.api.check = () => Promise.resolve({ ok: true, diagnostics: [], tokens: [] });
    store.offered = "mate";
    store.setText("mate");
    store.start();
    await vi.advanceTimersByTimeAsync(500);
    expect([state.apart.value, state.beside.value]).toEqual([false, false]);
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("text of Ne4");
    write("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.apart.value).toBe(true);
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate text of pe5");
    store.stop();
  });
  it("adds to the text with which the page begins if the reader has gone on from it", async () => {
    store.offered = "mate";
    store.setText("mate");
    // It has an error still, so it is not known whether a board can show it.
    store.setText("mate an");
    const check: Check = { ok: false, diagnostics: [], tokens: [] };
    store.checked.value = { query: "mate an", dialect: null, variations: false, settings: {}, check };
    await vi.advanceTimersByTimeAsync(500);
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate an text of Ne4");
  });
  it("changes its own part of the text only", async () => {
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    write("result 1-0 text of Ne4");
    write("result 1-0 text of Ne4 check");
    await vi.advanceTimersByTimeAsync(500);
    state.change(put(EMPTY, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("result 1-0 text of pe5 check");
    state.change(EMPTY);
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("result 1-0  check");
  });
  it("shows its part of a text that says more", async () => {
    write("Ne4", knight);
    write("Ne4 check");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.question.value.pieces.get("e4")).toBe("N");
    expect([state.apart.value, state.beside.value]).toEqual([false, true]);
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("text of Ne4 pe5 check");
  });
  it("shows nothing of a text in which it has no part, and does not add what it showed before", async () => {
    write("Ne4", knight);
    write("stalemate");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.question.value.pieces.size).toBe(0);
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("stalemate text of pe5");
  });
  it("keeps a change that comes just before the answer to an older text", async () => {
    write("Ne4", knight);
    store.setQuery("mate");
    state.change(put(state.question.value, "e5", "p"));
    checked("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate text of Ne4 pe5");
  });
  it("does not write over what the reader writes meanwhile", async () => {
    state.change(put(state.question.value, "e4", "N"));
    write("mate");
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("mate");
    expect(asked).toEqual([]);
  });
  it("shows what the text says again when a step of the text is taken back", async () => {
    write("Ne4", knight);
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    write("Ne4", knight);
    await vi.advanceTimersByTimeAsync(500);
    expect([...state.question.value.pieces]).toEqual([["e4", "N"]]);
  });
  it("shows nothing of a text that has an error, and adds nothing of what it showed before", async () => {
    write("Ne4", knight);
    write("Ne4 Q");
    store.setQuery("stalema");
    checked("stalema", { ok: false });
    await vi.advanceTimersByTimeAsync(500);
    expect(state.question.value.pieces.size).toBe(0);
    state.change(put(state.question.value, "a7", "R"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("stalema text of Ra7");
  });
  it("leaves the text alone until something is asked in the other way", async () => {
    write("Ne4", knight);
    state.askAs("path");
    await vi.advanceTimersByTimeAsync(500);
    expect([store.query.value, state.question.value.kind]).toEqual(["Ne4", "path"]);
    expect(state.tool.value).toBe("arrow");
    state.askAs("position");
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("text of Ne4");
  });
  it("reads its part where there are conditions, and leaves those alone", async () => {
    write("year>=1990 // conditions\nNe4");
    await vi.advanceTimersByTimeAsync(500);
    expect(state.question.value.pieces.get("e4")).toBe("N");
    expect([state.apart.value, state.beside.value]).toEqual([false, false]);
    state.change(put(state.question.value, "e5", "p"));
    await vi.advanceTimersByTimeAsync(500);
    expect(store.query.value).toBe("year>=1990 // conditions\ntext of Ne4 pe5");
    state.change(EMPTY);
    await vi.advanceTimersByTimeAsync(500);
    expect(store.asked.value).toEqual({ text: "", conditions: { yearFrom: "1990" }, off: {} });
  });
  it("says what went wrong", async () => {
    store.api.ask = () => Promise.reject(new Error("nothing can stand there"));
    state.change(put(state.question.value, "e4", "N"));
    await vi.advanceTimersByTimeAsync(500);
    expect(state.problem.value).toBe("nothing can stand there");
  });
});
