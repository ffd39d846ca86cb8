// The columns of the list of results, their order and their widths. The reader's choices outlast the page.

import { Check } from "../app/controls";
import { Menu } from "../app/menu";
import { isObject, kept, listOf } from "../app/preferences";
import { t } from "../i18n";

/** The columns in their first order, with the least width of each in rem, and what it gets of the room that is left. */
const WIDTHS = {
  order: [3],
  white: [5.5, 3],
  black: [5.5, 3],
  moved: [5.6, 1.2],
  whiteElo: [3.4],
  blackElo: [3.4],
  year: [2.6],
  date: [5.4],
  event: [6, 2.5],
  site: [5, 2],
  eco: [2.4],
  result: [2.6],
  moves: [3.2],
  length: [3.2],
} satisfies Record<string, Width>;
type Width = readonly [least: number, share?: number];
export type Column = keyof typeof WIDTHS;
/** That of a column that only some lists have. */
const OTHER: Width = [5, 1];
const ALL = Object.keys(WIDTHS) as Column[];
const USUAL: readonly Column[] = ["order", "white", "black", "moved", "year", "eco", "result", "length"];
/** The least and the greatest width that can be chosen, in rem. */
const [NARROWEST, WIDEST] = [2, 40];
/** The gap between columns and the space before the first and after the last, in rem. */
const GAP = 0.5;
const ENDS = 1.5;

const isColumn = (value: unknown): value is Column => ALL.includes(value as Column);

export const [chosenColumns, choose] = kept<readonly Column[]>("columns", (value) => {
  const chosen = listOf(value, isColumn);
  return chosen.length ? chosen : USUAL;
});

/** The widths that the reader has chosen, in rem. */
const [chosenWidths, keepWidths] = kept<Readonly<Record<string, number>>>("widths", (known) => {
  const isWidth = (width: unknown) => typeof width === "number" && width >= NARROWEST && width <= WIDEST;
  return isObject(known) && Object.values(known).every(isWidth) ? (known as Record<string, number>) : {};
});

/** Shows a column, after those that come before it at first, or takes it away. */
function toggle(name: Column, isShown: boolean): void {
  const others = chosenColumns.peek().filter((each) => each !== name);
  const before = ALL.slice(0, ALL.indexOf(name));
  const at = others.findLastIndex((each) => before.includes(each)) + 1;
  choose(isShown ? others.toSpliced(at, 0, name) : others);
}

/** Puts a column where another one is. */
function moveTo(name: string, other: string | undefined): void {
  const columns = chosenColumns.peek();
  if (!isColumn(name) || !isColumn(other) || !columns.includes(name) || !columns.includes(other)) return;
  choose(columns.filter((each) => each !== name).toSpliced(columns.indexOf(other), 0, name));
}

/** Gives a column a width; without one it has that of the page. */
function widen(name: string, width: number | undefined): void {
  const { [name]: _, ...others } = chosenWidths.peek();
  const within = width && Math.max(NARROWEST, Math.min(WIDEST, width));
  keepWidths(within ? { ...others, [name]: within } : others);
}

/** The columns of a grid, and the width below which it scrolls. */
export function tracks(columns: readonly string[], chosen = chosenWidths.value): Record<string, string> {
  const widths = columns.map((name): Width => {
    const own = chosen[name];
    return own ? [own] : isColumn(name) ? (WIDTHS[name] as Width) : OTHER;
  });
  const least = widths.reduce((sum, [width]) => sum + width + GAP, ENDS - GAP);
  const track = ([width, share]: Width) => (share ? `minmax(${width}rem, ${share}fr)` : `${width}rem`);
  return { "--tracks": widths.map(track).join(" "), "--least": `${least}rem` };
}

export const arrange = { moveTo, widen };

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
          onChange={(checked) => toggle(name, checked)}
        >
          {name === "order" ? t("results.number") : t(`results.column.${name}`)}
        </Check>
      ))}
    </Menu>
  );
}
