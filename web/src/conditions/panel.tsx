// The fields of all conditions. A change of the board or of the text leaves them alone.

import "./conditions.css";
import { Button, setTo } from "../app/controls";
import { storedSwitch } from "../app/preferences";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { opened } from "../items/opened";
import type { Condition } from "./asked";
import { Choice, Range, type Shown, Text } from "./fields";
import { NAMED, Offered } from "./known";
import { asksMaterial, plainEco, plainNumber, plainText, withField, write } from "./model";
import { Pieces } from "./pieces";

const opening = storedSwitch("conditions");

/** Opens the fields where a condition was chosen. */
export function edit({ fields: [field], part }: Condition): void {
  opening.set(true);
  requestAnimationFrame(() => {
    const panel = document.querySelector(".conditions");
    const wanted = field ? `[data-field="${field}"]` : part ? ".conditions-themes button" : "summary";
    const element = panel?.querySelector<HTMLElement>(wanted);
    const closed = element?.closest<HTMLDetailsElement>("details:not([open])");
    if (closed) closed.open = true;
    element?.scrollIntoView({ block: "nearest" });
    element?.focus();
  });
}

export function ConditionsPanel({ store }: { store: Store }) {
  const { conditions, text } = store.asked.value;
  const isNone = !write(conditions);
  const shown: Shown = {
    conditions,
    set: (field, value) => store.setConditions(withField(store.asked.peek().conditions, field, value)),
    search: () => void store.run(),
  };
  return (
    <details
      class="card conditions fixed roomy"
      open={opening.isOn.value}
      onToggle={(event) => opening.set(event.currentTarget.open)}
    >
      <summary class="baseline flows">
        <h2>{t("conditions.title")}</h2>
        {isNone && <span class="quiet conditions-said">{t("conditions.none")}</span>}
      </summary>
      <Fields {...shown} />
      {NAMED.map((field) => (
        <Offered key={field} store={store} field={field} />
      ))}
      <Pieces {...shown} />
      <p class="conditions-themes below-2">
        <Button aria-haspopup="dialog" onClick={setTo(opened, { kind: "recipes", at: "Structures" })}>
          {t("conditions.themes.add")}
        </Button>
      </p>
      {!isNone && !text.trim() && !asksMaterial(conditions) && !conditions.parts && (
        <p class="quiet conditions-note breaks below-2">{t("conditions.alone")}</p>
      )}
      {!isNone && (
        <p class="quiet conditions-note breaks below-2">
          <code>{write(conditions)}</code>
        </p>
      )}
      {!isNone && <Button onClick={() => store.setConditions({})}>{t("conditions.clear")}</Button>}
    </details>
  );
}

function Fields(shown: Shown) {
  const { conditions } = shown;
  const isNamed = Boolean(conditions.player?.trim());
  return (
    <div class="conditions-fields grid gap-2">
      <Text {...shown} field="player" plain={plainText} list="known-player" />
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
      <Text {...shown} field="eco" plain={plainEco} list="known-eco" />
      <Text {...shown} field="opening" plain={plainText} list="known-opening" />
      <Text {...shown} field="event" plain={plainText} list="known-event" />
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
