// Which columns the list of answers has, and how wide they are. The choice outlasts the page.

import { Check } from "../app/check";
import { listOf, parsed } from "../app/foreign";
import { Menu } from "../app/menu";
import { store as keep, remembered } from "../app/preferences";
import { t } from "../i18n";
import type { Column } from "./rows";

const NAME = "list";

/** The columns with the least width of each in rem, and what it gets of the room that is left. */
const WIDTHS: Readonly<Record<Column, readonly [least: number, share?: number]>> = {
  order: [3],
  white: [5.5, 3],
  black: [5.5, 3],
  year: [2.6],
  date: [5.4],
  event: [6, 2.5],
  site: [5, 2],
  eco: [2.4],
  result: [2.6],
  moves: [3.2],
  moved: [5.6, 1.2],
  length: [3.2],
  whiteElo: [3.4],
  blackElo: [3.4],
};
/** That of a column that only some lists have. */
const OTHER = [5, 1] as const;
const ALL = Object.keys(WIDTHS) as Column[];
const USUAL: readonly Column[] = ["order", "white", "black", "year", "eco", "result", "moved", "length"];
/** The gap between columns and the space before the first and after the last, in rem. */
const GAP = 0.5;
const ENDS = 1.6;

const isColumn = (value: unknown): value is Column => ALL.includes(value as Column);

export const chosenColumns = remembered(NAME, (text): readonly Column[] => {
  const chosen = listOf(parsed(text), isColumn);
  return chosen.length ? chosen : USUAL;
});

/** The columns of a grid, and the width below which it scrolls. */
export function tracks(columns: readonly string[]): Record<string, string> {
  const widths = columns.map((name) => (isColumn(name) ? WIDTHS[name] : OTHER));
  const least = widths.reduce((sum, [width]) => sum + width + GAP, ENDS - GAP);
  const track = ([width, share]: readonly [number, number?]) =>
    share ? `minmax(${width}rem, ${share}fr)` : `${width}rem`;
  return { "--tracks": widths.map(track).join(" "), "--least": `${least}rem` };
}

export function ColumnMenu() {
  const chosen = chosenColumns.value;
  return (
    <Menu title={t("results.columns")}>
      {ALL.map((name) => (
        <Check
          key={name}
          checked={chosen.includes(name)}
          // A list without columns would be none.
          disabled={chosen.length === 1 && chosen[0] === name}
          onChange={(checked) => {
            chosenColumns.value = ALL.filter((each) => (each === name ? checked : chosen.includes(each)));
            keep(NAME, JSON.stringify(chosenColumns.value));
          }}
        >
          {name === "order" ? t("results.number") : t(`results.column.${name}`)}
        </Check>
      ))}
    </Menu>
  );
}
