// The matches as cards with boards, or as a table. Only those in sight are elements of the document, so that hundreds of
// thousands cost no more than a screenful.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { turnOf } from "../board/fen";
import { Picture } from "../board/picture";
import { t } from "../i18n";
import { Heads, Player, RowLine } from "../results/list";
import { visibleRows } from "../results/window";
import { resultOf } from "./columns";
import { type Match, marksOf, moveOf, valuesOf } from "./data";
import type { Report } from "./store";

/** The height of a card with its gap, the least width of one, and the height of a row of the table, in pixels. */
const CARD_HEIGHT = 176;
const CARD_WIDTH = 330;
const GAP = 12;
const ROW_HEIGHT = 34;
/** A report on paper has no more boards than this. */
const MOST_PRINTED = 400;

export function Matches({ report }: { report: Report }) {
  const { rows } = report;
  rows.version.value;
  const body = useRef<HTMLDivElement>(null);
  const table = report.view.value === "table";
  const step = table ? ROW_HEIGHT : CARD_HEIGHT;
  const { scrolled, width } = useScrolled(body, step);
  const across = table ? 1 : Math.max(1, Math.floor((width + GAP) / (CARD_WIDTH + GAP)));
  const total = rows.shown.length;
  const lines = Math.ceil(total / across);
  const { first, end, top, height } = visibleRows(lines, step, scrolled, innerHeight + step, 3);
  const match = report.match.value;
  useInSight(body, match, match ? Math.floor(rows.shown.indexOf(match.index) / across) * step : -1, step);
  const drawn = rows.range(first * across, end * across);
  const columns = report.columns.filter(({ width }) => width);
  // A row is opened by the button in its first cell.
  const [{ cell = () => "" } = {}] = columns;
  const cells = columns.map((column, i) =>
    i
      ? column
      : {
          ...column,
          cell: (each: Match, n: number) => <button type="button">{cell(each, n) || "–"}</button>,
        },
  );
  const content = drawn.map((index, i) => {
    const each = rows.all[index] as Match;
    const place = first * across + i;
    const open = () => report.open(each);
    if (table)
      return (
        <RowLine
          key={index}
          row={each}
          index={place}
          number={place + 1}
          columns={cells}
          selected={each === match}
          onChoose={open}
        />
      );
    return (
      <div
        key={index}
        class={each === match ? "slot selected" : "slot"}
        role="listitem"
        aria-posinset={place + 1}
        aria-setsize={total}
      >
        <button type="button" class="card match" onClick={open}>
          <Card report={report} match={each} />
        </button>
      </div>
    );
  });
  return (
    <div
      id="list"
      class={table ? "matches table card" : "matches"}
      tabIndex={-1}
      role={table ? "grid" : "list"}
      style={{ "--across": across, "--tracks": columns.map(({ width }) => width).join(" ") }}
    >
      {table && <Heads rows={rows} columns={columns} />}
      <div
        ref={body}
        class="list-rows"
        role={table ? "rowgroup" : "presentation"}
        style={{ height: `${height}px` }}
      >
        <div class="list-window" role="presentation" style={{ transform: `translateY(${top}px)` }}>
          {content}
        </div>
      </div>
      {!total && <p class="nothing quiet">{t(rows.all.length ? "report.filteredAway" : "report.none")}</p>}
    </div>
  );
}

/** A match as a card: board, players, move, and why it matches. */
function Card({ report, match }: { report: Report; match: Match }) {
  const { record, data } = match;
  const { about } = report.results;
  const where = [match.year, match.eco, record.variant, match.event].filter(Boolean).join(" · ");
  const white = turnOf(data.fen) === "white";
  const query = about.queries.length > 1 && about.queries[data.query]?.name;
  const turn = t(white ? "report.turn.white" : "report.turn.black");
  const values = valuesOf(about, match);
  return (
    <>
      <Picture fen={data.fen} {...marksOf(match)} label={`${moveOf(match)}, ${turn}`} />
      <span class="text">
        <span class="players">
          <span class="cell white">
            <i class="player-side white" />
            <Player name={match.white || "?"} elo={match.whiteElo} />
          </span>
          <span class="cell black">
            <i class="player-side black" />
            <Player name={match.black || "?"} elo={match.blackElo} />
          </span>
        </span>
        <span class="where quiet">
          <span class="cell">{where}</span>
          <b>{resultOf(match)}</b>
        </span>
        <span>
          <b>{moveOf(match)}</b>{" "}
          <small class="quiet">{data.variation ? t("report.inVariation", { turn }) : turn}</small>
        </span>
        {data.why && <span class="why">{data.why.join("; ")}</span>}
        {(query || values.length > 0) && (
          <span class="values">
            {query && <span class="chip cell">{query}</span>}
            {values.map(([name, value]) => (
              <span class="chip plain cell">{`${name} ${value}`}</span>
            ))}
          </span>
        )}
      </span>
    </>
  );
}

/** How far the list is scrolled out of the window at the top, in whole steps, and how wide it is. */
function useScrolled(body: { current: HTMLElement | null }, step: number) {
  const [scrolled, setScrolled] = useState(0);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measure = () => {
      const box = body.current?.getBoundingClientRect();
      setScrolled(Math.floor(Math.max(0, -(box?.top ?? 0)) / step) * step);
      setWidth(box?.width ?? 0);
    };
    const observer = new ResizeObserver(measure);
    if (body.current) observer.observe(body.current);
    addEventListener("scroll", measure, { passive: true });
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("scroll", measure);
    };
  }, [step]);
  return { scrolled, width };
}

/** Scrolls so that the match that is open is in sight, when another one was opened. */
function useInSight(body: { current: HTMLElement | null }, match: Match | null, down: number, step: number) {
  const before = useRef(match);
  useEffect(() => {
    const was = before.current;
    before.current = match;
    const box = body.current?.getBoundingClientRect();
    if (!box || down < 0 || !was || !match || was === match) return;
    const top = box.top + down;
    const room = (document.getElementById("toolbar")?.getBoundingClientRect().height ?? 0) + 16;
    if (top < room || top + step > innerHeight) scrollBy({ top: top - Math.max(room, innerHeight / 3) });
  }, [match]);
}

/** On paper the list has all its rows, up to a number that a browser can draw. */
export function Cards({ report }: { report: Report }) {
  const paper = useRef<HTMLElement>(null);
  useEffect(() => {
    const fill = () => {
      const { rows } = report;
      const printed = rows.range(0, MOST_PRINTED).map((index) => rows.all[index] as Match);
      const rest = rows.shown.length - printed.length;
      const cards = printed.map((match) => (
        <div class="card match">
          <Card report={report} match={match} />
        </div>
      ));
      // The browser does not wait: the cards must be there at once.
      if (paper.current)
        render(
          <>
            {cards}
            {rest > 0 && <p>{t("report.notPrinted", { n: rest })}</p>}
          </>,
          paper.current,
        );
    };
    const empty = () => paper.current && render(null, paper.current);
    addEventListener("beforeprint", fill);
    addEventListener("afterprint", empty);
    return () => {
      removeEventListener("beforeprint", fill);
      removeEventListener("afterprint", empty);
    };
  }, [report]);
  return <section id="print" class="print" aria-hidden="true" ref={paper} />;
}
