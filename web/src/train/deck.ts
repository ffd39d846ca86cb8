// Cards: puzzles that were tried and are kept. A card that is solved goes into the next box and comes again later;
// one that is not goes back into the first (Leitner's boxes).

import { has, kept, listOf } from "../app/preferences";
import type { Puzzle } from "./puzzle";

export type Outcome = "solved" | "helped" | "failed";

export interface Card extends Puzzle {
  /** From 0. */
  box: number;
  /** The day on which it comes again, in days since 1970 by the reader's clock. */
  due: number;
  /** How often it was solved, and how often it was tried. */
  solved: number;
  tried: number;
}

/** After how many days the cards of each box come again. */
export const DAYS: readonly number[] = [1, 2, 4, 8, 16, 32, 64];
const MOST = 2000;

/** All cards; and what puts others in their place, which is false if the browser could not keep them. */
export const [cards, setCards] = kept<readonly Card[]>(
  "cards",
  (value) => listOf(value, isCard),
  // The card that was tried more often knows more.
  (mine, theirs) => {
    const best = new Map(theirs.map((card) => [card.key, card]));
    for (const card of mine) if (card.tried >= (best.get(card.key)?.tried ?? 0)) best.set(card.key, card);
    return [...best.values()].slice(0, MOST);
  },
);

/** The day of a time. */
export function dayOf(time: Date): number {
  return Math.floor((time.getTime() - time.getTimezoneOffset() * 60_000) / 86_400_000);
}

export const today = (): number => dayOf(new Date());

/** The cards whose day has come, those of the first boxes first. */
export const dueOn = (day: number): Card[] =>
  cards.value.filter(({ due }) => due <= day).sort((a, b) => a.box - b.box || a.due - b.due);

/** The box after an outcome. Help leaves a card where it is. */
export function nextBox(box: number | undefined, outcome: Outcome): number {
  if (outcome === "failed") return 0;
  if (outcome === "helped") return box ?? 0;
  return box === undefined ? 1 : Math.min(box + 1, DAYS.length - 1);
}

/** Notes what came of a puzzle. False if the browser could not keep it. */
export function mark(puzzle: Puzzle, outcome: Outcome, day: number): boolean {
  const before = cards.value.find(({ key }) => key === puzzle.key);
  const box = nextBox(before?.box, outcome);
  const { key, fen, last, moves, players, occasion, number } = puzzle;
  const card: Card = {
    ...{ key, fen, last, moves, players, occasion, number },
    box,
    due: day + (DAYS[box] ?? 1),
    solved: (before?.solved ?? 0) + (outcome === "solved" ? 1 : 0),
    tried: (before?.tried ?? 0) + 1,
  };
  // Those that are known best go first.
  const others = cards.value.filter((other) => other.key !== key);
  if (others.length >= MOST) others.sort((a, b) => a.box - b.box).splice(MOST - 1);
  return setCards([...others, card]);
}

/** Others may have written there. */
function isCard(value: unknown): value is Card {
  const { last, moves } = (value ?? {}) as Partial<Card>;
  return (
    has(value, "string", "key", "fen", "players", "occasion", "number") &&
    has(value, "number", "box", "due", "solved", "tried") &&
    Array.isArray(last) &&
    Array.isArray(moves) &&
    moves.length > 0 &&
    moves.every((move) => has(move, "string", "uci", "san"))
  );
}
