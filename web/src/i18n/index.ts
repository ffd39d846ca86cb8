// Messages in the reader's language. A language is one file in this folder, named by its code ("de.json", "pt-br.json"), and is
// found when the page is built; what it lacks is said in English. `{name}` in a text is replaced by a value; `{n}` also chooses
// the form of the plural.

import { signal } from "@preact/signals";
import en from "./en.json";

/** A text with `{name}` for values, or one text for each form of the plural that `n` asks for. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Key = keyof typeof en;
/** What the file of a language holds. */
export type Language = Partial<Record<Key, Message>>;

const files = import.meta.glob<{ default: Language }>(["./*.json", "!./en.json"]);
const others = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^\.\/(.*)\.json$/, "$1"), load]),
);

const current = signal<{ code: string; messages: Language }>({ code: "en", messages: en });

/** The codes of the languages that there are. */
export const languages: readonly string[] = ["en", ...others.keys()].sort();

/** The name of a language in itself. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/** The code of the language in use. Reading it in a component redraws the component when the language changes. */
export const language = (): string => current.value.code;

/** The first of the reader's languages that there is. */
export function preferred(wanted: readonly string[]): string {
  for (const tag of wanted.map((tag) => tag.toLowerCase())) {
    const found =
      languages.find((code) => code === tag) ?? languages.find((code) => code === tag.split("-")[0]);
    if (found) return found;
  }
  return "en";
}

export async function choose(code: string): Promise<void> {
  const load = others.get(code);
  current.value = load ? { code, messages: (await load()).default } : { code: "en", messages: en };
  if (typeof document !== "undefined") document.documentElement.lang = current.value.code;
}

/** The text of a message. Numbers are written as the language writes them. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const { code, messages } = current.value;
  return fill(messages[key] ?? en[key], values, messages[key] === undefined ? "en" : code);
}

/** A message with its values. */
export function fill(message: Message, values: Record<string, string | number>, code: string): string {
  let text = message;
  if (typeof text !== "string") {
    const form = new Intl.PluralRules(code).select(Number(values.n ?? 0));
    text = text[form] ?? text.other ?? "";
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(code) : value;
  });
}

// Tags of games as the page writes them, wherever it does.

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
