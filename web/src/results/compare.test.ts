import { expect, test } from "vitest";
import type { ComparedRow } from "../api/types";
import { askedOf, wordsOf } from "./compare";

const row = (about: object) => ({ white: "Tal,M", black: "Smyslov", ...about }) as ComparedRow;

test("a row says what was found", () => {
  const rows = [
    { before: 1 },
    { before: 1200 },
    { by: "black", instead: ["c5", "Nf6"] },
    { instead: [] },
    { place: 3, instead: [] },
    { kept: row({}), reason: "same-moves" },
    { kept: row({}), reason: "other" },
  ];
  expect(rows.map((about) => wordsOf(row(about)))).toEqual([
    "1 game before",
    "1,200 games before",
    "Black left: c5, Nf6",
    "the line ends here",
    "Position 3",
    "same moves as Tal, M – Smyslov",
    "Tal, M – Smyslov",
  ]);
});

test("the first of the chosen sources is what others are held against, unless another is chosen", () => {
  expect(askedOf("novelties", ["a", "b", "c"], "", "white")).toEqual({
    what: "novelties",
    base: ["a"],
    sources: ["b", "c"],
  });
  expect(askedOf("leavings", ["a", "b"], "b", "white")).toEqual({
    what: "leavings",
    base: ["b"],
    sources: ["a"],
    by: "white",
  });
  expect(askedOf("conflicts", ["a"], "gone", "any")).toEqual({ what: "conflicts", base: ["a"] });
  expect(askedOf("duplicates", ["a", "b"], "b", "black")).toEqual({
    what: "duplicates",
    sources: ["a", "b"],
  });
  expect(askedOf("leavings", ["a"], "a", "any")).toBeNull();
  expect(askedOf("duplicates", [], "", "any")).toBeNull();
});
