// Which recipes are shown: those that contain every word that was typed, the words in the titles first.

import type { Recipe } from "../api/types";

export function matching(recipes: readonly Recipe[], wanted: string): Recipe[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (...texts: string[]) => words.every((word) => texts.join(" ").toLowerCase().includes(word));
  const place = ({ title }: Recipe) =>
    has(title) ? title.toLowerCase().indexOf(words[0] ?? "") : Number.MAX_VALUE;
  return recipes
    .filter(({ title, name, theme, about, query }) => has(title, name, theme, about, query))
    .sort((a, b) => place(a) - place(b));
}

/** The recipes of each theme, in the order in which they come. */
export function byTheme(recipes: readonly Recipe[]): [theme: string, recipes: Recipe[]][] {
  const themes = new Map<string, Recipe[]>();
  for (const recipe of recipes) {
    const list = themes.get(recipe.theme);
    if (list) list.push(recipe);
    else themes.set(recipe.theme, [recipe]);
  }
  return [...themes];
}
