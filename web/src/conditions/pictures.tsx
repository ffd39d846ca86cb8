// Recipes as pictures by chapter, to choose one of them. A picture is drawn when it comes near to what is on screen.

import { signal } from "@preact/signals";
import type { TargetedMouseEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Recipe } from "../api/types";
import { closeDialog, Dialog } from "../app/dialog";
import { SearchField } from "../app/search-field";
import { setTo } from "../app/set";
import { Diagram } from "../board/diagram";
import { useNear } from "../board/visible";
import { t } from "../i18n";
import { Chapters } from "../recipes/chapters";
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
  useEffect(setTo(wanted, ""), []);
  return (
    <Dialog
      class="browse pictures"
      title={t("conditions.themes")}
      head={<SearchField label={t("recipes.search")} wanted={wanted} />}
      onClose={onClose}
    >
      <div class="pictures-list scrolls">
        <Chapters recipes={parts.map((part) => part.recipe)} wanted={wanted} open={open}>
          {(recipe) => (
            <Tile
              key={recipe.name}
              recipe={recipe}
              isChosen={chosen.some((part) => part.recipe === recipe)}
              onClick={(event) => {
                const part = parts.find((each) => each.recipe === recipe);
                if (part) onChoose(part);
                closeDialog(event.currentTarget);
              }}
            />
          )}
        </Chapters>
      </div>
    </Dialog>
  );
}

function Tile(props: {
  recipe: Recipe;
  isChosen: boolean;
  onClick(event: TargetedMouseEvent<HTMLButtonElement>): void;
}) {
  const { recipe, isChosen, onClick } = props;
  const tile = useRef<HTMLButtonElement>(null);
  const isNear = useNear(tile);
  return (
    <li>
      <button
        type="button"
        class="picture-tile tall to-left rows small breaks whole"
        ref={tile}
        aria-pressed={isChosen}
        onClick={onClick}
      >
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
