// Small helpers: elements, numbers and texts. What comes from games and queries becomes text nodes and nothing else.

/** An element with attributes and children. A function as the value of `onclick` and the like becomes a listener. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** The name of a player, with the rating if there is one. */
export const player = (color, name, elo) =>
  el(
    "span",
    { class: `player ${color}` },
    el("i", {}),
    el("b", {}, name ?? "?"),
    elo ? el("small", {}, String(elo)) : null,
  );

/** A result of a game as people print it. */
export const shownResult = (result) => (result ?? "").replace("1/2-1/2", "½–½");

/** A date without what is not known of it. */
export const shownDate = (date) => (date ?? "").replace(/(\.\?\?)+$/, "").replace(/^\?+$/, "");

/** A number with separators: 12,345. */
export const thousands = (n) => n.toLocaleString("en");

/** A number of things: `1 game`, `12 games`. */
export function count(n, one, several = `${one}s`) {
  return `${thousands(n)} ${n === 1 ? one : several}`;
}

/** A text for comparisons: small letters without accents. */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Orders two values: numbers by size, texts by the alphabet, missing values last. */
export function compare(a, b) {
  const [noA, noB] = [a === null || a === undefined || a === "", b === null || b === undefined || b === ""];
  if (noA || noB) return noA - noB;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return collator.compare(String(a), String(b));
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
