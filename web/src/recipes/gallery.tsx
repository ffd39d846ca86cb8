// Recipes as pictures by chapter. A click shows what one is and how much it finds; whether it takes the place of the text or
// joins the question is another click.

import { useComputed, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Recipe } from "../api/types";
import { Button, SearchField, setTo } from "../app/controls";
import { closeDialog, Dialog } from "../app/dialog";
import { Html } from "../app/html";
import type { Store } from "../app/store";
import { Diagram } from "../board/diagram";
import { useNear } from "../board/visible";
import { queryOf } from "../conditions/asked";
import { withParts } from "../conditions/model";
import { t } from "../i18n";
import { opened } from "../items/opened";
import { Count } from "../query/count";
import { RecipePicture } from "./picture";
import { byTheme, matching } from "./search";

/** The gallery with a recipe, or with a chapter. */
export function Recipes({ store, at }: { store: Store; at: Recipe | string }) {
  const wanted = useSignal("");
  const clicked = useSignal(at);
  const begun = typeof at === "string" ? at : at.theme;
  const found = matching(store.recipes.value, wanted.value);
  const shown =
    found.find((recipe) => recipe === clicked.value) ??
    (wanted.value ? undefined : found.find(({ theme }) => theme === begun)) ??
    found[0];
  return (
    <Dialog
      class="browse gallery-of-recipes"
      title={t("recipes.title")}
      head={<SearchField label={t("recipes.search")} wanted={wanted} />}
      onClose={setTo(opened, null)}
    >
      <div class="recipes-list scrolls">
        {byTheme(found).map(([theme, list]) => (
          <details key={theme} open={wanted.value !== "" || theme === begun}>
            <summary>
              <h3>{theme}</h3> <span class="count">{list.length}</span>
            </summary>
            <ul class="grid gap-3 spaced-1">
              {list.map((recipe) => (
                <Tile
                  key={recipe.name}
                  recipe={recipe}
                  isShown={recipe === shown}
                  onClick={setTo(clicked, recipe)}
                />
              ))}
            </ul>
          </details>
        ))}
      </div>
      {shown ? (
        <About key={shown.name} recipe={shown} store={store} isAtHand={shown === at} />
      ) : (
        <p class="quiet">{t("recipes.none")}</p>
      )}
    </Dialog>
  );
}

/** A picture is drawn when it comes near to what is on screen. */
function Tile({ recipe, isShown, onClick }: { recipe: Recipe; isShown: boolean; onClick(): void }) {
  const tile = useRef<HTMLLIElement>(null);
  const isNear = useNear(tile);
  return (
    <li ref={tile}>
      <Button
        class="recipe spaced-1 tall to-left rows small breaks whole"
        aria-current={isShown ? "true" : undefined}
        onClick={onClick}
      >
        {isNear ? <RecipePicture recipe={recipe} /> : <span class="recipe-picture block below-1" />}
        {recipe.title}
      </Button>
    </li>
  );
}

function About({ recipe, store, isAtHand }: { recipe: Recipe; store: Store; isAtHand: boolean }) {
  const part = store.parts.value.find((each) => each.recipe === recipe);
  const { conditions } = store.asked.value;
  const chosen = conditions.parts ?? [];
  const others = chosen.filter((each) => each !== part);
  const asked = useComputed(() => {
    const { query } = queryOf({ ...store.asked.value, text: recipe.query });
    return { ...store.question(), query };
  });
  return (
    <section class="recipe-about scrolls rows gap-2 small" aria-labelledby="recipe-title">
      <h3 id="recipe-title">{recipe.title}</h3>
      <p class="row flows gap-2">
        <Button
          class="button primary"
          autofocus={isAtHand}
          onClick={(event) => {
            closeDialog(event.currentTarget);
            store.replace(recipe.query, true);
          }}
        >
          {t("recipes.run")}
        </Button>
        {part && (
          <Button
            onClick={(event) => {
              closeDialog(event.currentTarget);
              store.setConditions(
                withParts(conditions, others.length < chosen.length ? others : [...chosen, part]),
              );
            }}
          >
            {others.length < chosen.length ? t("recipes.remove") : t("recipes.add")}
          </Button>
        )}
        <Count asked={asked} />
      </p>
      {recipe.diagram && <Diagram text={recipe.diagram} label={t("book.position")} />}
      <Html html={recipe.about} />
      <pre>
        <code>{recipe.query}</code>
      </pre>
    </section>
  );
}
