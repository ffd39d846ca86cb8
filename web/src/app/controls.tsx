// What people press, tick, choose and fill in, and the handlers whose only effect is a new value of a signal.

import { type Signal, useSignal } from "@preact/signals";
import type {
  ButtonHTMLAttributes,
  ComponentChildren,
  InputHTMLAttributes,
  TargetedMouseEvent,
} from "preact";

/** A handler that sets a signal to its argument, or to what that is made into. */
export const setterOf =
  <T, V = T>(signal: { value: T }, made = (value: V) => value as unknown as T) =>
  (value: V): void => {
    signal.value = made(value);
  };

/** A handler that sets a signal to a fixed value. */
export const setTo =
  <T,>(signal: { value: T }, value: T) =>
  (): void => {
    signal.value = value;
  };

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "class" | "title"> {
  class?: string;
  /** Its name and tooltip, where its content does not say what it does. */
  label?: string | undefined;
  title?: string | undefined;
}

/** A button, which submits no form; one with only a symbol has its words as name and as tooltip. */
export function Button({ class: name = "button", label, title = label, ...props }: ButtonProps) {
  return <button type="button" class={name} aria-label={label} title={title} {...props} />;
}

/** The cross that removes something. */
export const Remove = (props: {
  label: string;
  onClick(event: TargetedMouseEvent<HTMLButtonElement>): void;
}) => (
  <Button class="icon-button" {...props}>
    ×
  </Button>
);

/** What leads to a part of the page before all others, for the keyboard. */
export const Skip = ({ to, text }: { to: string; text: string }) => (
  <Button class="skip" onClick={() => document.querySelector<HTMLElement>(to)?.focus()}>
    {text}
  </Button>
);

interface CheckProps {
  checked: boolean;
  disabled?: boolean;
  /** Its name, where that says more than the words. */
  label?: string;
  onChange(checked: boolean): void;
  children: ComponentChildren;
}

/** A box to tick, with its words beside it. */
export function Check({ checked, disabled, label, onChange, children }: CheckProps) {
  return (
    <label class="check inline-row gap-1">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}

interface SelectProps<T> {
  id?: string;
  class?: string;
  disabled?: boolean | undefined;
  "data-field"?: string;
  /** Its name, where it has no visible label. */
  label?: string;
  value: T;
  options: readonly (readonly [value: T, text: string, isDisabled?: boolean])[];
  onChange(value: T): void;
}

/** A choice of one of several values, as a list that opens. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { class: name = "field small", label, value, options, onChange, ...others } = props;
  return (
    <select
      class={name}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange((options[currentTarget.selectedIndex] ?? [value])[0])}
      {...others}
    >
      {options.map(([each, text, isDisabled]) => (
        <option key={each} value={each} disabled={isDisabled}>
          {text}
        </option>
      ))}
    </select>
  );
}

interface SegmentedProps<T> {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, text: string, title?: string])[];
  onChange(value: T): void;
  class?: string;
  /** With it, each button has an id: this and its value. */
  id?: string;
}

/** One of a few values, as buttons in a row. */
export function Segmented<T extends string | boolean>(props: SegmentedProps<T>) {
  const { label, value, choices, onChange, id, class: name = "" } = props;
  return (
    <div class={`segmented framed ${name}`} role="group" aria-label={label}>
      {choices.map(([each, text, title]) => (
        <button
          type="button"
          key={String(each)}
          id={id && `${id}-${each}`}
          data-value={String(each)}
          title={title}
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

/** A field for a whole number from 1 to some number. */
export const Count = (props: { value: number; most: number; onChange(value: number): void }) => (
  <input
    class="field small"
    type="number"
    min={1}
    max={props.most}
    value={props.value}
    onChange={({ currentTarget }) =>
      props.onChange(Math.min(props.most, Math.max(1, Math.round(currentTarget.valueAsNumber) || 1)))
    }
  />
);

/** A field for words that are looked for. */
export function SearchField(props: { label: string; wanted: Signal<string>; onInput?(): void }) {
  const { label, wanted, onInput } = props;
  return (
    <input
      type="search"
      class="field"
      aria-label={label}
      placeholder={label}
      value={wanted.value}
      onInput={(event) => {
        wanted.value = event.currentTarget.value;
        onInput?.();
      }}
    />
  );
}

interface FileProps {
  accept: string;
  multiple?: boolean;
  onFiles(files: File[]): Promise<void>;
}

/** A field for files. Its label is visible, the field is not; the same file can be chosen again. */
export const FileField = ({ onFiles, ...props }: FileProps) => (
  <input
    type="file"
    class="visually-hidden"
    {...props}
    onChange={async ({ currentTarget }) => {
      await onFiles([...(currentTarget.files ?? [])]);
      currentTarget.value = "";
    }}
  />
);

/** A link that asks for a file; its words are in it. */
export const FileLink = (props: {
  accept: string;
  onFile(file: File): Promise<void>;
  children: ComponentChildren;
}) => (
  <label class="link">
    <FileField accept={props.accept} onFiles={async ([file]) => file && props.onFile(file)} />
    {props.children}
  </label>
);

interface LineProps {
  label: string;
  action: string;
  /** Whether something can be done with a text, which has no blanks at its ends. */
  isUsable?(text: string): boolean;
  /** What is done with it. False leaves it in the field. */
  onText(text: string): unknown;
  onInput?(text: string): void;
  /** More of the field. */
  field?: InputHTMLAttributes<HTMLInputElement>;
  children?: ComponentChildren;
}

/** A form of one line: a text, and a button that does something with it. */
export function LineForm(props: LineProps) {
  const { label, action, isUsable = Boolean, onText, onInput, field, children } = props;
  const text = useSignal("");
  return (
    <form
      class="path-form flex gap-2 below-1"
      onSubmit={async (event) => {
        event.preventDefault();
        const now = text.peek().trim();
        if (isUsable(now) && (await onText(now)) !== false) text.value = "";
      }}
    >
      <input
        class="field"
        aria-label={label}
        placeholder={label}
        value={text.value}
        autocomplete="off"
        onInput={(event) => {
          text.value = event.currentTarget.value;
          onInput?.(text.value);
        }}
        {...field}
      />
      <button type="submit" class="button" disabled={!isUsable(text.value.trim())}>
        {action}
      </button>
      {children}
    </form>
  );
}

/** A part of the column at the side, under its title. */
export const Part = (props: { name: string; title: string; children: ComponentChildren }) => (
  <section class={props.name} aria-labelledby={`${props.name}-heading`}>
    <h2 id={`${props.name}-heading`} class="below-2">
      {props.title}
    </h2>
    {props.children}
  </section>
);

/** An error message, shown where the error occurred; without a text, nothing. */
export const Problem = (props: { text: string | null | undefined | false; class?: string }) =>
  props.text ? (
    <p class={props.class ?? "problem"} role="alert">
      {props.text}
    </p>
  ) : null;
