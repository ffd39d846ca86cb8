// A box to tick, with its words beside it.

import type { ComponentChildren } from "preact";

interface Props {
  checked: boolean;
  disabled?: boolean;
  onChange(checked: boolean): void;
  children: ComponentChildren;
}

export function Check({ checked, disabled, onChange, children }: Props) {
  return (
    <label class="check inline-row gap-1">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
