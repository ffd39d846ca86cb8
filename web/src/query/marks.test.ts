import { expect, test } from "vitest";
import { tokenSet, visible } from "./marks";
import { lineAndColumn } from "./position";

test("tokens are drawn in order, within the text, without overlaps", () => {
  const set = tokenSet(
    [
      [5, 99, "number"],
      [0, 4, "word"],
      [3, 6, "sign"],
    ],
    8,
  );
  const ranges: [number, number][] = [];
  set.between(0, 8, (from, to) => {
    ranges.push([from, to]);
  });
  expect(ranges).toEqual([
    [0, 4],
    [4, 6],
    [6, 8],
  ]);
});

test("a place without width is drawn on a character", () => {
  expect(visible({ from: 2, to: 2 }, 5)).toEqual([2, 3]);
  expect(visible({ from: 5, to: 5 }, 5)).toEqual([4, 5]);
  expect(visible({ from: 9, to: 12 }, 5)).toEqual([4, 5]);
  expect(visible({ from: 0, to: 0 }, 0)).toEqual([0, 0]);
});

test("lines and columns count as people do", () => {
  expect(lineAndColumn("ab\ncd", 4)).toEqual({ line: 2, column: 2 });
  expect(lineAndColumn("♘𝔸x", 3)).toEqual({ line: 1, column: 3 });
});
