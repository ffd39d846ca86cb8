// Recipes as conditions: those that are chosen, with their pictures, and what opens all to choose from.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { t } from "../i18n";
import type { Part } from "./parts";
import { PartPicture, Pictures } from "./pictures";

interface Props {
  parts: readonly Part[];
  chosen: readonly Part[];
  onChange(chosen: readonly Part[]): void;
}

export function Themes({ parts, chosen, onChange }: Props) {
  const isOpen = useSignal(false);
  const opener = useRef<HTMLButtonElement>(null);
  const without = (part: Part) => chosen.filter((each) => each !== part);
  return (
    <div class="conditions-themes">
      {chosen.length > 0 && (
        <ul aria-label={t("conditions.themes")}>
          {chosen.map((part) => (
            <li key={part.recipe.name}>
              <PartPicture recipe={part.recipe} />
              <span>{part.recipe.title}</span>
              <button
                type="button"
                class="icon-button"
                aria-label={t("conditions.themes.remove", { name: part.recipe.title })}
                onClick={() => {
                  onChange(without(part));
                  // The button that was pressed goes with what it removes.
                  opener.current?.focus();
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="button"
        ref={opener}
        aria-haspopup="dialog"
        disabled={!parts.length}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {t("conditions.themes.add")}
      </button>
      {isOpen.value && (
        <Pictures
          parts={parts}
          chosen={chosen}
          onChoose={(part) => onChange(chosen.includes(part) ? without(part) : [...chosen, part])}
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </div>
  );
}
