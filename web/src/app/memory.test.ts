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
  kept.words = { text: "one two three", version: version + 1 };
  write("one two four");
  await settled();
  // The reader is told, and sees what there is.
  expect(failures.length).toBeGreaterThan(0);
  expect(words.value).toEqual(["one", "two", "three"]);
  write("one two three four");
  await settled();
  expect(kept.words?.text).toBe("one two three four");
});
