// Recipes by theme: a click puts one into the editor.

import { signal } from "@preact/signals";
import type { Recipe } from "../api/types";
import { Html } from "../app/html";
import { SearchField } from "../app/search-field";
import type { Store } from "../app/store";
import { Diagram } from "../board/diagram";
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

function RecipeItem({ recipe, store }: { recipe: Recipe; store: Store }) {
  const shown = open.value === recipe.name;
  return (
    <li>
      <button
        type="button"
        class="recipe"
        aria-expanded={shown}
        aria-current={store.query.value === recipe.query ? "true" : undefined}
        onClick={() => {
          open.value = shown ? null : recipe.name;
          store.setQuery(recipe.query);
        }}
      >
        {recipe.title}
      </button>
      {shown && (
        <div class="recipe-about">
          {recipe.diagram && <Diagram text={recipe.diagram} label={t("book.position")} />}
          <Html html={recipe.about} />
          <button
            type="button"
            class="button"
            onClick={() => {
              store.setQuery(recipe.query);
              store.panel.value = "answers";
              void store.run();
            }}
          >
            {t("recipes.run")}
          </button>
        </div>
      )}
    </li>
  );
}
