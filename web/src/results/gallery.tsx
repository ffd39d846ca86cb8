// The answers as boards, of which only those on screen are drawn. Each is a button that shows its game.

import "./gallery.css";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Row } from "../api/types";
import { samePlace } from "../app/place";
import type { Store } from "../app/store";
import { moveText, resultText } from "../app/texts";
import { Picture } from "../board/picture";
import { t } from "../i18n";
import { ONE_PANEL, useFrame } from "./list";
import { type Position, Positions } from "./positions";
import type { Search } from "./search";
import { scrollTo, visibleRows } from "./window";

/** The least width of a board, the room beside and below it, in pixels. */
const LEAST = 132;
const GAP = 10;
const TEXT = 54;

const shelves = new WeakMap<Store, Positions>();

function positionsOf(store: Store): Positions {
  const positions = shelves.get(store) ?? new Positions(store.api);
  shelves.set(store, positions);
  return positions;
}

export function Gallery({ store, search }: { store: Store; search: Search }) {
  const { rows } = search;
  rows.version.value; // Redrawn when rows have come.
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ scrolled: 0, height: 300, width: 600 });
  useFrame(frame, setView);
  const room = view.width - 2 * GAP;
  const across = Math.max(1, Math.floor((room + GAP) / (LEAST + GAP)));
  const size = Math.floor((room + GAP) / across) - GAP;
  const step = size + TEXT + GAP;
  const lines = Math.ceil(rows.shown.length / across);
  const { first, end, top, height } = visibleRows(lines, step, view.scrolled, view.height, 1);
  const current = store.place.value;
  useEffect(() => {
    const element = frame.current;
    const at = rows.indexOf(current);
    if (!element || at < 0) return;
    const { scrollTop, clientHeight } = element;
    const wanted = scrollTo(Math.floor(at / across), lines, step, scrollTop, clientHeight);
    if (wanted !== scrollTop) element.scrollTop = wanted;
  }, [current, across]);
  const shown: [Row, number][] = [];
  for (let at = first * across; at < Math.min(end * across, rows.shown.length); at += 1)
    shown.push([rows.row(at) as Row, rows.shown[at] as number]);
  return (
    <div class="gallery" ref={frame}>
      <div class="list-rows" style={{ height: `${height}px` }}>
        <ul
          class="gallery-window"
          aria-label={t("results.list")}
          style={{
            transform: `translateY(${top}px)`,
            gridTemplateColumns: `repeat(${across}, ${size}px)`,
            gridAutoRows: `${size + TEXT}px`,
          }}
        >
          {shown.map(([row, index]) => (
            <li key={index}>
              <Tile store={store} row={row} selected={samePlace(current, row)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
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
