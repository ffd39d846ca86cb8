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
