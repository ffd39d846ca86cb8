// A form of one line: a text, and a button that does something with it.

import { useSignal } from "@preact/signals";
import type { ComponentChildren, InputHTMLAttributes } from "preact";

interface Props {
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

export function LineForm(props: Props) {
  const { label, action, isUsable = Boolean, onText, onInput, field, children } = props;
  const text = useSignal("");
  return (
    <form
      class="path-form flex gap-2"
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
