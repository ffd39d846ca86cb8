import { beforeEach, expect, test } from "vitest";
import { type Backend, connect } from "../api/backend";
import type { KeptText } from "../api/types";
import { useMemory } from "./memory";
import { remembered, store, tell } from "./preferences";

/** What the server keeps, and how often it was asked to. */
let kept: Record<string, KeptText> = {};
let asked = 0;
const failures: unknown[] = [];

const server: Backend = {
  isHere: false,
  async ask({ method, body }) {
    const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status });
    if (method === "GET") return json(200, kept);
    asked += 1;
    const { name, text, version } = JSON.parse(String(body));
    if ((kept[name]?.version ?? 0) !== version) return json(409, { error: { code: "changed", message: "" } });
    kept[name] = { text, version: version + 1 };
    return json(200, { version: version + 1 });
  },
  listen: () => () => {},
};

const settled = () => new Promise((done) => setTimeout(done, 20));
const words = remembered("words", (text) => (text ?? "").split(" "));
const list = remembered<number[]>(
  "list",
  (text) => JSON.parse(text ?? "[]"),
  (mine, theirs) => [...new Set([...mine, ...theirs])],
);

function write(text: string) {
  words.value = text.split(" ");
  store("words", text);
}

beforeEach(() => {
  tell(() => {});
  connect(server);
  localStorage.clear();
  [kept, asked] = [{}, 0];
  failures.length = 0;
});

test("what the browser kept goes to the server, and what the server keeps holds", async () => {
  store("words", "mine");
  kept.theme = { text: "dark", version: 4 };
  const theme = remembered("theme", (text) => text);
  await useMemory((error) => failures.push(error));
  await settled();
  expect(theme.value).toBe("dark");
  expect(kept.words).toEqual({ text: "mine", version: 1 });
  write("mine yours");
  write("mine yours theirs");
  await settled();
  expect(kept.words?.text).toBe("mine yours theirs");
  // The same again is no news.
  const before = asked;
  store("words", "mine yours theirs");
  await settled();
  expect(asked).toBe(before);
  expect(failures).toEqual([]);
});

test("another page's change is taken when this one is entered, and not written over", async () => {
  await useMemory((error) => failures.push(error));
  write("one");
  await settled();
  const version = (kept.words?.version ?? 0) + 1;
  kept.words = { text: "one two", version };
  dispatchEvent(new Event("focus"));
  await settled();
  expect(words.value).toEqual(["one", "two"]);
  // What it does not know of is put together with its own, where that is possible.
  kept.words = { text: "one two three", version: version + 1 };
  kept.list = { text: "[1,2]", version: 7 };
  write("one two four");
  list.value = [3];
  store("list", "[3]");
  await settled();
  expect(kept.words?.text).toBe("one two four");
  expect(kept.list).toEqual({ text: "[3,1,2]", version: 8 });
  expect(list.value).toEqual([3, 1, 2]);
  expect(failures).toEqual([]);
});

test("what cannot be kept is said, and waits", async () => {
  await useMemory((error) => failures.push(error));
  await settled();
  connect({ ...server, ask: () => Promise.reject(new TypeError("no server")) });
  write("a");
  await settled();
  expect(failures).toHaveLength(1);
  connect(server);
  write("a b");
  await settled();
  expect(kept.words?.text).toBe("a b");
});
