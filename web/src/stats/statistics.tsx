// The statistics: tallies of the answers, counted from the rows that have come. A click on a value keeps only its answers.

import { useEffect, useState } from "preact/hooks";
import type { Facet, Tally } from "../api/types";
import { t } from "../i18n";
import type { Bin } from "../results/facets";
import type { Search } from "../results/search";
import { Columns } from "./columns";
import { facetName } from "./filters";

/** While rows come in, the charts are drawn again after this many milliseconds. */
const PAUSE = 400;
const MOST_BARS = 10;
const MOST_COLUMNS = 60;

export function Statistics({ search }: { search: Search }) {
  useSlowly(search);
  const { rows } = search;
  const set = (facet: Facet) => (value: string | undefined) => rows.setFilter(facet, value);
  const filters = rows.filters.value;
  return (
    <div class="statistics">
      {(["year", "length"] as const).map((facet) => {
        const { bins, width } = rows.tallies.bins(facet, MOST_COLUMNS);
        return (
          <figure key={facet} class="chart">
            <figcaption>
              <h3>{facetName(facet)}</h3>
              <span class="quiet">{unit(width, facet)}</span>
            </figcaption>
            <Columns
              name={facetName(facet)}
              bins={bins}
              chosen={filters[facet]}
              onChoose={(bin) => set(facet)(bin && range(bin))}
            />
          </figure>
        );
      })}
      {(["result", "eco", "player"] as const).map((facet) => {
        const all = rows.tallies.size(facet);
        return (
          <figure key={facet} class="chart">
            <figcaption>
              <h3>{facetName(facet)}</h3>
              {all > MOST_BARS && <span class="quiet">{t("stats.of", { shown: MOST_BARS, n: all })}</span>}
            </figcaption>
            <Bars
              tallies={rows.tallies.top(facet, MOST_BARS)}
              chosen={filters[facet]}
              onChoose={set(facet)}
            />
          </figure>
        );
      })}
    </div>
  );
}

export const range = (bin: Bin): string => (bin.from === bin.to ? String(bin.from) : `${bin.from}-${bin.to}`);

function unit(width: number, facet: "year" | "length"): string {
  if (width === 1) return t("stats.games");
  return t(facet === "year" ? "stats.games.years" : "stats.games.moves", { n: width });
}

interface BarsProps {
  tallies: readonly Tally[];
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

function Bars({ tallies, chosen, onChoose }: BarsProps) {
  const most = Math.max(1, ...tallies.map((tally) => tally.games));
  if (!tallies.length) return <p class="quiet">{t("stats.nothing")}</p>;
  return (
    <ul class="bars">
      {tallies.map((tally) => (
        <li key={tally.value}>
          <button
            type="button"
            class="bar"
            aria-pressed={chosen === tally.value}
            title={t("stats.bar", { value: tally.value, n: tally.games, positions: tally.positions })}
            onClick={() => onChoose(chosen === tally.value ? undefined : tally.value)}
          >
            <span class="bar-name">{tally.value}</span>
            <span class="bar-track" aria-hidden="true">
              <span class="bar-fill" style={{ width: `${(100 * tally.games) / most}%` }} />
            </span>
            <span class="bar-count">{tally.games.toLocaleString()}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Draws the component again when rows have come, but not at each frame. */
function useSlowly(search: Search): void {
  const [, redraw] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = search.rows.version.subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        redraw((count) => count + 1);
      }, PAUSE);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [search]);
}
