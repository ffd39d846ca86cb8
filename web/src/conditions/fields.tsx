// The kinds of fields that conditions have: a text or number, a range, a choice.

import { t } from "../i18n";
import { type Bound, type Conditions, type Field, plainNumber } from "./model";

export interface Shown {
  conditions: Conditions;
  set(field: Field, value: string): void;
  /** Enter in a field searches, as it does in the text. */
  search(): void;
}

interface InputProps extends Shown {
  field: Field;
  label: string;
  /** What the field takes of what is typed. */
  plain(text: string): string;
  isNumber?: boolean;
  disabled?: boolean;
}

/** The field has a name of its own. */
type TextProps = Omit<InputProps, "label"> & { field: Exclude<Field, Bound | "eitherSide"> };

export function Text(props: TextProps) {
  const label = t(`conditions.${props.field}`);
  return (
    <div class="condition">
      <span aria-hidden="true">{label}</span>
      <Input {...props} label={label} />
    </div>
  );
}

export function Input(props: InputProps) {
  const { conditions, set, search, field, plain, isNumber, disabled, label } = props;
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
      onKeyDown={(event) => {
        if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && !event.isComposing) search();
      }}
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
export function Range(props: Shown & { name: "year" | "move" | "length"; from: Field; to: Field }) {
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

export function Choice(
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

export function nameOf(field: "colour" | "result" | "ahead", value: Chosen): string {
  switch (value) {
    case "white":
    case "black":
    case "equal":
      return field === "ahead" || value === "equal"
        ? t(`conditions.ahead.${value}`)
        : t(value === "white" ? "game.white" : "game.black");
    case "mover":
    case "moved":
      return t(`conditions.${field === "colour" ? "colour" : "result"}.${value}`);
    case "decided":
    case "won":
    case "lost":
      return t(`conditions.result.${value}`);
    default:
      return value.replaceAll("1/2", "½");
  }
}
