// The conditions as chips above the text: each is switched, changed where it was chosen, and removed by itself.

import { Button, Remove, setterOf } from "../app/controls";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { type Condition, removed, switched } from "./asked";
import { nameOf } from "./fields";
import { type Conditions, type Field, KINDS } from "./model";
import { edit } from "./panel";
import { countWords } from "./pieces";

interface Chip extends Condition {
  words: string;
  /** Its place among all that there could be, so that one that is switched off stays where it was. */
  order: number;
}

export function Chips({ store }: { store: Store }) {
  const asked = store.asked.value;
  const chips = [
    ...chipsOf(asked.conditions).map((chip) => ({ chip, isOn: true })),
    ...chipsOf(asked.off).map((chip) => ({ chip, isOn: false })),
  ].sort((a, b) => a.chip.order - b.chip.order);
  if (!chips.length) return null;
  return (
    <ul class="chips flows gap-1 above-2" aria-label={t("conditions.title")}>
      {chips.map(({ chip, isOn }) => (
        <li key={chip.words} class={isOn ? "chip row" : "chip row off"}>
          <input
            type="checkbox"
            checked={isOn}
            aria-label={t("conditions.use", { name: chip.words })}
            title={t("conditions.use", { name: chip.words })}
            onChange={setterOf(store.asked, () => switched(asked, chip, !isOn))}
          />
          <Button class="chip-words cut" title={t("conditions.edit")} onClick={() => edit(chip)}>
            {chip.words}
          </Button>
          <Remove
            label={t("conditions.themes.remove", { name: chip.words })}
            onClick={(event) => {
              // The button goes with its chip; the focus stays among them.
              event.currentTarget.closest("ul")?.querySelector<HTMLElement>("input")?.focus();
              store.asked.value = removed(asked, chip);
            }}
          />
        </li>
      ))}
    </ul>
  );
}

const range = (name: "year" | "move" | "length", from = "", to = "") =>
  from || to ? `${t(`conditions.${name}`)} ${from}–${to}` : "";

/** The conditions one by one, in a few words. */
export function chipsOf(all: Conditions): Chip[] {
  const { player, colour, result, elo, eco, opening, event, ahead, by, pieces, parts = [], other } = all;
  const name = player?.trim();
  // Who won or lost is a question about the player.
  const isOfPlayer = result === "won" || result === "lost";
  const ofPlayer = [colour && nameOf("colour", colour), isOfPlayer && nameOf("result", result)].filter(
    Boolean,
  );
  let order = 0;
  const one = (words: string | undefined | false, ...fields: Field[]): Chip[] => {
    order += 1;
    return words ? [{ words, fields, order }] : [];
  };
  return [
    ...one(
      name && (ofPlayer.length ? `${name} (${ofPlayer.join(", ")})` : name),
      "player",
      "colour",
      ...(isOfPlayer ? (["result"] as const) : []),
    ),
    ...one(result && !isOfPlayer && nameOf("result", result), "result"),
    ...one(elo && `${t("conditions.elo")} ${elo}`, "elo"),
    ...one(range("year", all.yearFrom, all.yearTo), "yearFrom", "yearTo"),
    ...one(eco, "eco"),
    ...one(opening?.trim(), "opening"),
    ...one(event?.trim(), "event"),
    ...one(range("move", all.moveFrom, all.moveTo), "moveFrom", "moveTo"),
    ...one(range("length", all.lengthFrom, all.lengthTo), "lengthFrom", "lengthTo"),
    ...one(ahead && (by ? `${nameOf("ahead", ahead)} +${by}` : nameOf("ahead", ahead)), "ahead", "by"),
    ...KINDS.flatMap((kind) => one(countWords(all, kind), `${kind}>=`, `${kind}<=`)),
    ...one(all.eitherSide && t("conditions.eitherSide"), "eitherSide"),
    ...one(pieces && `${t("conditions.pieces")} ${pieces}`, "pieces"),
    ...parts.map((part) => ({ words: part.recipe.title, fields: [], part, order: 100 })),
    ...(other ? [{ words: other, fields: [], isOther: true, order: 101 }] : []),
  ];
}
