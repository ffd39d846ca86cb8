// The list of answers: a grid of which only the rows on screen are drawn. One tab stop; the arrow keys choose a row, and its
// position is shown.

import "./list.css";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Row } from "../api/types";
import { goByKey } from "../app/keys";
import { type Place, samePlace } from "../app/place";
import { ONE_PANEL } from "../app/places";
import { language, moveText, resultText, t } from "../i18n";
import { moves, valueColumn, valueName } from "./answer";
import { type Column, tracks } from "./column-menu";
import type { Rows } from "./rows";
import { useScrolled, visibleRows } from "./scrolled";

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

export const COLUMNS: readonly Shown<Row>[] = [
  column("order", (_, number) => number.toLocaleString(language())),
  column("white", (row) => <Player name={row.white} elo={row.whiteElo} />),
  column("black", (row) => <Player name={row.black} elo={row.blackElo} />),
  column("moved", (row) => (row.moved ? moveText(row.moved) : t("results.start"))),
  column("whiteElo", (row) => row.whiteElo ?? ""),
  column("blackElo", (row) => row.blackElo ?? ""),
  column("year", (row) => row.year ?? ""),
  column("date", (row) => row.date),
  column("event", (row) => row.event),
  column("site", (row) => row.site ?? ""),
  column("eco", (row) => row.eco),
  column("result", (row) => resultText(row.result)),
  column("moves", (row) => moves(row)),
  column("length", (row) => row.length ?? ""),
];
/** The column of a value of the query. */
export const valueColumnOf = (name: string): Shown<Row> => ({
  name: valueColumn(name),
  title: () => name,
  cell: (row) => row.values?.[name] ?? "",
});
const classOf = (name: string) => (valueName(name) === null ? name : "value");

/** The columns on a narrow frame, where list.css puts them into two lines, and the first of the query's own. */
const ON_NARROW: readonly string[] = ["order", "white", "black", "result", "moved"];
const onNarrow = <R extends Row>(columns: readonly Shown<R>[]): readonly Shown<R>[] => [
  ...COLUMNS.filter(({ name }) => ON_NARROW.includes(name)),
  ...columns.filter(({ name }) => valueName(name) !== null).slice(0, 1),
];
const ROW = 24;
const ROW_NARROW = 54;
const NARROW = 520;
interface Props<R, F extends string> {
  rows: Rows<R & Row, F>;
  /** The columns that it has on a wide frame. */
  columns: readonly Shown<R>[];
  current: Place | null;
  withWindow?: boolean;
  onChoose(row: R): void;
  onOpen?(): void;
  /** Moves a column to the place of another, or gives it a width in rem. */
  arrange?: Arrange;
}

interface Arrange {
  moveTo(name: string, other: string | undefined): void;
  widen(name: string, width: number | undefined): void;
}

