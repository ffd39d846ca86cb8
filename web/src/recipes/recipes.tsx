// Recipes by theme: a click shows what one is; whether it takes the place of the question or joins it is another click.

import { signal } from "@preact/signals";
import type { Recipe } from "../api/types";
import { Button } from "../app/button";
import { Html } from "../app/html";
import { SearchField } from "../app/search-field";
import { setTo } from "../app/set";
import type { Store } from "../app/store";
import { Diagram } from "../board/diagram";
import { withParts } from "../conditions/model";
import { t } from "../i18n";
import { Chapters } from "./chapters";

const wanted = signal("");
const open = signal<string | null>(null);

export function Recipes({ store }: { store: Store }) {
  return (
    <section class="recipes" aria-labelledby="recipes-heading">
      <h2 id="recipes-heading">{t("recipes.title")}</h2>
      <SearchField label={t("recipes.search")} wanted={wanted} />
      <Chapters recipes={store.recipes.value} wanted={wanted}>
        {(recipe) => <RecipeItem key={recipe.name} recipe={recipe} store={store} />}
      </Chapters>
    </section>
  );
}

function RecipeItem({ recipe, store }: { recipe: Recipe; store: Store }) {
  const shown = open.value === recipe.name;
  const part = shown && store.parts.value.find((each) => each.recipe === recipe);
  const { conditions, text } = store.asked.value;
  const chosen = conditions.parts ?? [];
  return (
    <li>
      <Button
        class="recipe pick whole"
        aria-expanded={shown}
        aria-current={text === recipe.query ? "true" : undefined}
        onClick={setTo(open, shown ? null : recipe.name)}
      >
        {recipe.title}
      </Button>
      {shown && (
        <div class="recipe-about quiet small">
          {recipe.diagram && <Diagram text={recipe.diagram} label={t("book.position")} />}
          <Html html={recipe.about} />
          <pre>
            <code>{recipe.query}</code>
          </pre>
          <p class="recipe-uses">
            <Button class="button primary" onClick={() => store.replace(recipe.query, true)}>
              {t("recipes.run")}
            </Button>
            {part && (
              <Button
                disabled={chosen.includes(part)}
                onClick={() => store.setConditions(withParts(conditions, [...chosen, part]))}
              >
                {t("recipes.add")}
              </Button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}
