// One of a few values, as buttons in a row.

interface Props<T> {
  label: string;
  value: T;
  choices: readonly (readonly [value: T, text: string, title?: string])[];
  onChange(value: T): void;
  class?: string;
  /** With it, each button has an id: this and its value. */
  id?: string;
}

export function Segmented<T extends string | boolean>({
  label,
  value,
  choices,
  onChange,
  ...props
}: Props<T>) {
  return (
    <div class={`segmented ${props.class ?? ""}`} role="group" aria-label={label}>
      {choices.map(([each, text, title]) => (
        <button
          type="button"
          key={String(each)}
          id={props.id && `${props.id}-${each}`}
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
