// The statistics: tallies of the answers, counted from the rows that have come. A click on a value keeps only its answers.

import "./stats.css";
import { useEffect, useState } from "preact/hooks";
import type { Row, Tally } from "../api/types";
import { Button } from "../app/controls";
import { language, resultText, t } from "../i18n";
import type { Property } from "../results/facets";
import type { Rows } from "../results/rows";
import { Columns, counted } from "./columns";

/** While rows come in, the charts are drawn again after this many milliseconds. */
const PAUSE = 400;

export function Statistics<R extends Row, F extends string>({ rows }: { rows: Rows<R, F> }) {
  useSlowly(rows);
  rows.tallied.value;
  rows.wanted.value;
  const filters = rows.filters.value;
  const { properties, tallies } = rows;
  const chart = (property: Property<F>) => {
    const { facet, title, numbers } = property;
    const onChoose = (value: string | undefined) => rows.setFilter(facet, value);
    const { size = 0, top = [], bins = [], width = 1 } = tallies[facet] ?? {};
    const shown = top.length;
    const note = numbers ? unit(width, facet) : size > shown && t("stats.of", { shown, n: size });
    return (
      <figure key={facet} class="chart">
        <figcaption class="baseline gap-2 below-1">
          <h3>{title()}</h3>
          {note && <span class="quiet tiny">{note}</span>}
        </figcaption>
        {numbers ? (
          <Columns name={title()} bins={bins} chosen={filters[facet]} onChoose={onChoose} />
        ) : (
          <Bars tallies={top} chosen={filters[facet]} onChoose={onChoose} />
        )}
      </figure>
    );
  };
  return (
    <div class="statistics grid">
      {properties.filter(({ numbers }) => numbers).map(chart)}
      {properties.filter(({ numbers }) => !numbers).map(chart)}
    </div>
  );
}

function unit(width: number, facet: string): string {
  if (width === 1 || (facet !== "year" && facet !== "length")) return t("stats.games");
  return t(`stats.games.${facet === "year" ? "years" : "moves"}`, { n: width });
}

const DRAW = "1/2-1/2";

interface BarsProps {
  tallies: readonly Tally[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

function Bars({ tallies, chosen, onChoose }: BarsProps) {
  const most = Math.max(1, ...tallies.map((tally) => tally.games));
  if (!tallies.length) return <p class="quiet">{t("stats.nothing")}</p>;
  return (
    <ul class="bars grid">
      {tallies.map((tally) => (
        <li key={tally.value}>
          <Button
            class="bar to-left"
            aria-pressed={chosen === tally.value}
            title={counted(tally.value, tally)}
            onClick={() => onChoose(chosen === tally.value ? undefined : tally.value)}
          >
            <span class="bar-name cut">{tally.value === DRAW ? resultText(DRAW) : tally.value}</span>
            <span class="bar-track" aria-hidden="true">
              <span class="bar-fill block tall" style={{ width: `${(100 * tally.games) / most}%` }} />
            </span>
            <span class="to-right quiet figures">{tally.games.toLocaleString(language())}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Draws the component again at times while rows come. */
function useSlowly<R extends Row, F extends string>(rows: Rows<R, F>): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    let drawing: ReturnType<typeof setTimeout> | undefined;
    const stop = rows.version.subscribe(() => {
      drawing ??= setTimeout(() => {
        drawing = undefined;
        redraw((count) => count + 1);
      }, PAUSE);
    });
    return () => {
      stop();
      clearTimeout(drawing);
    };
  }, [rows]);
}
