// The chapters of the recipes, each of which opens the gallery.

import { Button, Part, setTo } from "../app/controls";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { opened } from "../items/opened";
import { byTheme } from "./search";

export function Recipes({ store }: { store: Store }) {
  return (
    <Part name="recipes" title={t("recipes.title")}>
      <ul>
        {byTheme(store.recipes.value).map(([theme, list]) => (
          <li key={theme}>
            <Button
              class="pick row spread whole"
              aria-haspopup="dialog"
              onClick={setTo(opened, { kind: "recipes", at: theme })}
            >
              {theme} <span class="count">{list.length}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Part>
  );
}
