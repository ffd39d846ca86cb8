import { expect, test } from "vitest";
import type { Recipe } from "../api/types";
import { byTheme, matching } from "./search";

const recipe = (theme: string, name: string, query = "mate"): Recipe => ({
  theme,
  name,
  title: name,
  query,
  about: "",
});
const all = [
  recipe("mates", "Smothered mate"),
  recipe("pawns", "Pawn race"),
  recipe("mates", "Pawn mate", "pawn"),
];

test("every word must occur, in any place and case", () => {
  expect(matching(all, "PAWN mate").map((each) => each.name)).toEqual(["Pawn mate", "Pawn race"]);
  expect(matching(all, "smoth")).toHaveLength(1);
  expect(matching(all, " ")).toHaveLength(3);
  expect(matching(all, "nothing")).toEqual([]);
});

test("what a title says comes first, and its beginning before the rest", () => {
  const found = matching(
    [recipe("a", "Two pawns"), recipe("b", "x", "pawn"), recipe("c", "Pawn race")],
    "pawn",
  );
  expect(found.map(({ name }) => name)).toEqual(["Pawn race", "Two pawns", "x"]);
});

test("themes in the order in which they come", () => {
  expect(byTheme(all).map(([theme, list]) => [theme, list.length])).toEqual([
    ["mates", 2],
    ["pawns", 1],
  ]);
});
