// How boards look, as the reader chose: the colours of the squares and the pictures of the pieces. Both sets are drawn for this
// program; the first is that of crates/diagram.

import { effect } from "@preact/signals";
import { storedChoice } from "../app/preferences";
import { COLOURS, SPAN_COLOURS } from "./colours";

export const SQUARES = ["wood", "slate"] as const;
export const SETS = ["classic", "modern"] as const;

export const squares = storedChoice("squares", SQUARES);
export const pieces = storedChoice("pieces", SETS);

const files = {
  ...import.meta.glob<string>("./pieces/*.svg", { eager: true, query: "?url", import: "default" }),
  // A report, which has all in one file, has the first set only.
  ...(import.meta.env.MODE === "report"
    ? {}
    : import.meta.glob<string>("./pieces/*/*.svg", { eager: true, query: "?url", import: "default" })),
};

/** The picture of a piece by its letter in FEN, or of any piece of a side by `A` and `a`. */
export function pieceFile(letter: string): string {
  const name = `${letter < "a" ? "w" : "b"}${letter.toUpperCase()}.svg`;
  const folder = pieces.value === SETS[0] ? "" : `${pieces.value}/`;
  return files[`./pieces/${folder}${name}`] ?? files[`./pieces/${name}`] ?? "";
}

const ROLES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn", A: "any" };

/** The colours of marks and constituents, which pictures in files have, too. */
const COLOUR_RULES = [
  ...Object.entries(COLOURS).map(([name, colour]) => `.mark-${name} { --colour: ${colour} }`),
  ...Object.values(SPAN_COLOURS).map((colour, at) => `.span-${at} { --span: ${colour} }`),
];

/** Keeps the rules for pieces in step with the choice: one for each picture, for chessground's elements and for ours. */
export function startLook(): void {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  effect(() => {
    const rules = Object.entries(ROLES).flatMap(([letter, role]) =>
      [letter, letter.toLowerCase()].map((each) => {
        const side = each < "a" ? "white" : "black";
        const names = `.cg-wrap piece.${side}.${role}, .piece-${side.charAt(0)}${letter}`;
        return `${names} { background-image: url("${pieceFile(each)}") }`;
      }),
    );
    sheet.replaceSync([...COLOUR_RULES, ...rules].join("\n"));
  });
  effect(() => {
    document.documentElement.dataset.squares = squares.value;
  });
}
