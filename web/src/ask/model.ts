// The question on the board: what stands where, which moves are played, and how freely it is matched.
// Values are never changed in place: each step makes a new one, so that steps can be taken back.

import type { AskArea, AskBoard, AskMove, AskPath, AskPosition } from "../api/types";
import { placement, START, squareIndex } from "../board/squares";
import { isSpec, lettersOf, notSpec, type Spec, sideOf, specOf } from "./pieces";

type Options<A extends AskBoard> = Required<Omit<A, "kind" | "pieces" | "turn">>;
export type Shift = Options<AskPosition>["shift"];

/** A question as it is edited. The options of the other kind are kept, so that nothing is lost by looking at it. */
export interface Question extends Readonly<Options<AskPosition>>, Readonly<Options<AskPath>> {
  kind: AskBoard["kind"];
  pieces: ReadonlyMap<string, Spec>;
  turn: AskPosition["turn"] | undefined;
}

/** The most differences that can be asked for. */
export const MOST_DIFFERENCES = 3;

/** The most differences of a question: with as many as there are moves, everything would match. */
export const differences = ({ almost, moves }: Question): number =>
  Math.max(0, Math.min(almost, moves.length - 1));

export const EMPTY: Question = {
  kind: "position",
  pieces: new Map(),
  areas: [],
  turn: undefined,
  exact: false,
  eitherSide: false,
  shift: "no",
  mirror: false,
  moves: [],
  gaps: true,
  anyOrder: false,
  almost: 0,
};

/** Puts a piece on a square, in place of what stands there; without a piece the square is cleared. */
export function put(question: Question, square: string, spec: Spec | undefined): Question {
  if (question.pieces.get(square) === spec || squareIndex(square) < 0) return question;
  const pieces = new Map(question.pieces);
  if (spec === undefined) pieces.delete(square);
  else pieces.set(square, spec);
  return { ...question, pieces };
}

/** Moves what stands on one square to another; to nowhere, it is taken off the board. */
export function carry(question: Question, from: string, to: string | undefined): Question {
  const spec = question.pieces.get(from);
  if (spec === undefined || from === to) return question;
  const cleared = put(question, from, undefined);
  return to === undefined ? cleared : put(cleared, to, spec);
}

export function withPieces(question: Question, fen: string): Question {
  return { ...question, pieces: new Map(placement(fen)) };
}

export function startPosition(question: Question): Question {
  return withPieces(question, START);
}

/** Takes everything off the board, and all moves with it. The options stay. */
export function cleared(question: Question): Question {
  return { ...question, pieces: new Map(), areas: [], moves: [] };
}

/** Adds an area between two corners; one of a single square is that square. */
export function addArea(question: Question, area: AskArea): Question {
  const { piece, from, to, absent } = area;
  if (squareIndex(from) < 0 || squareIndex(to) < 0) return question;
  if (from === to) return put(question, from, absent ? notSpec(piece) : piece);
  // The corners as the server gives them back.
  const [left, right] = [from, to].map((square) => square.charAt(0)).sort();
  const [low, high] = [from, to].map((square) => square.charAt(1)).sort();
  const next = { piece, from: `${left}${low}`, to: `${right}${high}`, ...(absent && { absent }) };
  const isSame = (other: AskArea) =>
    (["piece", "from", "to", "absent"] as const).every((name) => next[name] === other[name]);
  return question.areas.some(isSame) ? question : { ...question, areas: [...question.areas, next] };
}

export function withoutArea(question: Question, number: number): Question {
  return { ...question, areas: question.areas.filter((_, at) => at !== number) };
}

/**
 * What stands on a square after the first `count` moves: the piece of the last of them that went there, nothing if one
 * left it, otherwise what was put there.
 */
export function standing(
  question: Question,
  square: string,
  count = question.moves.length,
): Spec | undefined {
  for (const move of question.moves.slice(0, count).reverse()) {
    if (move.to === square) return move.piece ?? undefined;
    if (move.from === square) return undefined;
  }
  return question.pieces.get(square);
}

/**
 * True if the moves cannot be played in a row: one side would have to move twice. The same piece moves on, or both pieces
 * are of one side.
 */
export function isImpossible({ kind, gaps, anyOrder, moves }: Question): boolean {
  if (kind !== "path" || gaps || anyOrder) return false;
  return moves.slice(1).some((move, number) => {
    const before = moves[number];
    if (move.from !== undefined && move.from === before?.to) return true;
    const [one, other] = [before?.piece, move.piece].map((piece) => piece && sideOf(piece));
    return one !== undefined && one === other;
  });
}

