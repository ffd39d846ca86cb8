// Tags of games as the page writes them, wherever it does.

import { language } from "../i18n";

/** A result: `1-0`, `½-½`; nothing of a game that has none. */
export const resultText = (result: string): string =>
  result === "*" || result === "?" ? "" : result.replaceAll("1/2", "½");

const FIGURINES: Readonly<Record<string, string>> = { K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘" };

/** A move as the reader's language writes it: letters of pieces are English, so other languages have figurines. */
export const moveText = (san: string): string =>
  language() === "en"
    ? san
    : san.replace(
        /(^|[\s.=])([KQRBN])(?=[a-hx1-8+#]|$|\s)/g,
        (_, before, piece) => before + FIGURINES[piece],
      );

/** A name as lists have it, with a space after the comma. */
export const nameText = (name: string): string => name.replace(/,(?=\S)/g, ", ");