export function List<R extends Row, F extends string>(props: Props<R, F>) {
  const { rows, current, withWindow = false, onChoose, onOpen } = props;
  rows.version.value; // Redrawn when rows have come.
  const { frame, view, seek } = useScrolled(withWindow);
  const narrow = !withWindow && view.width < NARROW;
  const rowHeight = narrow ? ROW_NARROW : ROW;
  const columns = narrow ? onNarrow(props.columns) : props.columns;
  const total = rows.shown.length;
  const { first, end, top, height } = visibleRows(total, rowHeight, view.scrolled, view.height);
  const chosen = useChosen(rows, current);

  const choose = (wanted: number) => {
    const index = Math.max(0, Math.min(wanted, total - 1));
    const row = rows.row(index);
    if (!row) return;
    chosen.set(index);
    onChoose(row);
  };
  // The chosen row stays in view, also when it was chosen elsewhere.
  useLayoutEffect(() => seek(chosen.index, total, rowHeight), [chosen.index, current]);
  const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);

  return (
    <div
      class={`list tall ${narrow ? "narrow" : ""}`}
      style={tracks(columns.map(({ name }) => name))}
      role="grid"
      aria-label={t("results.list")}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={chosen.index >= first && chosen.index < end ? `row-${chosen.index}` : undefined}
      tabIndex={0}
      ref={frame}
      onKeyDown={(event) =>
        goByKey(event, placesOf(event, chosen.index, page, total), (place) =>
          place === null ? onOpen?.() : choose(place),
        )
      }
    >
      <Heads rows={rows} columns={columns} arrange={narrow ? undefined : props.arrange} />
      <div class="list-rows" role="rowgroup" style={{ height: `${height}px` }}>
        <div class="list-window" role="presentation" style={{ transform: `translateY(${top}px)` }}>
          {rows.range(first, end).map((key, offset) => (
            <RowLine
              key={key}
              {...{ columns, narrow, number: key + 1, row: rows.all[key] as R, index: first + offset }}
              selected={samePlace(current, rows.all[key] as R)}
              onChoose={(at) => {
                choose(at);
                // A narrow window shows one thing at a time, and who taps an answer wants to see it.
                if (matchMedia(ONE_PANEL).matches) onOpen?.();
              }}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** The rows to which keys lead. */
const placesOf = ({ target, currentTarget }: Event, at: number, page: number, total: number) => ({
  ArrowDown: at + 1,
  ArrowUp: at - 1,
  PageDown: at + page,
  PageUp: at - page,
  Home: 0,
  End: total - 1,
  // The heads of columns are buttons of their own.
  ...(target === currentTarget && { Enter: null }),
});

/** Pixels of one rem. */
const remOf = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The heads of columns: a click orders the rows; where columns can be arranged, a head is dragged to another place. */
function Heads<R extends Row, F extends string>(props: {
  rows: Rows<R, F>;
  columns: readonly Shown<R>[];
  arrange: Arrange | undefined;
}) {
  const { rows, columns, arrange } = props;
  const order = rows.order.value;
  const dragged = useRef("");
  /** Shift and an arrow key move a column, Ctrl and an arrow key change its width. */
  const press = (event: KeyboardEvent, at: number, { name }: Shown<R>) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || !arrange || event.shiftKey === event.ctrlKey) return;
    event.preventDefault();
    if (event.shiftKey) arrange.moveTo(name, columns[at + by]?.name);
    else {
      const head = (event.currentTarget as Element).closest(".cell");
      arrange.widen(name, (head?.clientWidth ?? 0) / remOf() + by / 2);
    }
  };
  return (
    <div class="list-heads lined" role="rowgroup">
      <div class="list-row grid gap-2 tiny quiet heads" role="row" aria-rowindex={1}>
        {columns.map((column, at) => {
          const { name, title } = column;
          const sorted = order.column === name;
          return (
            <span
              key={name}
              role="columnheader"
              class={`cell cut figures ${classOf(name)}`}
              aria-sort={sorted ? (order.down ? "descending" : "ascending") : "none"}
              draggable={arrange !== undefined}
              onDragStart={() => {
                dragged.current = name;
              }}
              onDragOver={(event) => event.preventDefault()}
              onDrop={() => arrange?.moveTo(dragged.current, name)}
            >
              <button
                type="button"
                title={arrange && t("results.arrange")}
                onClick={() => rows.setOrder({ column: name, down: sorted && !order.down })}
                onKeyDown={(event) => press(event, at, column)}
              >
                {title()}
                {sorted && name !== "order" && <span aria-hidden="true">{order.down ? " ↓" : " ↑"}</span>}
              </button>
              {arrange && <Edge onWiden={(width) => arrange.widen(name, width)} />}
            </span>
          );
        })}
      </div>
    </div>
  );
}

/** The right edge of a head: dragging changes the width, a double click resets it. */
function Edge({ onWiden }: { onWiden(width: number | undefined): void }) {
  const start = useRef<{ x: number; width: number } | null>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the head has the keys for the same.
    <i
      class="list-edge"
      onPointerDown={(event) => {
        const { currentTarget: edge, clientX, pointerId } = event;
        edge.setPointerCapture(pointerId);
        start.current = { x: clientX, width: edge.parentElement?.clientWidth ?? 0 };
      }}
      // The head itself is not dragged then.
      onMouseDown={(event) => event.preventDefault()}
      onPointerMove={({ clientX }) => {
        if (start.current) onWiden((start.current.width + clientX - start.current.x) / remOf());
      }}
      onLostPointerCapture={() => {
        start.current = null;
      }}
      onDblClick={() => onWiden(undefined)}
    />
  );
}

interface LineProps<R> {
  row: R;
  index: number;
  number: number;
  columns: readonly Shown<R>[];
  /** Each row has two lines; the style sheet has an area for each column. */
  narrow: boolean;
  selected: boolean;
  onChoose(index: number): void;
}

function RowLine<R>({ row, index, number, columns, narrow, selected, onChoose }: LineProps<R>) {
  return (
    <div
      id={`row-${index}`}
      class={`list-row clicks grid gap-2 small ${index % 2 ? "odd" : ""}`}
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
            class={`cell cut figures ${classOf(name)}`}
            style={narrow ? { gridArea: classOf(name) } : undefined}
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
      {elo ? <span class="elo quiet tiny"> {elo}</span> : null}
    </>
  );
}

/** The place of the position that is shown among the rows; it is only sought again when the position or the order changes. */
function useChosen<R extends Row, F extends string>(rows: Rows<R, F>, place: Place | null) {
  const known = useRef(-1);
  const at = rows.row(known.current);
  if (!at || !samePlace(at, place)) known.current = rows.indexOf(place);
  return {
    index: known.current,
    set: (index: number) => {
      known.current = index;
    },
  };
}
