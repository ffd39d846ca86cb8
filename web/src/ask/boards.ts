// Several boards of one question, and how each goes on from those before it. As questions are, they are never changed in place.

import type { Ask, AskJoin } from "../api/types";
import { EMPTY, fromAsk, isEmpty, type Question, toAsk } from "./model";

export interface Board {
  /** How it goes on from the boards before; it says nothing of the first one. */
  by: AskJoin;
  /** For `within`: the moves after which it must have come. */
  moves: number;
  question: Question;
}

export interface Boards {
  all: readonly Board[];
  /** The board that is shown. */
  at: number;
}

export const MOST_BOARDS = 8;
export const MOST_MOVES = 100;
const SOME_MOVES = 5;

const one = (question: Question): Board => ({ by: "and", moves: SOME_MOVES, question });

export const only = (question: Question): Boards => ({ all: [one(question)], at: 0 });

export const shown = ({ all, at }: Boards): Question => all[at]?.question ?? EMPTY;

/** The boards with another value of the shown one. */
export function withBoard({ all, at }: Boards, part: Partial<Board>): Boards {
  return { all: all.map((board, number) => (number === at ? { ...board, ...part } : board)), at };
}

/** One more board after all others, which is then shown. */
export function added({ all }: Boards): Boards {
  const next: Board = { ...one({ ...EMPTY, kind: "position" }), by: "within" };
  return { all: [...all, next], at: all.length };
}

/** The boards without the shown one, unless it is the only one. */
export function removed({ all, at }: Boards): Boards {
  if (all.length < 2) return { all, at };
  return { all: all.filter((_, number) => number !== at), at: Math.max(0, at - 1) };
}

export const asksNothing = ({ all }: Boards): boolean => all.every(({ question }) => isEmpty(question));

/** What the server is asked; boards on which nothing stands yet are left out. */
export function askOf({ all }: Boards): Ask {
  const full = all.filter(({ question }) => !isEmpty(question));
  const [first] = full;
  if (!first || full.length === 1) return toAsk((first ?? all[0])?.question ?? EMPTY);
  return {
    kind: "several",
    boards: full.map(({ by, moves, question }) => ({
      by,
      ...(by === "within" && { moves }),
      ask: toAsk(question),
    })),
  };
}

/** The boards that the server read from a text. What their kind does not use is taken from those before. */
export function boardsOf(ask: Ask, before: Boards): Boards {
  if (ask.kind !== "several") return only(fromAsk(ask, shown(before)));
  const all = ask.boards.map(({ by, moves = SOME_MOVES, ask: board }, number) => ({
    by,
    moves,
    question: fromAsk(board, before.all[number]?.question),
  }));
  return { all, at: Math.min(before.at, all.length - 1) };
}
