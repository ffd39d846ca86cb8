import { beforeEach, expect, test } from "vitest";
import { readMove } from "../board/written";
import type { Item } from "../items/item";
import { gameOf, legalAt } from "../items/rules";
import { cards, DAYS, dayOf, dueOn, mark, nextBox, setCards } from "./deck";
import { type Puzzle, puzzleOf, puzzlesOf, solution, solver } from "./puzzle";
import { isPlayable, Session } from "./session";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const game = gameOf(START, ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"], {
  source: "s",
  game: 1,
  tags: [
    ["White", "A"],
    ["Black", "B"],
    ["Result", "1-0"],
    ["Event", "?"],
    ["Date", "1900.??.??"],
  ],
});
const item = (node: number, end = node): Item => ({ game, node, end, squares: [], arrows: [], note: "" });
const made = (...args: Parameters<typeof puzzleOf>) => puzzleOf(...args) as Puzzle;

beforeEach(() => {
  setCards([]);
});

test("the move that leads to a match is looked for", () => {
  const puzzle = made(item(7), "auto", 1);
  expect(puzzle.fen).toBe(game.nodes[6]?.fen);
  expect(puzzle.moves).toEqual([{ uci: "h5f7", san: "Qxf7#" }]);
  expect([solver(puzzle), puzzle.number, puzzle.players, puzzle.occasion]).toEqual([
    "white",
    "4.",
    "A – B 1-0",
    "1900",
  ]);
});

test("a sequence is played from where it begins, and ends with a move of the solver", () => {
  expect(solution(made(item(2, 7), "auto", 1))).toBe("2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#");
  // Black makes the last move, so it is Black who plays.
  expect(solution(made(item(2, 6), "auto", 1))).toBe("1... e5 2. Qh5 Nc6 3. Bc4 Nf6");
  expect(solution(made(item(3, 6), "before", 1))).toBe("2. Qh5 Nc6 3. Bc4");
});

test("the moves that follow a match, as many as are wanted", () => {
  expect(solution(made(item(3), "at", 1))).toBe("2... Nc6");
  expect(solution(made(item(3), "at", 2))).toBe("2... Nc6 3. Bc4 Nf6");
  expect(puzzleOf(item(7), "at", 1)).toBeNull();
  expect(solution(made(item(0), "before", 1))).toBe("1. e4");
  expect(puzzlesOf([item(7), item(7), item(5)], "auto", 1)).toHaveLength(2);
});

test("right, wrong, the answer of the other side, and the end", () => {
  const noted: string[] = [];
  const puzzles = [made(item(4, 7), "auto", 1), made(item(7), "auto", 1)];
  const session = new Session(puzzles, (puzzle, outcome) => noted.push(`${puzzle.moves.length} ${outcome}`));
  session.play("d1d8");
  expect(session.said.value).toBe("ask");
  session.play("g1f3");
  expect([session.said.value, session.wrong.value]).toEqual(["wrong", "Nf3"]);
  session.play("f1c4");
  expect([session.said.value, session.step.value, session.last.value]).toEqual(["right", 2, ["g8", "f6"]]);
  session.play("h5f7");
  expect([session.said.value, session.isOver, session.legal.value.length]).toEqual(["solved", true, 0]);
  expect(session.next).toBe(1);
  session.show(1);
  session.hint();
  session.play("h5f7");
  expect(session.outcomes.value).toEqual(["failed", "helped"]);
  expect(session.next).toBeNull();
  session.show(0);
  session.solve();
  expect(session.said.value).toBe("shown");
  // What came of it first counts.
  expect(noted).toEqual(["3 failed", "1 helped"]);
});

test("another mate is as right as the one of the game", () => {
  const fen = "6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - 0 1";
  const puzzle = { ...made(item(7), "auto", 1), fen, moves: [{ uci: "a1a8", san: "Ra8#" }] };
  const session = new Session([puzzle], () => undefined);
  session.play("b1b8");
  expect(session.said.value).toBe("solved");
  expect(isPlayable(puzzle)).toBe(true);
  expect(isPlayable({ ...puzzle, moves: [{ uci: "a1b3", san: "Ab3" }] })).toBe(false);
});

test("a move as somebody writes it", () => {
  const moves = legalAt("r3k2r/1P6/8/8/8/8/8/RN2K1NR w KQkq - 0 1");
  const read = (text: string) => readMove(moves, text);
  expect(["0-0-0", "O-O", "Nf3", "nf3", "b8=Q+", "bxa8=N", "b7b8r", "Rxh8"].map(read)).toEqual([
    null,
    null,
    "g1f3",
    "g1f3",
    "b7b8q",
    "b7a8n",
    "b7b8r",
    "h1h8",
  ]);
  expect(["", "b8", "Zf3", "Nf6"].map(read)).toEqual([null, null, null, null]);
});

test("cards go from box to box and come again", () => {
  const puzzle = made(item(7), "auto", 1);
  const day = dayOf(new Date(2026, 0, 1, 12));
  expect(dayOf(new Date(2026, 0, 2, 0, 1)) - day).toBe(1);
  expect(mark(puzzle, "solved", day)).toBe(true);
  expect(cards.value[0]).toMatchObject({ box: 1, due: day + 2, solved: 1, tried: 1 });
  expect(dueOn(day + 1)).toEqual([]);
  expect(dueOn(day + 2)).toHaveLength(1);
  mark(puzzle, "solved", day + 2);
  expect(cards.value[0]).toMatchObject({ box: 2, due: day + 6 });
  mark(puzzle, "helped", day + 6);
  expect(cards.value[0]).toMatchObject({ box: 2, due: day + 10 });
  mark(puzzle, "failed", day + 10);
  expect(cards.value[0]).toMatchObject({ box: 0, due: day + 11, solved: 2, tried: 4 });
  expect(cards.value).toHaveLength(1);
  expect(nextBox(DAYS.length - 1, "solved")).toBe(DAYS.length - 1);
  expect(JSON.parse(localStorage.getItem("tabiya.cards") ?? "")).toEqual(cards.value);
});

test("a mistake is never what is to be found", () => {
  /** The game with evaluations after its last moves. */
  const evaluated = (...evals: string[]): typeof game => ({
    ...game,
    nodes: game.nodes.map((node, at) => (at < 5 ? node : { ...node, eval: evals[at - 5] ?? "" })),
  });
  // 3... Nf6 loses at once, and is answered.
  const blunder = { ...item(6), game: evaluated("0.30", "#1", "#0") };
  expect(solution(made(blunder, "auto", 1))).toBe("4. Qxf7#");
  expect(puzzleOf(blunder, "before", 1)).toBeNull();
  // Where the game tells a better move, that is what is to be found.
  const nodes = [...blunder.game.nodes, { ...blunder.game.nodes[6], san: "g6", uci: "g7g6", eval: "0.25" }];
  const better = { ...blunder, game: { ...blunder.game, nodes: nodes as typeof game.nodes } };
  expect(solution(made(better, "auto", 1))).toBe("3... g6");
  // An answer that is a mistake, too, is none.
  expect(puzzleOf({ ...blunder, game: evaluated("0.30", "5.0", "-3.0") }, "auto", 1)).toBeNull();
  // An engine found the loss, of which the game says nothing.
  expect(solution(made({ ...item(6), isLoss: true }, "auto", 1))).toBe("4. Qxf7#");
});
