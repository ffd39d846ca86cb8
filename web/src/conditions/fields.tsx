// The kinds of fields that conditions have: a text or number, a range, a choice.

import type { ComponentChildren } from "preact";
import { Select } from "../app/controls";
import { type Key, t } from "../i18n";
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
  /** The id of what it offers. */
  list?: string;
}

/** The field has a name of its own. */
type TextProps = Omit<InputProps, "label"> & { field: Exclude<Field, Bound | "eitherSide"> };

export function Text(props: TextProps) {
  const label = t(`conditions.${props.field}`);
  return (
    <Labelled label={label}>
      <Input {...props} label={label} />
    </Labelled>
  );
}

function Labelled({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="condition grid small narrows">
      <span class="quiet" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

/** A field for a number. */
export const NumberInput = (props: Omit<InputProps, "plain">) => (
  <Input {...props} plain={plainNumber} isNumber />
);

function Input(props: InputProps) {
  const { conditions, set, search, field, plain, isNumber, disabled, label, list } = props;
  return (
    <input
      class="field"
      data-field={field}
      value={conditions[field] ?? ""}
      aria-label={label}
      inputMode={isNumber ? "numeric" : undefined}
      placeholder={isNumber ? undefined : t("conditions.any")}
      disabled={disabled}
      list={list}
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
    <fieldset class="condition grid small narrows range">
      <legend class="quiet">{title}</legend>
      <NumberInput {...shown} field={from} label={t("conditions.from", { name: title })} />
      <span aria-hidden="true">–</span>
      <NumberInput {...shown} field={to} label={t("conditions.to", { name: title })} />
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
    <Labelled label={label}>
      <Select
        class="field"
        data-field={field}
        label={label}
        value={conditions[field] ?? ""}
        disabled={disabled}
        options={[
          ["", t("conditions.any")],
          ...values.map((value) => [value, nameOf(field, value)] as const),
        ]}
        onChange={(value) => set(field, value)}
      />
    </Labelled>
  );
}

export function nameOf(field: "colour" | "result" | "ahead", value: Chosen): string {
  if (value.includes("-")) return value.replaceAll("1/2", "½");
  if (field === "colour" && (value === "white" || value === "black")) return t(`game.${value}`);
  return t(`conditions.${field}.${value}` as Key);
}
