import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect } from "../api/backend";
import { ApiError } from "../api/client";
import { http } from "../api/http";
import type { GameTree, Row, Source } from "../api/types";
import { switched } from "../conditions/asked";
import type { Search } from "../results/search";
import { Store } from "./store";
import { message } from "./viewing";

const source = (id: string, kind: Source["kind"] = "pgn"): Source => ({
  id,
  name: `${id}.pgn`,
  kind,
  bytes: 1,
  games: null,
});
const tree = (game: number): GameTree => ({ source: "s1", game, tags: [], faults: [], start: "", nodes: [] });

let store: Store;
const typed = (text: string) => {
  store.asked.value = { ...store.asked.value, text };
};
beforeEach(() => {
  connect(http);
  vi.useFakeTimers();
  store = new Store();
});
afterEach(() => {
  store.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("sources are searched from the beginning; the reader's own take the place of the samples", () => {
  store.setSources([source("s1", "samples")]);
  expect([...store.chosen.value]).toEqual(["s1"]);
  store.addSources([source("s2", "dropped")]);
  expect([...store.chosen.value]).toEqual(["s2"]);
  store.toggleSource("s1", true);
  store.setSources([source("s1", "samples")]);
  expect([...store.chosen.value]).toEqual(["s1"]);
});

test("a source that is taken away while the numbers of games are asked for does not come back", async () => {
  vi.spyOn(store.api, "check").mockResolvedValue({ ok: true, diagnostics: [], tokens: [] });
  let answer: (sources: Source[]) => void = () => undefined;
  vi.spyOn(store.api, "sources").mockImplementationOnce(
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  store.start();
  store.setSources([source("s1"), source("s2")]);
  store.ready.value = true;
  await vi.advanceTimersByTimeAsync(1000);
  store.setSources([source("s2")]);
  answer([
    { ...source("s1"), games: 1 },
    { ...source("s2"), games: 2 },
  ]);
  await vi.advanceTimersByTimeAsync(0);
  expect(store.sources.value).toEqual([{ ...source("s2"), games: 2 }]);
  expect([...store.chosen.value]).toEqual(["s2"]);
});

test("a game goes with its source", () => {
  store.setSources([source("s1"), source("s2")]);
  store.show({ source: "s2", game: 1, node: 0 });
  store.setSources([source("s1"), source("s2")]);
  expect(store.place.value?.source).toBe("s2");
  store.setSources([source("s1")]);
  expect(store.place.value).toBeNull();
});

test("the query is checked when typing pauses, and an old answer is not taken", async () => {
  const check = vi
    .spyOn(store.api, "check")
    .mockImplementation(async ({ query }) => ({ ok: true, diagnostics: [], tokens: [], words: query }));
  store.start();
  await vi.runAllTimersAsync();
  typed("m");
  typed("ma");
  await vi.advanceTimersByTimeAsync(20);
  typed("mate");
  await vi.runAllTimersAsync();
  expect(check.mock.calls.map(([{ query }]) => query)).toEqual(["", "mate"]);
  expect(store.checked.value?.check.words).toBe("mate");
});

test("the game of the place is loaded once, and only the last one is shown", async () => {
  vi.spyOn(store.api, "check").mockResolvedValue({ ok: true, diagnostics: [], tokens: [] });
  const slow: ((tree: GameTree) => void)[] = [];
  const load = vi
    .spyOn(store.api, "game")
    .mockImplementation(({ game }) => new Promise((done) => slow.push(() => done(tree(game)))));
  store.start();
  store.show({ source: "s1", game: 1, node: 0 });
  store.goto(5);
  store.show({ source: "s1", game: 2, node: 0 });
  expect(load).toHaveBeenCalledTimes(2);
  for (const done of slow.reverse()) done(tree(0));
  await vi.runAllTimersAsync();
  expect(store.tree.value?.game).toBe(2);
});

test("without a source nothing is searched, and the reader is told", async () => {
  const search = vi.spyOn(store.api, "search");
  typed("mate");
  await store.run();
  expect(search).not.toHaveBeenCalled();
  expect(store.notice.value?.severity).toBe("error");
});

test("a query with errors leaves no search behind; another failure is shown in it", async () => {
  store.setSources([source("s1")]);
  typed("chekc");
  const fault = { severity: "error" as const, code: "x", message: "m", from: 0, to: 5, notes: [] };
  const search = vi.spyOn(store.api, "search");
  search.mockRejectedValueOnce(new ApiError(422, { diagnostics: [fault] }));
  await store.run();
  expect(store.searches.value).toEqual([]);
  expect(store.spoken.value).toContain("error");
  search.mockRejectedValueOnce(
    new ApiError(429, { error: { code: "busy", message: "too many", help: "wait" } }),
  );
  await store.run();
  expect(store.search.value?.problem.value).toBe("too many wait");
});

test("earlier searches are kept as long as they have few rows together", async () => {
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      close() {}
    },
  );
  store.setSources([source("s1")]);
  vi.spyOn(store.api, "forget").mockResolvedValue(null);
  const begin = vi.spyOn(store.api, "search");
  const row = { source: "s1", game: 1, node: 0, plies: 1, ply: 1 } as Row;
  for (const [id, count] of Object.entries({ a: 90_000, b: 50_000, c: 10, d: 100_000 })) {
    typed(id);
    begin.mockResolvedValueOnce({ id });
    await store.run();
    const search = store.search.value as Search;
    search.rows.all.push(...Array.from({ length: count }, () => row));
    search.status.value = "complete";
    search.onEnd?.();
  }
  expect(store.searches.value.map(({ id }) => id.value)).toEqual(["d", "c"]);
  vi.unstubAllGlobals();
});

test("a page that goes ends its searches", async () => {
  vi.stubGlobal("EventSource", class extends EventTarget {});
  store.setSources([source("s1")]);
  typed("mate");
  const search = vi.spyOn(store.api, "search");
  for (const id of ["q1", "q2"]) {
    search.mockResolvedValueOnce({ id });
    await store.run();
  }
  const other = store.searches.value[0];
  if (other) other.status.value = "complete";
  const remove = vi.spyOn(store.api, "forget").mockResolvedValue(null);
  store.leave();
  expect(remove.mock.calls).toEqual([[{ id: "q1" }]]);
  // The browser ended the events first.
  if (other) other.status.value = "lost";
  remove.mockClear();
  store.leave();
  expect(remove.mock.calls).toHaveLength(2);
  vi.unstubAllGlobals();
});

test("a text that is announced again is read again", () => {
  store.announce("a");
  const first = store.spoken.value;
  store.announce("a");
  expect(store.spoken.value).not.toBe(first);
});

test("a text that is kept is read along with what follows at once; other texts take the place of the last", () => {
  store.announce("20 matches.", true);
  store.announce("Knight takes f3.");
  expect(store.spoken.value).toBe("20 matches. Knight takes f3.");
  vi.advanceTimersByTime(2000);
  store.announce("e4");
  store.announce("e5");
  expect(store.spoken.value).toBe("e5");
});

test("what went wrong is said in words", () => {
  expect(message(new TypeError("fetch failed"))).toMatch(/tabiya serve/);
  expect(message(new ApiError(500, {}))).toBe("HTTP 500");
});

test("a whole query takes the place of what was asked; the conditions stay, and all can be had back", () => {
  vi.spyOn(store.api, "search").mockResolvedValue({ id: "q1" });
  store.setQuery("elo white>=2500 elo black>=2500 // conditions\nKe1 Qd4");
  store.replace("mate", true);
  expect(store.query.value).toBe("elo white>=2500 elo black>=2500 // conditions\nmate");
  store.notice.value?.undo?.();
  expect(store.query.value).toBe("elo white>=2500 elo black>=2500 // conditions\nKe1 Qd4");
  // What the page has offered is nobody's.
  store.notice.value = null;
  store.offered = "mate";
  store.setQuery("mate");
  store.replace("stalemate", true);
  expect([store.query.value, (store.notice.peek() as { undo?: unknown } | null)?.undo]).toEqual([
    "stalemate",
    undefined,
  ]);
});

test("what is offered is no part of what somebody asks", () => {
  store.offered = "mate";
  store.setQuery("mate");
  expect(store.own()).toBe("");
  store.setText("mate check");
  expect(store.own()).toBe("mate check");
  store.offered = "mate";
  store.setText("mate");
  store.setConditions({ player: "Tal" });
  expect(store.asked.value).toMatchObject({ text: "", conditions: { player: "Tal" } });
});

test("conditions, the text and what is switched off change without each other", () => {
  store.setQuery("cql(variations)\nyear>=1990 // conditions\nKe1 Qd4");
  expect(store.asked.value).toEqual({
    text: "cql(variations)\nKe1 Qd4",
    conditions: { yearFrom: "1990" },
    off: {},
  });
  store.asked.value = switched(store.asked.value, { fields: ["yearFrom", "yearTo"] }, false);
  expect(store.query.value).toBe("cql(variations)\nKe1 Qd4");
  store.setText("mate");
  store.setConditions({ elo: "2500" });
  expect(store.asked.value.off).toEqual({ yearFrom: "1990" });
  store.asked.value = switched(store.asked.value, { fields: ["yearFrom", "yearTo"] }, true);
  expect(store.query.value).toBe("elo white>=2500 elo black>=2500 year>=1990 // conditions\nmate");
  // A recipe in a query that came before the recipes is known once they are there.
  store.setQuery("{mate} // conditions\nKe1");
  store.asked.value = { ...store.asked.value, off: { other: "{check}" } };
  expect(store.asked.value.conditions).toEqual({ other: "{mate}" });
  vi.spyOn(store.api, "check").mockResolvedValue({ ok: true, diagnostics: [], tokens: [] });
  store.start();
  store.recipes.value = ["mate", "check"].map((query) => ({
    name: query,
    title: query,
    theme: "",
    about: "",
    query,
  }));
  const { conditions, off } = store.asked.value;
  expect([conditions, off].map(({ parts }) => parts?.[0]?.recipe.title)).toEqual(["mate", "check"]);
});

test("another run of the program has another address", () => {
  expect(message(new ApiError(404, {}))).toMatch(/restarted/);
  expect(message(new ApiError(404, { error: { code: "no-search", message: "gone" } }))).toBe("gone");
});
