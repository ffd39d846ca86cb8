import { beforeEach, expect, test } from "vitest";
import type { Item } from "../items/item";
import { gameOf } from "../items/rules";
import { studyOf } from "../study/study";
import {
  add,
  change,
  collection,
  collections,
  current,
  fromFile,
  keptOf,
  moved,
  setCollections,
  setCurrent,
  toFile,
} from "./kept";
import { gamePgn, itemOfKept } from "./revive";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const game = gameOf(START, ["f3", "e5", "g4", "Qh4#"], {
  source: "s",
  game: 1,
  tags: [
    ["White", "Fool"],
    ["Black", "Wise"],
    ["Result", "0-1"],
  ],
});
const item: Item = {
  game,
  node: 4,
  end: 4,
  squares: [{ square: "e1", colour: "red" }],
  arrows: [],
  note: "the shortest",
};

beforeEach(() => {
  setCollections([]);
});

test("what is kept becomes the same position with its game again", () => {
  const back = itemOfKept(keptOf(item));
  expect(back).toEqual({ ...item, game: { ...game, source: "", game: 0 } });
  // A game with other rules leaves its position.
  const other = itemOfKept({ ...keptOf(item), moves: ["f3", "N@e5"], at: 2 });
  expect([other.game.start, other.node, other.game.nodes.length]).toEqual([game.nodes[4]?.fen, 0, 1]);
});

test("a position is kept once, and in the chosen collection", () => {
  expect(current.value).toBe("My positions");
  expect(add("Mates", [keptOf(item), keptOf(item)])).toEqual({ added: 1, isStored: true });
  expect(add("Mates", [keptOf(item)]).added).toBe(0);
  change("Others", () => []);
  expect(current.value).toBe("Mates");
  setCurrent("Others");
  expect(current.value).toBe("Others");
  expect(JSON.parse(localStorage.getItem("tabiya.collections") ?? "")).toEqual(collections.value);
});

test("a file takes a collection elsewhere, and nothing else is taken from it", () => {
  add("Mates", [keptOf(item)]);
  const file = toFile(collection("Mates"));
  setCollections([]);
  const [back] = fromFile(file) ?? [];
  expect(back).toEqual({ name: "Mates", kept: [keptOf(item)] });
  expect(fromFile("[Event]")).toBeNull();
  const bad = [{ ...keptOf(item), at: -1 }, { ...keptOf(item), tags: [["x"]] }, null, { id: "x" }];
  const text = JSON.stringify({
    format: "tabiya-collection",
    collections: [{ name: "x", kept: bad }, { name: "" }],
  });
  expect(fromFile(text)).toEqual([{ name: "x", kept: [] }]);
});

test("a study has a chapter for each position", () => {
  const one = (text: string) => text.replace(/\s+/g, " ").trim();
  expect(one(studyOf([item], "game", "The match."))).toBe(
    '[White "Fool"] [Black "Wise"] [Result "0-1"] [ChapterName "1. Fool – Wise 0-1, 2... Qh4#"] ' +
      "1. f3 e5 2. g4 Qh4# {[%csl Re1] [%cal Gd8h4] the shortest} 0-1",
  );
  const position = one(studyOf([{ ...item, squares: [], note: "" }], "position", "The match."));
  expect(position).toContain(`[SetUp "1"] [FEN "${game.nodes[3]?.fen}"]`);
  expect(position).toMatch(/\] 2\.\.\. Qh4# \{\[%cal Gd8h4\] The match\.\} 0-1$/);
});

test("a game with a start of its own says so", () => {
  const fen = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
  const own = gameOf(fen, ["Ra8#"], { source: "", game: 0, tags: [["White", "A"]] });
  const pgn = gamePgn({ ...item, game: own, node: 1 });
  expect(pgn).toContain(`[FEN "${fen}"]`);
  expect(gamePgn(item)).not.toContain("FEN");
});

test("a position goes from one collection to another, which has it once", () => {
  const kept = keptOf(item);
  add("A", [kept]);
  add("B", [kept, { ...kept, id: "other" }]);
  setCollections(moved("A", "B", { ...kept, note: "here" }));
  expect(collection("A").kept).toEqual([]);
  expect(collection("B").kept.map(({ note }) => note)).toEqual(["the shortest", "here"]);
});
