// The answers as boards, of which only those on screen are drawn. Each is a button that shows its game.

import "./gallery.css";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "../api/client";
import type { Row } from "../api/types";
import { asking } from "../app/asking";
import { Button } from "../app/controls";
import { type Place, sameGame, samePlace } from "../app/place";
import type { Store } from "../app/store";
import { Picture } from "../board/picture";
import { moveText, resultText, t } from "../i18n";
import { type Position, Positions } from "./positions";
import type { Rows } from "./rows";
import { useScrolled, visibleRows } from "./scrolled";
import type { Search } from "./search";

const GAP = 8;
/** The least width of a board, and the room below it, in pixels. */
const LEAST = 132;
const TEXT = 54;
/** The height of a slider, with what is above it. */
const SLIDER = 24;

const positions = new Positions(api);

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
    // The window stays where it is when the first measure changes the number of columns.
  }, [current, withWindow ? 0 : across]);
  return (
    <div class="gallery tall" ref={frame}>
      <div class="list-rows above-2" style={{ height: `${height}px` }}>
        <ul
          class="gallery-window grid gap-2"
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
              <li key={index} class="narrows" aria-posinset={first * across + i + 1} aria-setsize={total}>
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
  const perGame = search.rows.perGame.value;
  return (
    <Tiles
      rows={search.rows}
      current={store.place.value}
      least={LEAST}
      heightOf={(width) => width + TEXT + (perGame ? SLIDER : 0)}
      tile={(row, selected) =>
        perGame ? (
          <GameTile key={keyOf(row)} store={store} search={search} row={row} />
        ) : (
          <Tile store={store} row={row} selected={selected} />
        )
      }
    />
  );
}

const keyOf = ({ source, game }: Row): string => `${source}/${game}`;

/** A game, with a slider through its matches; the board of the page goes along. */
function GameTile({ store, search, row }: { store: Store; search: Search; row: Row }) {
  const chosen = useRef(row);
  const matches = search.rows.ofGame(row);
  const place = store.gamePlace.value;
  const selected = sameGame(place, row);
  // Who goes to another match on the page sees it here, too.
  const here = selected ? matches.find((each) => samePlace(each, place)) : undefined;
  chosen.current = here ?? chosen.current;
  const at = Math.max(
    0,
    matches.findIndex((each) => samePlace(each, chosen.current)),
  );
  const shown = matches[at] ?? row;
  const number = t("game.matchOf", { number: at + 1, n: matches.length });
  return (
    <div class="tile-game tall rows">
      <Tile store={store} row={shown} selected={selected} />
      {matches.length > 1 && (
        <label class="row gap-1 above-1 tiny figures">
          <input
            type="range"
            class="grows narrows"
            min={1}
            max={matches.length}
            value={at + 1}
            aria-label={t("results.matchesOf", { white: row.white, black: row.black })}
            aria-valuetext={number}
            onInput={(event) => {
              store.show(matches[Number(event.currentTarget.value) - 1] ?? row);
            }}
          />
          <span class="quiet" aria-hidden="true">
            {at + 1}/{matches.length}
          </span>
        </label>
      )}
    </div>
  );
}

function Tile({ store, row, selected }: { store: Store; row: Row; selected: boolean }) {
  const position = usePosition(row);
  const move = row.moved ? moveText(row.moved) : t("results.start");
  return (
    <Button
      class="tile block tall to-left tiny whole"
      aria-current={selected ? "true" : undefined}
      onClick={() => store.look(row)}
    >
      {position ? (
        <Picture fen={position.fen} last={position.last} label={move} />
      ) : (
        <span class="picture board-squares block whole" />
      )}
      <span class="cell block cut figures">
        <b>{move}</b> <span class="quiet">{resultText(row.result)}</span>
      </span>
      <span class="cell block cut figures">{row.white}</span>
      <span class="cell block cut figures">{row.black}</span>
    </Button>
  );
}

/** The position of a row, once it is there. One that cannot be read stays an empty board. */
function usePosition({ source, game, node }: Row): Position | null {
  const [known, setKnown] = useState<Position | null>(null);
  useEffect(() => {
    setKnown(null);
    return asking((signal) => positions.of({ source, game, node }, signal), setKnown);
  }, [source, game, node]);
  return known;
}
