// What stands on a square of a question, and a move of it, in words.

import type { AskArea, AskMove } from "../api/types";
import { isLetter } from "../board/squares";
import { pieceName } from "../board/words";
import { t } from "../i18n";
import { lettersOf, refusedBy, type Spec } from "./pieces";

export function letterWords(letter: string): string {
  if (letter === "A") return t("ask.anyWhite");
  if (letter === "a") return t("ask.anyBlack");
  if (letter === "_") return t("ask.empty");
  return isLetter(letter) ? pieceName(letter) : letter;
}

/** The pieces that a specification allows; nothing said of a square without one. */
export function specWords(spec: Spec | undefined): string {
  if (spec === undefined) return t("ask.open");
  const refused = refusedBy(spec);
  if (refused !== undefined) return t("ask.no", { piece: specWords(refused) });
  const [last, ...others] = lettersOf(spec).map(letterWords).reverse();
  return others.length === 0
    ? (last ?? "")
    : t("ask.or", { pieces: others.reverse().join(", "), last: last ?? "" });
}

export function moveWords(move: AskMove): string {
  const piece = move.piece === undefined ? t("ask.anyPiece") : specWords(move.piece);
  const to = t(move.capture ? "ask.takes" : "ask.goes", { square: move.to });
  return move.from === undefined
    ? t("ask.move", { piece, to })
    : t("ask.moveFrom", { piece, from: move.from, to });
}

export function areaWords({ piece, from, to, absent }: AskArea): string {
  return t(absent ? "ask.noArea" : "ask.area", { piece: specWords(piece), from, to });
}
