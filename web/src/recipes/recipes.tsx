// Recipes by theme: a click shows what one is; whether it takes the place of the question or joins it is another click.

import { signal } from "@preact/signals";
import type { Recipe } from "../api/types";
import { Html } from "../app/html";
import { SearchField } from "../app/search-field";
import type { Store } from "../app/store";
import { Diagram } from "../board/diagram";
import { lineOf, withLine } from "../conditions/line";
import { type Conditions, read, withParts, write } from "../conditions/model";
import { partsOf } from "../conditions/parts";
import { t } from "../i18n";
import { byTheme, matching } from "./search";

const wanted = signal("");
const open = signal<string | null>(null);

export function Recipes({ store }: { store: Store }) {
  const found = byTheme(matching(store.recipes.value, wanted.value));
  return (
    <section class="recipes" aria-labelledby="recipes-heading">
      <h2 id="recipes-heading">{t("recipes.title")}</h2>
      <SearchField label={t("recipes.search")} wanted={wanted} />
      {found.map(([theme, recipes]) => (
        <details key={theme} class="theme" open={wanted.value ? true : undefined}>
          <summary>
            {theme.charAt(0).toUpperCase() + theme.slice(1)} <span class="count">{recipes.length}</span>
          </summary>
          <ul>
            {recipes.map((recipe) => (
              <RecipeItem key={recipe.name} recipe={recipe} store={store} />
            ))}
          </ul>
        </details>
      ))}
      {!found.length && store.recipes.value.length > 0 && <p class="quiet">{t("recipes.none")}</p>}
    </section>
  );
}

const readLine = (query: string, recipes: readonly Recipe[]): Conditions =>
  read(lineOf(query)?.text ?? "", partsOf(recipes));

function RecipeItem({ recipe, store }: { recipe: Recipe; store: Store }) {
  const shown = open.value === recipe.name;
  const [part] = shown ? partsOf([recipe]) : [];
  const chosen = (shown && readLine(store.query.value, store.recipes.value).parts) || [];
  return (
    <li>
      <button
        type="button"
        class="recipe"
        aria-expanded={shown}
        aria-current={store.query.value === recipe.query ? "true" : undefined}
        onClick={() => {
          open.value = shown ? null : recipe.name;
        }}
      >
        {recipe.title}
      </button>
      {shown && (
        <div class="recipe-about">
          {recipe.diagram && <Diagram text={recipe.diagram} label={t("book.position")} />}
          <Html html={recipe.about} />
          <pre>
            <code>{recipe.query}</code>
          </pre>
          <p class="recipe-uses">
            <button type="button" class="button primary" onClick={() => store.replace(recipe.query, true)}>
              {t("recipes.run")}
            </button>
            {part && (
              <button
                type="button"
                class="button"
                disabled={chosen.some((each) => each.recipe.name === recipe.name)}
                onClick={() => {
                  const own = store.own();
                  const now = readLine(own, store.recipes.value);
                  store.setQuery(withLine(own, write(withParts(now, [...(now.parts ?? []), part]))));
                }}
              >
                {t("recipes.add")}
              </button>
            )}
          </p>
        </div>
      )}
    </li>
  );
}
