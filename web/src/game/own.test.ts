import { expect, test } from "vitest";
import type { GameTree, NextMove } from "../api/types";
import { emptyGame, inGame, withMove } from "./own";

const move = (san: string, uci: string): NextMove => ({
  san,
  uci,
  words: san,
  number: "1.",
  fen: `after ${uci}`,
  games: 1,
  white: 1,
  draws: 0,
  black: 0,
});

const game: GameTree = {
  ...emptyGame(),
  nodes: [
    { parent: null, ply: 0, fen: "start", mainline: true },
    { parent: 0, ply: 1, san: "e4", uci: "e2e4", fen: "e4", mainline: true },
  ],
};

test("a move of the game leads to its position; another one is added once", () => {
  expect(withMove(game, 0, move("e4", "e2e4"))).toEqual({ game, node: 1 });
  const added = withMove(game, 0, move("d4", "d2d4"));
  expect(added.node).toBe(2);
  expect(added.game.nodes[2]).toMatchObject({ parent: 0, ply: 1, san: "d4", own: true, mainline: false });
  expect(game.nodes.length).toBe(2);
  expect(withMove(added.game, 0, move("d4", "d2d4"))).toEqual(added);
  const deeper = withMove(added.game, 2, move("d5", "d7d5"));
  expect([deeper.node, inGame(deeper.game, 3), inGame(deeper.game, 1)]).toEqual([3, 0, 1]);
});
