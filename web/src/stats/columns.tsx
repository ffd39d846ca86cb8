// A histogram as SVG. Its columns are one tab stop: the arrow keys go from one to the next, Enter filters by it.

import { useRef, useState } from "preact/hooks";
import { goByKey } from "../app/keys";
import { language, t } from "../i18n";
import type { Bin } from "../results/values";

interface Props {
  name: string;
  bins: readonly Bin[];
  /** The filter: a number or a range. */
  chosen: string | undefined;
  onChoose(value: string | undefined): void;
}

const WIDTH = 360;
const HEIGHT = 104;
const FOOT = 16;
const HEAD = 12;

const named = (bin: Bin) => (bin.from === bin.to ? String(bin.from) : `${bin.from}–${bin.to}`);
const asFilter = (bin: Bin) => (bin.from === bin.to ? String(bin.from) : `${bin.from}-${bin.to}`);

export function Columns({ name, bins, chosen, onChoose }: Props) {
  const [active, setActive] = useState(0);
  const svg = useRef<SVGSVGElement>(null);
  if (!bins.length) return <p class="quiet">{t("stats.nothing")}</p>;
  const most = Math.max(1, ...bins.map((bin) => bin.games));
  const step = WIDTH / bins.length;
  const at = Math.min(active, bins.length - 1);
  const choose = (bin: Bin) => onChoose(chosen === asFilter(bin) ? undefined : asFilter(bin));
  const onKeyDown = (event: KeyboardEvent) => {
    const last = bins.length - 1;
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last, Enter: null, " ": null };
    goByKey(event, places, (place) => {
      if (place === null) return choose(bins[at] as Bin);
      const index = Math.max(0, Math.min(place, last));
      setActive(index);
      svg.current?.querySelectorAll<SVGGElement>("g.column-bar")[index]?.focus();
    });
  };
  // Some four labels, at the columns' edges.
  const every = Math.max(1, Math.ceil(bins.length / 5));
  return (
    <svg
      class="histogram block whole"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={name}
      ref={svg}
      onKeyDown={onKeyDown}
    >
      <text x={0} y={9}>
        {most.toLocaleString(language())}
      </text>
      <line class="axis" x1={0} x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
      {bins.map((bin, index) => (
        <g
          key={bin.from}
          class="column-bar clicks"
          role="button"
          tabIndex={index === at ? 0 : -1}
          aria-pressed={chosen === asFilter(bin)}
          aria-label={counted(named(bin), bin)}
          onClick={() => {
            setActive(index);
            choose(bin);
          }}
        >
          <Column bin={bin} left={index * step} width={step} share={bin.games / most} />
        </g>
      ))}
      {bins.map(({ from }, index) => {
        // Beside a column, for a click is for the middle of that.
        const [x, anchor] = index ? [(index + 0.5) * step, "middle"] : [0, "start"];
        return (
          index % every === 0 && (
            <text key={from} x={x} y={HEIGHT - 3} text-anchor={anchor}>
              {from}
            </text>
          )
        );
      })}
    </svg>
  );
}

function Column({ bin, left, width, share }: { bin: Bin; left: number; width: number; share: number }) {
  const height = bin.games && Math.max(1.5, (HEIGHT - FOOT - HEAD) * share);
  const top = HEIGHT - FOOT - height;
  return (
    <>
      <title>{counted(named(bin), bin)}</title>
      <rect class="hit" x={left} y={0} width={width} height={HEIGHT - FOOT} />
      <rect class="fill" x={left + width * 0.08} y={top} width={width * 0.84} height={height} />
    </>
  );
}

/** How many games and positions there are for a value, in words. */
export const counted = (value: string, { games, positions }: { games: number; positions: number }): string =>
  t("stats.bar", { value, n: games, positions: t("game.positions", { n: positions }) });
