// A box to tick, with its words beside it.

import type { ComponentChildren } from "preact";

interface Props {
  checked: boolean;
  onChange(checked: boolean): void;
  children: ComponentChildren;
}

export function Check({ checked, onChange, children }: Props) {
  return (
    <label class="check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      {children}
    </label>
  );
}
