import { expect, test } from "vitest";
import { pieces } from "./marked";

test("code stands between backticks", () => {
  expect(pieces("no `chekc` here")).toEqual([
    { code: false, text: "no " },
    { code: true, text: "chekc" },
    { code: false, text: " here" },
  ]);
});

test("nothing is lost", () => {
  expect(pieces("a ` b")).toEqual([{ code: false, text: "a ` b" }]);
  expect(pieces("``")).toEqual([{ code: false, text: "``" }]);
  expect(pieces("")).toEqual([]);
});

test("what would turn the text around is seen", () => {
  expect(
    pieces("the character `\u202e` (U+202E)")
      .map(({ text }) => text)
      .join(""),
  ).toBe("the character \ufffd (U+202E)");
  expect(pieces("a\u0007b\nc\u2066")).toEqual([{ code: false, text: "a\ufffdb\nc\ufffd" }]);
});
