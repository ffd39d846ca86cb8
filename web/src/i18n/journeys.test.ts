// Journeys take the page's words by their keys: a quoted text would fail with the next wording, although nothing is wrong.

import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import en from "./en.json";

const FOLDER = "tests";
const files = [
  ...readdirSync(`${FOLDER}/journeys`).map((name) => `${FOLDER}/journeys/${name}`),
  `${FOLDER}/bench.mjs`,
  `${FOLDER}/words.mjs`,
];
const texts = Object.values(en).flatMap((text) => (typeof text === "string" ? [text] : Object.values(text)));

/** The lines of a file that are code. Names of journeys are prose. */
const linesOf = (file: string): string[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line) && !/^ {2}(?:async )?"/.test(line));

/** The texts of a line that are compared with the page: strings, and words within selectors and patterns. */
function quoted(line: string): string[] {
  const strings = [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`|[(\s]\/((?:[^/\\]|\\.)+)\/[,)]/g)];
  const all = strings.map(([, double, back, pattern]) => double ?? back ?? pattern ?? "");
  const inner = [...line.matchAll(/(?:has-text|text-is|text)\('([^'$]+)'\)|text=([^"`$]+)|=\s*'([^'$]+)'/g)];
  return [...all, ...inner.map(([, a, b, c]) => a ?? b ?? c ?? "")];
}

/** The words of a text in a row, without what surrounds them in a pattern. */
const wordsOf = (text: string): string[] => text.replace(/\{\w+\}/g, " ~ ").match(/[\p{L}’'-]+|~/gu) ?? [];

const runs = new Set<string>();
for (const text of texts) {
  const words = wordsOf(text);
  for (let length = 3; length <= words.length; length += 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const run = words.slice(at, at + length);
      if (!run.includes("~")) runs.add(run.join(" "));
    }
}
const whole = new Set(texts.filter((text) => /\p{L}{2,} |…/u.test(text)));

test("no journey quotes the page", () => {
  const found = files.flatMap((file) =>
    linesOf(file).flatMap((line) =>
      quoted(line)
        .filter((text) => whole.has(text) || (/\p{L} \p{L}/u.test(text) && runs.has(wordsOf(text).join(" "))))
        .map((text) => `${file}: ${text}`),
    ),
  );
  expect(found).toEqual([]);
});

test("what is quoted would be found", () => {
  expect(quoted('page.click("text=Save to a file")')).toContain("Save to a file");
  expect(quoted("assert.match(text, /nothing is known about/);")).toContain("nothing is known about");
  expect(runs).toContain("nothing is known about");
  expect(whole).toContain("Searched before");
});

test("every key in a journey is that of a text", () => {
  const keys = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\b(?:words|wording)\(\s*"([^"]+)"/g)].map(
      ([, key]) => key ?? "",
    ),
  );
  expect(keys.length).toBeGreaterThan(100);
  expect(keys.filter((key) => !(key in en))).toEqual([]);
});
