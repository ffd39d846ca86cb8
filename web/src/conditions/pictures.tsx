// Recipes as pictures by chapter, to choose one of them. A picture is drawn when it comes near to what is on screen.

import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Recipe } from "../api/types";
import { DialogHead } from "../app/dialog-head";
import { SearchField } from "../app/search-field";
import { Diagram } from "../board/diagram";
import { t } from "../i18n";
import { byTheme, matching } from "../recipes/search";
import { Near } from "./near";
import type { Part } from "./parts";

const wanted = signal("");
/** The chapters that are open while nothing is looked for; they stay so. */
const open = signal<ReadonlySet<string>>(new Set(["Structures"]));

interface Props {
  parts: readonly Part[];
  chosen: readonly Part[];
  /** Adds a recipe, or takes away one that is chosen. */
  onChoose(part: Part): void;
  onClose(): void;
}

export function Pictures({ parts, chosen, onChoose, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const near = useMemo(() => new Near(), []);
  useEffect(() => {
    wanted.value = "";
    dialog.current?.showModal();
    return () => near.close();
  }, []);
  const partOf = useMemo(() => new Map(parts.map((part) => [part.recipe, part])), [parts]);
  const found = byTheme(matching([...partOf.keys()], wanted.value));
  return (
    <dialog
      class="browse pictures"
      ref={dialog}
      aria-labelledby="pictures-heading"
      data-own-keys
      onClose={onClose}
    >
      <DialogHead id="pictures-heading" title={t("conditions.themes")}>
        <SearchField label={t("recipes.search")} wanted={wanted} />
      </DialogHead>
      <div class="pictures-list">
        {found.map(([theme, recipes]) => (
          <Chapter key={theme} theme={theme} count={recipes.length}>
            {recipes.map((recipe) => (
              <Tile
                key={recipe.name}
                recipe={recipe}
                near={near}
                isChosen={chosen.some((part) => part.recipe === recipe)}
                onClick={() => {
                  const part = partOf.get(recipe);
                  if (part) onChoose(part);
                  dialog.current?.close();
                }}
              />
            ))}
          </Chapter>
        ))}
        {!found.length && <p class="quiet">{t("recipes.none")}</p>}
      </div>
    </dialog>
  );
}

function Chapter(props: { theme: string; count: number; children: preact.ComponentChildren }) {
  const { theme, count, children } = props;
  const isSearched = wanted.value !== "";
  return (
    <details
      open={isSearched || open.value.has(theme)}
      onToggle={(event) => {
        // A search opens all that is found, which is not what the reader has opened.
        if (wanted.value) return;
        const next = new Set(open.value);
        if (event.currentTarget.open) next.add(theme);
        else next.delete(theme);
        open.value = next;
      }}
    >
      <summary>
        <h3>{theme}</h3> <span class="count">{count}</span>
      </summary>
      <ul>{children}</ul>
    </details>
  );
}

function Tile(props: { recipe: Recipe; near: Near; isChosen: boolean; onClick(): void }) {
  const { recipe, near, isChosen, onClick } = props;
  const tile = useRef<HTMLButtonElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => (tile.current ? near.watch(tile.current, () => setNear(true)) : undefined), [near]);
  return (
    <li>
      <button type="button" class="picture-tile" ref={tile} aria-pressed={isChosen} onClick={onClick}>
        {isNear ? <PartPicture recipe={recipe} /> : <span class="part-picture" />}
        {recipe.title}
      </button>
    </li>
  );
}

/** What a recipe looks like beside its title: its position, or its query where the book shows none. */
export function PartPicture({ recipe }: { recipe: Recipe }) {
  return (
    <span class="part-picture" aria-hidden="true">
      {recipe.diagram ? <Diagram text={recipe.diagram} label={recipe.title} /> : <code>{recipe.query}</code>}
    </span>
  );
}
