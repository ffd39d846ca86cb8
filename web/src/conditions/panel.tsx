// Conditions beside the board: fields that are a line of the query. A change of the board or of the text leaves them alone.

import "./conditions.css";
import { useMemo } from "preact/hooks";
import { store as keep, remembered } from "../app/preferences";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Choice, nameOf, Range, type Shown, Text } from "./fields";
import { lineOf, restOf, withLine } from "./line";
import {
  asksMaterial,
  type Conditions,
  KINDS,
  plainEco,
  plainNumber,
  plainText,
  read,
  withField,
  withParts,
  write,
} from "./model";
import { partsOf } from "./parts";
import { countWords, Pieces } from "./pieces";
import { Themes } from "./themes";

const OPEN = "conditions";
const isOpen = remembered(OPEN, (text) => text === "open");

export function ConditionsPanel({ store }: { store: Store }) {
  const recipes = store.recipes.value;
  const parts = useMemo(() => partsOf(recipes), [recipes]);
  const query = store.query.value;
  const readIn = (text: string) => read(lineOf(text)?.text ?? "", parts);
  const conditions = readIn(query);
  // What the page offers is nobody's, so that no condition is joined to it.
  const put = (next: Conditions) => store.setQuery(withLine(store.own(), write(next)));
  const said = words(conditions);
  const shown: Shown = {
    conditions,
    set: (field, value) => put(withField(readIn(store.query.peek()), field, value)),
    search: () => void store.run(),
  };
  return (
    <details
      class="card conditions"
      open={isOpen.value}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
        keep(OPEN, isOpen.value ? "open" : null);
      }}
    >
      <summary>
        <h2>{t("conditions.title")}</h2>
        <span class="quiet conditions-said">{said.join(" · ") || t("conditions.none")}</span>
      </summary>
      <Fields {...shown} />
      <Pieces {...shown} />
      <Themes
        parts={parts}
        chosen={conditions.parts ?? []}
        onChange={(chosen) => put(withParts(readIn(store.query.peek()), chosen))}
      />
      <Notes conditions={conditions} isAlone={said.length > 0 && !restOf(query).trim()} />
      {said.length > 0 && (
        <button type="button" class="button" onClick={() => put({})}>
          {t("conditions.clear")}
        </button>
      )}
    </details>
  );
}

function Fields(shown: Shown) {
  const { conditions } = shown;
  const isNamed = Boolean(conditions.player?.trim());
  return (
    <div class="conditions-fields">
      <Text {...shown} field="player" plain={plainText} />
      <Choice {...shown} field="colour" values={["white", "black", "moved", "mover"]} disabled={!isNamed} />
      <Choice
        {...shown}
        field="result"
        values={[
          "1-0",
          "0-1",
          "1/2-1/2",
          "decided",
          "mover",
          "moved",
          ...(isNamed ? ["won" as const, "lost" as const] : []),
        ]}
      />
      <Text {...shown} field="elo" plain={plainNumber} isNumber />
      <Range {...shown} name="year" from="yearFrom" to="yearTo" />
      <Text {...shown} field="eco" plain={plainEco} />
      <Text {...shown} field="opening" plain={plainText} />
      <Text {...shown} field="event" plain={plainText} />
      <Range {...shown} name="move" from="moveFrom" to="moveTo" />
      <Range {...shown} name="length" from="lengthFrom" to="lengthTo" />
      <Choice {...shown} field="ahead" values={["white", "black", "equal"]} />
      <Text
        {...shown}
        field="by"
        plain={plainNumber}
        isNumber
        disabled={conditions.ahead !== "white" && conditions.ahead !== "black"}
      />
      <Text {...shown} field="pieces" plain={plainNumber} isNumber />
    </div>
  );
}

/** What to know about the line: what else is on it, and that conditions on games alone hold at every position. */
function Notes(props: { conditions: Conditions; isAlone: boolean }) {
  const { conditions, isAlone } = props;
  return (
    <>
      {conditions.other !== undefined && (
        <p class="quiet conditions-note">
          {t("conditions.other")} <code>{conditions.other}</code>
        </p>
      )}
      {isAlone && !asksMaterial(conditions) && !conditions.parts && (
        <p class="quiet conditions-note">{t("conditions.alone")}</p>
      )}
    </>
  );
}

/** What is asked, in a few words. */
function words(conditions: Conditions): string[] {
  const {
    player,
    colour,
    result,
    elo,
    eco,
    opening,
    event,
    ahead,
    by,
    pieces,
    parts = [],
    other,
  } = conditions;
  const range = (name: "year" | "move" | "length", from = "", to = "") =>
    from || to ? `${t(`conditions.${name}`)} ${from}–${to}` : "";
  return [
    player?.trim() && (colour ? `${player} (${nameOf("colour", colour)})` : player),
    result && nameOf("result", result),
    elo && `${t("conditions.elo")} ${elo}`,
    range("year", conditions.yearFrom, conditions.yearTo),
    eco,
    opening?.trim(),
    event?.trim(),
    range("move", conditions.moveFrom, conditions.moveTo),
    range("length", conditions.lengthFrom, conditions.lengthTo),
    ahead && (by ? `${nameOf("ahead", ahead)} +${by}` : nameOf("ahead", ahead)),
    ...KINDS.map((kind) => countWords(conditions, kind)),
    conditions.eitherSide && t("conditions.eitherSide"),
    pieces && `${t("conditions.pieces")} ${pieces}`,
    ...parts.map(({ recipe }) => recipe.title),
    other && "…",
  ].filter((each): each is string => Boolean(each));
}
