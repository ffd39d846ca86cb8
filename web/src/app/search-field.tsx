// A field for words that are looked for.

import type { Signal } from "@preact/signals";

interface Props {
  label: string;
  wanted: Signal<string>;
  onInput?(): void;
}

export function SearchField({ label, wanted, onInput }: Props) {
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
