// Recipes as conditions: the query of each in braces, on one line. The text tells the recipe, so that it is known when it is
// read back.

import type { Recipe } from "../api/types";

export interface Part {
  recipe: Recipe;
  /** `{...}` */
  text: string;
}

/** Texts between quotation marks, comments, and blanks. */
const TEXT_OR_GAP = /("[^"]*")|(?:\/\*[\s\S]*?\*\/|(?:\/\/|;)[^\n]*|\s+)+/g;

/** A query without its comments and line ends, which mean nothing between filters. */
export const oneLine = (query: string): string =>
  query.replace(TEXT_OR_GAP, (_, text?: string) => text ?? " ").trim();

/** The recipes that can be part of a query: a header and functions stand at the top of one only. */
export function partsOf(recipes: readonly Recipe[]): Part[] {
  return recipes.flatMap((recipe) => {
    const query = oneLine(recipe.query);
    const isWhole = /^cql\s*\(|\bfunction\s+\w+\s*\(/.test(query);
    if (isWhole) return [];
    // What is said of a game from its beginning is a condition at any of its positions.
    const rest = /^initial\s+(?!or\b)(.*)$/.exec(query)?.[1];
    return [{ recipe, text: rest === undefined ? `{${query}}` : `initialposition:{${rest}}` }];
  });
}
