// A form of one line: a name, and a button that does something with it.

import { useSignal } from "@preact/signals";

export interface NameFormProps {
  label: string;
  action: string;
  /** True if something can be done with this name, which has no blanks at its ends. */
  isUsable(name: string): boolean;
  onName(name: string): void;
}

export function NameForm({ label, action, isUsable, onName }: NameFormProps) {
  const name = useSignal("");
  const wanted = name.value.trim();
  return (
    <form
      class="path-form flex gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const now = name.peek().trim();
        if (!isUsable(now)) return;
        onName(now);
        name.value = "";
      }}
    >
      <input
        class="field"
        aria-label={label}
        placeholder={label}
        value={name.value}
        autocomplete="off"
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <button type="submit" class="button" disabled={!isUsable(wanted)}>
        {action}
      </button>
    </form>
  );
}
