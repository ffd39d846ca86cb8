// The list of answers: a grid of which only the rows on screen are drawn. One tab stop; the arrow keys choose a row, and its
// position is shown.

import "./list.css";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Row } from "../api/types";
import { samePlace } from "../app/place";
import type { Store } from "../app/store";
import { moveText, resultText } from "../app/texts";
import { language, t } from "../i18n";
import { moves } from "./answer";
import { chosenColumns, tracks } from "./column-menu";
import type { Column, Rows } from "./rows";
import type { Search } from "./search";
import { scrollTo, visibleRows } from "./window";

/** A column of a list of rows. */
export interface Shown<R> {
  name: string;
  title(): string;
  /** What it shows of a row, which has a number from 1. */
  cell(row: R, number: number): ComponentChildren;
}

const column = (name: Column, cell: Shown<Row>["cell"]): Shown<Row> => ({
  name,
  title: () => t(`results.column.${name}`),
  cell,
});

export const ORDER = column("order", (_, number) => number.toLocaleString(language()));
const COLUMNS: readonly Shown<Row>[] = [
  ORDER,
  column("white", (row) => <Player name={row.white} elo={row.whiteElo} />),
  column("black", (row) => <Player name={row.black} elo={row.blackElo} />),
  column("year", (row) => row.year ?? ""),
  column("date", (row) => row.date),
  column("event", (row) => row.event),
  column("site", (row) => row.site ?? ""),
  column("eco", (row) => row.eco),
  column("result", (row) => resultText(row.result)),
  column("moves", (row) => moves(row)),
  column("moved", (row) => (row.moved ? moveText(row.moved) : t("results.start"))),
  column("length", (row) => row.length ?? ""),
];
const ROW = 24;
const ROW_NARROW = 54;
const NARROW = 520;
/** The width below which layout.css shows one panel. */
export const ONE_PANEL = "(width < 760px)";

export function List({ store, search }: { store: Store; search: Search }) {
  const { rows } = search;
  rows.version.value; // Redrawn when rows have come.
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 300, width: 700 });
  useFrame(frame, setView);
  const narrow = view.width < NARROW;
  const rowHeight = narrow ? ROW_NARROW : ROW;
  const isShown = (name: Column) => narrow || chosenColumns.value.includes(name);
  const columns = COLUMNS.filter(
    ({ name }) => isShown(name as Column) && (name !== "length" || hasLength(rows)),
  );
  const total = rows.shown.length;
  const { first, end, top, height } = visibleRows(total, rowHeight, view.scrolled, view.height);
  const current = store.place.value;
  const chosen = useChosen(rows, store);

  const choose = (index: number) => {
    const row = rows.row(Math.max(0, Math.min(index, total - 1)));
    if (!row) return;
    chosen.set(Math.max(0, Math.min(index, total - 1)));
    store.show(row);
  };
  // The chosen row stays in view, also when it was chosen elsewhere.
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element || chosen.index < 0) return;
    const { scrollTop } = element;
    const wanted = scrollTo(chosen.index, total, rowHeight, scrollTop, rowsHeight(element));
    if (wanted !== scrollTop) element.scrollTop = wanted;
  }, [chosen.index, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const at = chosen.index;
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    };
    const next = steps[event.key];
    if (event.key === "Enter") store.panel.value = "board";
    else if (next === undefined) return;
    else choose(next);
    event.preventDefault();
    event.stopPropagation();
  };

  const drawn: Row[] = [];
  for (let index = first; index < end; index += 1) drawn.push(rows.row(index) as Row);
  return (
    <div
      class={`list ${narrow ? "narrow" : ""}`}
      style={tracks(columns.map(({ name }) => name as Column))}
      role="grid"
      aria-label={t("results.list")}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={chosen.index >= first && chosen.index < end ? `row-${chosen.index}` : undefined}
      tabIndex={0}
      ref={frame}
      onKeyDown={onKeyDown}
    >
      <Heads rows={rows} columns={columns} />
      <div class="list-rows" role="rowgroup" style={{ height: `${height}px` }}>
        <div class="list-window" role="presentation" style={{ transform: `translateY(${top}px)` }}>
          {drawn.map((row, offset) => {
            const index = first + offset;
            return (
              <RowLine
                key={rows.shown[index]}
                row={row}
                index={index}
                number={(rows.shown[index] as number) + 1}
                columns={columns}
                selected={samePlace(current, row)}
                onChoose={(at) => {
                  choose(at);
                  // A narrow window shows one thing at a time, and who taps an answer wants to see it.
                  if (matchMedia(ONE_PANEL).matches) store.panel.value = "board";
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function hasLength(rows: Rows): boolean {
  return (rows.all[0]?.length ?? 0) > 0;
}

/** The heads of columns, which order the rows. */
export function Heads<R extends Row, F extends string>(props: {
  rows: Rows<R, F>;
  columns: readonly Shown<R>[];
}) {
  const { rows, columns } = props;
  const order = rows.order.value;
  return (
    <div class="list-heads" role="rowgroup">
      <div class="list-row heads" role="row" aria-rowindex={1}>
        {columns.map(({ name, title }) => {
          const sorted = order.column === name;
          return (
            <span
              key={name}
              role="columnheader"
              class={`cell ${name}`}
              aria-sort={sorted ? (order.down ? "descending" : "ascending") : "none"}
            >
              <button
                type="button"
                tabIndex={-1}
                onClick={() => rows.setOrder({ column: name, down: sorted && !order.down })}
              >
                {title()}
                {sorted && name !== "order" && <span aria-hidden="true">{order.down ? " ↓" : " ↑"}</span>}
              </button>
            </span>
          );
        })}
      </div>
    </div>
  );
}

interface LineProps<R> {
  row: R;
  index: number;
  number: number;
  columns: readonly Shown<R>[];
  selected: boolean;
  onChoose(index: number): void;
}

export function RowLine<R>({ row, index, number, columns, selected, onChoose }: LineProps<R>) {
  return (
    <div
      id={`row-${index}`}
      class={`list-row ${index % 2 ? "odd" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      onClick={() => onChoose(index)}
    >
      {columns.map(({ name, cell }) => {
        const content = cell(row, number);
        return (
          <span
            key={name}
            role="gridcell"
            class={`cell ${name}`}
            title={typeof content === "string" ? content : undefined}
          >
            {content}
          </span>
        );
      })}
    </div>
  );
}

/** A player with the rating, if there is one. */
export function Player({ name, elo }: { name: string; elo: number | null | undefined }) {
  return (
    <>
      {name}
      {elo ? <span class="elo"> {elo}</span> : null}
    </>
  );
}

/** The height that the heads, which stay in view, leave for rows. */
function rowsHeight(frame: HTMLElement): number {
  const heads = frame.querySelector<HTMLElement>(".list-heads");
  return frame.clientHeight - (heads?.offsetHeight ?? 0);
}

export function useFrame(
  frame: { current: HTMLDivElement | null },
  setView: (view: { scrolled: number; height: number; width: number }) => void,
): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () =>
      setView({ scrolled: element.scrollTop, height: rowsHeight(element), width: element.clientWidth });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, []);
}

/** The place of the position that is shown among the rows; it is only sought again when the position or the order changes. */
function useChosen(rows: Rows, store: Store) {
  const known = useRef({ index: -1, shown: rows.shown });
  const place = store.place.value;
  const at = rows.row(known.current.index);
  if (!at || !samePlace(at, place)) known.current.index = rows.indexOf(place);
  return {
    index: known.current.index,
    set: (index: number) => {
      known.current.index = index;
    },
  };
}
