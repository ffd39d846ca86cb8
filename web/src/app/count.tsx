// A field for a whole number from 1 to some number.

interface Props {
  value: number;
  most: number;
  onChange(value: number): void;
}

export const Count = ({ value, most, onChange }: Props) => (
  <input
    class="field small"
    type="number"
    min={1}
    max={most}
    value={value}
    onChange={({ currentTarget }) =>
      onChange(Math.min(most, Math.max(1, Math.round(currentTarget.valueAsNumber) || 1)))
    }
  />
);
