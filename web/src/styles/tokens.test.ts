// The sizes of the styles: type, corners and space have the sizes of base.css and no others.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const folder = join(import.meta.dirname, "..");
// Paper has sizes of its own.
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".css") && !name.endsWith("print.css"),
);
const inPixels = (value: number, unit: string) => value * ({ px: 1, rem: 16, em: 14 }[unit] ?? 0);

it("has no other sizes than the tokens", () => {
  expect(files.length).toBeGreaterThan(20);
  const others: string[] = [];
  for (const name of files) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const [line, property = "", value = ""] of text.matchAll(
      /^\s+(font-size|border-radius|gap|(?:padding|margin)[\w-]*): (.*);$/gm,
    )) {
      if (/calc|clamp/.test(value)) continue;
      for (const [, number, unit = ""] of value.matchAll(/(?<![\w.#-])(\d*\.?\d+)(px|rem|em)\b/g)) {
        const size = inPixels(Number(number), unit);
        // Marks within a word, hairlines, round ends, and rooms larger than any step.
        const isOwn = property === "font-size" ? size < 10.5 || unit === "em" : size < 4 || size > 28;
        if (!isOwn && !(property === "border-radius" && size >= 14)) others.push(`${name}: ${line.trim()}`);
      }
    }
  }
  expect(others).toEqual([]);
});
