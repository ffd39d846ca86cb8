// The size of a file as people write it.

import { language } from "../i18n";

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];

export function byteSize(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0);
  const value = bytes / 1000 ** power;
  return value.toLocaleString(language(), {
    style: "unit",
    unit: UNITS[power] ?? "byte",
    // The short form of bytes has no plural.
    unitDisplay: power ? "short" : "long",
    maximumFractionDigits: value < 10 && power ? 1 : 0,
  });
}
