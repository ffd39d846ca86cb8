// The matches as cards with boards, or as a table.

import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "../app/controls";
import { listening } from "../app/listening";
import { Picture } from "../board/picture";
import { turnOf } from "../board/squares";
import { moveText, resultText, t } from "../i18n";
import { Tiles } from "../results/gallery";
import { List, Player } from "../results/list";
import type { Match } from "./static";
import type { Report } from "./store";

/** The height of a card, and the least width of one, in pixels. */
const CARD_HEIGHT = 164;
const CARD_WIDTH = 330;
/** A report on paper has no more boards than this. */
const MOST_PRINTED = 400;

export function Matches({ report }: { report: Report }) {
  const { rows, columns } = report;
  rows.version.value;
  const match = report.match.value;
  if (!rows.shown.length)
    return (
      <p class="nothing game-empty centred quiet">
        {t(rows.all.length ? "report.filteredAway" : "report.none")}
      </p>
    );
  if (report.view.value === "table")
    return (
      <List rows={rows} columns={columns} current={match} withWindow onChoose={(row) => report.open(row)} />
    );
  return (
    <Tiles
      rows={rows}
      current={match}
      least={CARD_WIDTH}
      heightOf={() => CARD_HEIGHT}
      withWindow
      tile={(row, selected) => (
        <Button
          class="card match tile spaced-2 tall to-left flex gap-3 whole"
          aria-current={selected ? "true" : undefined}
          onClick={() => report.open(row)}
        >
          <Card report={report} match={row} />
        </Button>
      )}
    />
  );
}

/** A match as a card: board, players, move, and why it matches. */
function Card({ report, match }: { report: Report; match: Match }) {
  const { results } = report;
  const { queries } = results.about;
  const where = [match.year, match.eco, match.opening, match.variant, match.event]
    .filter(Boolean)
    .join(" · ");
  const query = queries.length > 1 && queries[match.query]?.name;
  const turn = t(turnOf(match.fen) === "white" ? "report.turn.white" : "report.turn.black");
  const moved = match.moved ? moveText(match.moved) : t("results.start");
  const values = results.valuesOf(match);
  return (
    <>
      <Picture {...match} label={`${moved}, ${turn}`} />
      <span class="text small rows gap-1 narrows grows">
        <span class="players">
          {(["white", "black"] as const).map((side) => (
            <span class={`cell block cut figures strong ${side}`}>
              <i class={`player-side fixed ${side}`} />
              <Player name={match[side] || "?"} elo={match[`${side}Elo`]} />
            </span>
          ))}
        </span>
        <span class="flex spread unbroken gap-2 quiet">
          <span class="cell cut figures">{where}</span>
          <b>{resultText(match.result)}</b>
        </span>
        <span>
          <b>{moved}</b>{" "}
          <small class="quiet">{match.variation ? t("report.inVariation", { turn }) : turn}</small>
        </span>
        {match.comments && <span class="why accented breaks clamped">{match.comments.join("; ")}</span>}
        {(query || values.length > 0) && (
          <span class="values flex gap-1">
            {query && <span class="chip cell cut figures fixed">{query}</span>}
            {values.map(([name, value]) => (
              <span class="chip plain cell cut figures fixed">{`${name} ${value}`}</span>
            ))}
          </span>
        )}
      </span>
    </>
  );
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
        <div class="card match tile spaced-2 tall to-left flex gap-3 whole">
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
    return listening({ beforeprint: fill, afterprint: empty });
  }, [report]);
  return <section id="print" class="print" aria-hidden="true" ref={paper} />;
}
