// Recipes by chapter. A search shows the recipes with all its words and opens their chapters.

import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Recipe } from "../api/types";
import { t } from "../i18n";
import { byTheme, matching } from "./search";

interface Props {
  recipes: readonly Recipe[];
  wanted: Signal<string>;
  /** The chapters that are open without a search. */
  open?: Signal<ReadonlySet<string>>;
  children(recipe: Recipe): ComponentChildren;
}

export function Chapters({ recipes, wanted, children, ...props }: Props) {
  const own = useSignal<ReadonlySet<string>>(new Set());
  const open = props.open ?? own;
  const isSearched = wanted.value !== "";
  const found = byTheme(matching(recipes, wanted.value));
  return (
    <>
      {found.map(([theme, list]) => (
        <details
          key={theme}
          class="theme"
          open={isSearched || open.value.has(theme)}
          onToggle={(event) => {
            // Chapters that a search has opened were not opened by the reader.
            if (wanted.peek()) return;
            const others = [...open.peek()].filter((each) => each !== theme);
            open.value = new Set(event.currentTarget.open ? [...others, theme] : others);
          }}
        >
          <summary>
            <h3>{theme}</h3> <span class="count">{list.length}</span>
          </summary>
          <ul>{list.map(children)}</ul>
        </details>
      ))}
      {!found.length && recipes.length > 0 && <p class="quiet">{t("recipes.none")}</p>}
    </>
  );
}
