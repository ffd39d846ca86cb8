// Recipes as conditions: what opens all to choose from.

import { useSignal } from "@preact/signals";
import { Button } from "../app/button";
import { setTo } from "../app/set";
import { t } from "../i18n";
import type { Part } from "./parts";
import { Pictures } from "./pictures";

interface Props {
  parts: readonly Part[];
  chosen: readonly Part[];
  onChange(chosen: readonly Part[]): void;
}

export function Themes({ parts, chosen, onChange }: Props) {
  const isOpen = useSignal(false);
  const without = (part: Part) => chosen.filter((each) => each !== part);
  return (
    <div class="conditions-themes below-2">
      <Button aria-haspopup="dialog" disabled={!parts.length} onClick={setTo(isOpen, true)}>
        {t("conditions.themes.add")}
      </Button>
      {isOpen.value && (
        <Pictures
          parts={parts}
          chosen={chosen}
          onChoose={(part) => onChange(chosen.includes(part) ? without(part) : [...chosen, part])}
          onClose={setTo(isOpen, false)}
        />
      )}
    </div>
  );
}
