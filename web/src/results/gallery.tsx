// The answers as boards, of which only those on screen are drawn. Each is a button that shows its game.

import "./gallery.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Row } from "../api/types";
import { type Place, samePlace } from "../app/place";
import type { Store } from "../app/store";
import { moveText, resultText } from "../app/texts";
import { Picture } from "../board/picture";
import { t } from "../i18n";
import { ONE_PANEL } from "./list";
import { type Position, Positions } from "./positions";
import type { Rows } from "./rows";
import { useScrolled } from "./scrolled";
import type { Search } from "./search";
import { visibleRows } from "./window";

const GAP = 10;
/** The least width of a board, and the room below it, in pixels. */
const LEAST = 132;
const TEXT = 54;

const shelves = new WeakMap<Store, Positions>();

function positionsOf(store: Store): Positions {
  const positions = shelves.get(store) ?? new Positions(store.api);
  shelves.set(store, positions);
  return positions;
}

/** Rows side by side: as many as there is room for. */
export function Tiles<R extends Row, F extends string>(props: {
  rows: Rows<R, F>;
  current: Place | null;
  /** The least width of one, and the height of one with a width. */
  least: number;
  heightOf(width: number): number;
  withWindow?: boolean;
  tile(row: R, selected: boolean): ComponentChildren;
}) {
  const { rows, current, least, heightOf, withWindow = false, tile } = props;
  rows.version.value; // Redrawn when rows have come.
  const { frame, view, seek } = useScrolled(withWindow);
  const room = view.width - 2 * GAP;
  const across = Math.max(1, Math.floor((room + GAP) / (least + GAP)));
  const size = Math.floor((room + GAP) / across) - GAP;
  const step = heightOf(size) + GAP;
  const total = rows.shown.length;
  const lines = Math.ceil(total / across);
  const { first, end, top, height } = visibleRows(lines, step, view.scrolled, view.height, 1);
  useEffect(() => {
    const at = rows.indexOf(current);
    if (at >= 0) seek(Math.floor(at / across), lines, step);
  }, [current, across]);
  return (
    <div class="gallery" ref={frame}>
      <div class="list-rows" style={{ height: `${height}px` }}>
        <ul
          class="gallery-window"
          aria-label={t("results.list")}
          style={{
            transform: `translateY(${top}px)`,
            gridTemplateColumns: `repeat(${across}, ${size}px)`,
            gridAutoRows: `${step - GAP}px`,
          }}
        >
          {rows.range(first * across, end * across).map((index, i) => {
            const row = rows.all[index] as R;
            return (
              <li key={index} aria-posinset={first * across + i + 1} aria-setsize={total}>
                {tile(row, samePlace(current, row))}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

export function Gallery({ store, search }: { store: Store; search: Search }) {
  return (
    <Tiles
      rows={search.rows}
      current={store.place.value}
      least={LEAST}
      heightOf={(width) => width + TEXT}
      tile={(row, selected) => <Tile store={store} row={row} selected={selected} />}
    />
  );
}

function Tile({ store, row, selected }: { store: Store; row: Row; selected: boolean }) {
  const position = usePosition(store, row);
  const move = row.moved ? moveText(row.moved) : t("results.start");
  return (
    <button
      type="button"
      class="tile"
      aria-current={selected ? "true" : undefined}
      onClick={() => {
        store.show(row);
        if (matchMedia(ONE_PANEL).matches) store.panel.value = "board";
      }}
    >
      {position ? (
        <Picture fen={position.fen} last={position.last} label={move} />
      ) : (
        <span class="picture board-squares" />
      )}
      <span class="cell">
        <b>{move}</b> <span class="quiet">{resultText(row.result)}</span>
      </span>
      <span class="cell">{row.white}</span>
      <span class="cell">{row.black}</span>
    </button>
  );
}

/** The position of a row, once it is there. One that cannot be read stays an empty board. */
function usePosition(store: Store, { source, game, node }: Row): Position | null {
  const [known, setKnown] = useState<Position | null>(null);
  useEffect(() => {
    const control = new AbortController();
    setKnown(null);
    positionsOf(store)
      .of({ source, game, node }, control.signal)
      .then(
        (position) => {
          if (!control.signal.aborted) setKnown(position);
        },
        () => undefined,
      );
    return () => control.abort();
  }, [source, game, node]);
  return known;
}