/**
 * Adds a move from one square to another. The piece is the one that stands there by then, otherwise the one that is
 * offered; the move is a capture if a piece stands on the square to which it goes.
 */
export function addMove(question: Question, from: string, to: string, offered?: Spec): Question {
  if (from === to || squareIndex(from) < 0 || squareIndex(to) < 0) return question;
  const there = standing(question, from);
  const piece = there !== undefined && there !== "_" ? there : offered;
  const target = standing(question, to);
  const move: AskMove = { from, to };
  if (piece !== undefined && piece !== "_") move.piece = piece;
  if (target !== undefined && target !== "_") move.capture = true;
  const next = { ...question, moves: [...question.moves, move] };
  // Nobody moves twice in a row: without other moves between them, such moves match nowhere.
  return isImpossible(next) && !isImpossible(question) ? { ...next, gaps: true } : next;
}

/** Replaces the move with a number, or takes it out. A piece that is chosen for it goes on as that piece. */
export function changeMove(question: Question, number: number, move: AskMove | undefined): Question {
  const moves = [...question.moves];
  const before = moves[number];
  moves.splice(number, 1, ...(move === undefined ? [] : [move]));
  if (move !== undefined && move.piece !== before?.piece) {
    let at: string | undefined = move.to;
    for (let later = number + 1; later < moves.length; later += 1) {
      const { piece, ...rest } = moves[later] as AskMove;
      if (rest.from === undefined || rest.from !== at || piece !== before?.piece) continue;
      moves[later] = { ...rest, ...(move.piece === undefined ? {} : { piece: move.piece }) };
      at = rest.to;
    }
  }
  return { ...question, moves };
}

/** Moves the move with a number one place up or down the list. */
export function reorder(question: Question, number: number, by: -1 | 1): Question {
  const moves = [...question.moves];
  const [one, other] = [moves[number], moves[number + by]];
  if (one === undefined || other === undefined) return question;
  moves[number] = other;
  moves[number + by] = one;
  return { ...question, moves };
}

/** True if the question asks for nothing yet. */
export function isEmpty(question: Question): boolean {
  if (question.kind === "path") return question.moves.length === 0;
  const { pieces, areas, turn, exact } = question;
  return pieces.size === 0 && areas.length === 0 && turn === undefined && !exact;
}

/** What says something: options that have their usual values say nothing. */
const said = <T extends object>(options: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(options).filter(([, value]) => value && value !== "no" && value.length !== 0),
  ) as Partial<T>;

/** The question as the server takes it: options that have their usual values are left out, squares stand in order. */
export function toAsk(question: Question): AskBoard {
  const pieces = [...question.pieces]
    .map(([square, piece]) => ({ square, piece }))
    .sort((a, b) => squareIndex(a.square) - squareIndex(b.square));
  const { kind, eitherSide, moves, anyOrder, areas, turn, exact, shift, mirror } = question;
  if (kind === "path") {
    const gaps = (question.gaps || anyOrder) && moves.length > 1;
    return { kind, moves, ...said({ pieces, eitherSide, gaps, anyOrder, almost: differences(question) }) };
  }
  return {
    kind,
    pieces,
    ...(said({ areas, turn, exact, eitherSide, shift, mirror }) as Partial<AskPosition>),
  };
}

const isArea = (from: string, to: string) => squareIndex(from) >= 0 && squareIndex(to) >= 0;

/** The question that the server read from a text. What the kind does not use is taken from the question before. */
export function fromAsk(ask: AskBoard, before: Question = EMPTY): Question {
  const pieces = new Map<string, Spec>();
  for (const { square, piece } of ask.pieces ?? []) {
    const spec = isSpec(piece) ? specOf(lettersOf(piece)) : undefined;
    if (squareIndex(square) >= 0 && spec !== undefined) pieces.set(square, spec);
  }
  const eitherSide = ask.eitherSide ?? false;
  if (ask.kind === "path") {
    const { moves } = ask;
    // One move has no order and no differences; what was chosen for several stays.
    const single = moves.length < 2;
    return {
      ...before,
      kind: "path",
      pieces,
      eitherSide,
      moves,
      gaps: ask.gaps ?? (single && before.gaps),
      anyOrder: ask.anyOrder ?? (single && before.anyOrder),
      almost: ask.almost ?? (single ? before.almost : 0),
    };
  }
  return {
    ...before,
    kind: "position",
    pieces,
    areas: (ask.areas ?? []).filter(({ piece, from, to }) => isSpec(piece) && isArea(from, to)),
    eitherSide,
    turn: ask.turn,
    exact: ask.exact ?? false,
    shift: ask.shift ?? "no",
    mirror: ask.mirror ?? false,
  };
}
