// Which recipes are shown: those that contain every word that was typed.

import type { Recipe } from "../api/types";

export function matching(recipes: readonly Recipe[], wanted: string): Recipe[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return recipes.filter((recipe) => {
    const text =
      `${recipe.title} ${recipe.name} ${recipe.theme} ${recipe.about} ${recipe.query}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
