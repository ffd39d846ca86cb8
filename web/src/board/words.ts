// A position in words, for readers who do not see the board.

import { type Key, t } from "../i18n";
import { type Letter, placement, turnOf } from "./squares";

const ROLES = "kqrbnp";

/** The name of a piece without its side. */
export function roleName(letter: string): string {
  return t(`board.role.${letter.toLowerCase()}` as Key);
}

/** The name of a piece with its side. */
export function pieceName(letter: Letter): string {
  return t(letter < "a" ? "board.white" : "board.black", { piece: roleName(letter) });
}

/** The pieces of both sides with their squares, the king first, and who is to move. */
export function describe(fen: string): string {
  const pieces = placement(fen);
  const side = (white: boolean) => {
    const own = [...pieces].filter(([, letter]) => letter < "a" === white);
    own.sort(
      ([a, x], [b, y]) => ROLES.indexOf(x.toLowerCase()) - ROLES.indexOf(y.toLowerCase()) || (a < b ? -1 : 1),
    );
    return own.map(([square, letter]) => t("board.on", { piece: roleName(letter), square })).join(", ");
  };
  const sides = t("board.sides", {
    white: side(true) || t("board.nothing"),
    black: side(false) || t("board.nothing"),
  });
  return `${t(turnOf(fen) === "white" ? "board.turn.white" : "board.turn.black")} ${sides}`;
}
