// Conditions beside the board: fields that are a line of the query. A change of the board or of the text leaves them alone.

import "./conditions.css";
import { store as keep, remembered } from "../app/preferences";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { lineOf, restOf, withLine } from "./line";
import {
  type Conditions,
  type Field,
  plainEco,
  plainNumber,
  plainText,
  read,
  withField,
  write,
} from "./model";

const OPEN = "conditions";
const isOpen = remembered(OPEN, (text) => text === "open");

interface Shown {
  conditions: Conditions;
  set(field: Field, value: string): void;
}

export function ConditionsPanel({ store }: { store: Store }) {
  const query = store.query.value;
  const conditions = read(lineOf(query)?.text ?? "");
  const put = (next: Conditions) => store.setQuery(withLine(store.query.peek(), write(next)));
  const shown: Shown = {
    conditions,
    set: (field, value) => put(withField(read(lineOf(store.query.peek())?.text ?? ""), field, value)),
  };
  const said = words(conditions);
  const alone = said.length > 0 && !restOf(query).trim();
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
      <div class="conditions-fields">
        <Text {...shown} field="player" plain={plainText} />
        <Choice {...shown} field="colour" values={["white", "black"]} disabled={!conditions.player?.trim()} />
        <Choice
          {...shown}
          field="result"
          values={[
            "1-0",
            "0-1",
            "1/2-1/2",
            "decided",
            ...(conditions.player?.trim() ? ["won" as const, "lost" as const] : []),
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
      {conditions.other !== undefined && (
        <p class="quiet conditions-note">
          {t("conditions.other")} <code>{conditions.other}</code>
        </p>
      )}
      {alone && (
        <p class="quiet conditions-note">
          {t("conditions.alone")}{" "}
          <button
            type="button"
            class="button"
            onClick={() => store.setQuery(`${store.query.peek().trimEnd()}\ninitial`)}
          >
            {t("conditions.initial")}
          </button>
        </p>
      )}
      {said.length > 0 && (
        <button type="button" class="button" onClick={() => put({})}>
          {t("conditions.clear")}
        </button>
      )}
    </details>
  );
}

interface TextProps extends Shown {
  field: Field;
  /** What the field takes of what is typed. */
  plain(text: string): string;
  isNumber?: boolean;
  disabled?: boolean;
}

function Text(props: TextProps) {
  const label = t(`conditions.${props.field}`);
  return (
    <div class="condition">
      <span aria-hidden="true">{label}</span>
      <Input {...props} label={label} />
    </div>
  );
}

function Input(props: TextProps & { label: string }) {
  const { conditions, set, field, plain, isNumber, disabled, label } = props;
  return (
    <input
      class="field"
      value={conditions[field] ?? ""}
      aria-label={label}
      inputMode={isNumber ? "numeric" : undefined}
      placeholder={isNumber ? undefined : t("conditions.any")}
      disabled={disabled}
      autocomplete="off"
      spellcheck={false}
      onInput={(event) => {
        const input = event.currentTarget;
        const value = plain(input.value);
        // What is not taken is not seen either.
        if (input.value !== value) input.value = value;
        set(field, value);
      }}
    />
  );
}

/** Two numbers between which something lies. */
function Range(props: Shown & { name: "year" | "move" | "length"; from: Field; to: Field }) {
  const { name, from, to, ...shown } = props;
  const title = t(`conditions.${name}`);
  return (
    <fieldset class="condition range">
      <legend>{title}</legend>
      <Input
        {...shown}
        field={from}
        plain={plainNumber}
        isNumber
        label={t("conditions.from", { name: title })}
      />
      <span aria-hidden="true">–</span>
      <Input {...shown} field={to} plain={plainNumber} isNumber label={t("conditions.to", { name: title })} />
    </fieldset>
  );
}

type Chosen = NonNullable<Conditions["colour" | "result" | "ahead"]>;

function Choice(
  props: Shown & {
    field: "colour" | "result" | "ahead";
    values: readonly Chosen[];
    disabled?: boolean;
  },
) {
  const { conditions, set, field, values, disabled } = props;
  const label = t(`conditions.${field}`);
  return (
    <div class="condition">
      <span aria-hidden="true">{label}</span>
      <select
        class="field"
        aria-label={label}
        value={conditions[field] ?? ""}
        disabled={disabled}
        onChange={(event) => set(field, event.currentTarget.value)}
      >
        <option value="">{t("conditions.any")}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {nameOf(field, value)}
          </option>
        ))}
      </select>
    </div>
  );
}

function nameOf(field: "colour" | "result" | "ahead", value: Chosen): string {
  switch (value) {
    case "white":
    case "black":
    case "equal":
      return field === "ahead" || value === "equal"
        ? t(`conditions.ahead.${value}`)
        : t(value === "white" ? "game.white" : "game.black");
    case "decided":
    case "won":
    case "lost":
      return t(`conditions.result.${value}`);
    default:
      return value.replaceAll("1/2", "½");
  }
}

/** What is asked, in a few words. */
function words(conditions: Conditions): string[] {
  const { player, colour, result, elo, eco, opening, event, ahead, by, pieces, other } = conditions;
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
    pieces && `${t("conditions.pieces")} ${pieces}`,
    other && "…",
  ].filter((each): each is string => Boolean(each));
}
