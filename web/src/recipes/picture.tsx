// What a recipe looks like beside its title: its position, or its query where the book shows none.

import "./recipes.css";
import type { Recipe } from "../api/types";
import { Diagram } from "../board/diagram";

export const RecipePicture = ({ recipe }: { recipe: Recipe }) => (
  <span class="recipe-picture block below-1" aria-hidden="true">
    {recipe.diagram ? (
      <Diagram text={recipe.diagram} label={recipe.title} />
    ) : (
      <code class="block spaced-1 quiet tiny pre breaks">{recipe.query}</code>
    )}
  </span>
);
