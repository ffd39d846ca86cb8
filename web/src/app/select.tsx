// A choice of one of several values, as a list that opens.

interface Props<T> {
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

export function Select<T extends string | number>(props: Props<T>) {
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
