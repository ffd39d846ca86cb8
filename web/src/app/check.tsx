// A box to tick, with its words beside it.

import type { ComponentChildren } from "preact";

interface Props {
  checked: boolean;
  disabled?: boolean;
  /** Its name, where that says more than the words. */
  label?: string;
  onChange(checked: boolean): void;
  children: ComponentChildren;
}

export function Check({ checked, disabled, label, onChange, children }: Props) {
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
