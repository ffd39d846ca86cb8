// The page's words for journeys, by their keys, so that a journey tests behaviour and not wording.

import { readFileSync } from "node:fs";

const texts = JSON.parse(readFileSync(new URL("../src/i18n/en.json", import.meta.url), "utf8"));

function textOf(key) {
  const text = texts[key];
  if (text === undefined) throw new Error(`the page has no text with the key ${key}`);
  return text;
}

/** What replaces each `{name}` of a text. */
const filled = (text, value) => text.replace(/\{(\w+)\}/g, (_, name) => value(name));

/** A text of the page in English, with its values. */
export function words(key, values = {}) {
  const text = textOf(key);
  const form = typeof text === "string" ? text : text[values.n === 1 ? "one" : "other"];
  return filled(form, (name) => {
    if (values[name] === undefined) throw new Error(`${key} lacks a value for ${name}`);
    return values[name].toLocaleString("en");
  });
}

const literal = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A pattern for such a text: a value that is not given can be anything, and the text can be a part of a longer one. */
export function wording(key, values = {}) {
  const text = textOf(key);
  const forms = typeof text === "string" ? [text] : Object.values(text);
  const form = (each) =>
    each
      .split(/(\{\w+\})/)
      .map((part) => {
        const value = values[/^\{(\w+)\}$/.exec(part)?.[1]];
        if (value !== undefined) return literal(value.toLocaleString("en"));
        return part.startsWith("{") ? "(.+)" : literal(part);
      })
      .join("");
  return new RegExp(forms.map(form).join("|"));
}

/** The heading of answers: "20 matches in 20 games". */
export const found = (matches, games) =>
  `${words("results.matches", { n: matches })} ${words("results.inGames", { n: games })}`;

/** A piece in words: `piece("white", "n")` is "white knight". */
export const piece = (colour, letter) => words(`board.${colour}`, { piece: words(`board.role.${letter}`) });
