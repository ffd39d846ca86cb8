// What may stand on a square of a question: a piece, any piece of a side, nothing, or any of several pieces.

import { isLetter, LETTERS } from "../board/squares";

/**
 * A letter of `KQRBNPkqrbnp`, `A` for any white piece, `a` for any black piece, `_` for an empty square, or several
 * letters in brackets, `[QRq]`, for any of them.
 */
export type Spec = string;

/** The letters that may stand in a set, in the order in which sets are written. */
const IN_SETS = `A${LETTERS.slice(0, 6)}a${LETTERS.slice(6)}_`;

/** The letters that a specification allows: one, or those of a set. */
export function lettersOf(spec: Spec): string[] {
  return spec.startsWith("[") ? [...spec.slice(1, -1)] : [spec];
}

/** The specification for several letters: without repetitions, in a fixed order, in brackets only where there are several. */
export function specOf(letters: Iterable<string>): Spec | undefined {
  const given = new Set(letters);
  const kept = [...IN_SETS].filter((letter) => given.has(letter)).join("");
  if (kept === "") return undefined;
  return kept.length === 1 ? kept : `[${kept}]`;
}

const WHITE = LETTERS.slice(0, 6);
const BLACK = LETTERS.slice(6);

/** Everything but what a specification allows; undefined if that is nothing. */
export function notSpec(spec: Spec): Spec | undefined {
  const given = new Set(
    lettersOf(spec).flatMap((letter) => [...(letter === "A" ? WHITE : letter === "a" ? BLACK : letter)]),
  );
  const others = [...LETTERS, "_"].filter((letter) => !given.has(letter));
  const all = (letters: string) => [...letters].every((letter) => others.includes(letter));
  return specOf([
    ...(all(WHITE) ? ["A"] : others.filter((letter) => WHITE.includes(letter))),
    ...(all(BLACK) ? ["a"] : others.filter((letter) => BLACK.includes(letter))),
    ...(others.includes("_") ? ["_"] : []),
  ]);
}

/** What must not stand on a square, if that is less than what may. */
export function refusedBy(spec: Spec): Spec | undefined {
  const count = (of: Spec) =>
    lettersOf(of).reduce((sum, letter) => sum + (letter === "A" || letter === "a" ? 6 : 1), 0);
  const others = notSpec(spec);
  return others !== undefined && count(others) < count(spec) ? others : undefined;
}

/** Adds a letter to a set, or takes it out if it is there. */
export function toggle(spec: Spec | undefined, letter: string): Spec | undefined {
  const letters = new Set(spec === undefined ? [] : lettersOf(spec));
  if (!letters.delete(letter)) letters.add(letter);
  return specOf(letters);
}

/** Whether a text is a specification that a board can show. */
export function isSpec(text: string): boolean {
  if (isLetter(text) || text === "A" || text === "a" || text === "_") return true;
  if (!/^\[[A-Za-z_]+\]$/.test(text)) return false;
  return lettersOf(text).every((letter) => IN_SETS.includes(letter));
}

/** The side to which all pieces of a specification belong, if it is one side. */
export function sideOf(spec: Spec): "white" | "black" | undefined {
  const sides = new Set(
    lettersOf(spec).map((letter) => (letter === "_" ? "none" : letter < "a" ? "white" : "black")),
  );
  const only = sides.size === 1 ? [...sides][0] : undefined;
  return only === "white" || only === "black" ? only : undefined;
}
