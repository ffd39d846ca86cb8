// Bar charts in SVG. Each bar is a button that shows only its matches.

import { compare, count, el, shownResult, thousands } from "./elements.js";
import { svg } from "../../../../../crates/diagram/src/page/board.js";
import { shownValue } from "./results.js";

/** The numbers of bars that a chart has at most. */
const MOST_COLUMNS = 16;
const MOST_ROWS = 6;

/**
 * The charts of the results: `{title, kind, bars}`, each bar `{label, short, games, matches, fits}`. `short` is what is
 * written below a column, and `fits` tells whether a match belongs to the bar.
 */
export function chartsOf(results) {
  const charts = [byYear(results), byOpening(results), byLength(results), byResult(results)];
  results.about.tallies.forEach((name, place) => charts.push(byTally(results, name, place)));
  return charts.filter((chart) => chart && chart.bars.length > 0 && (chart.bars.length > 1 || chart.always));
}

/** Counts the games and the matches of each bar. `keyOf` gives the key of a match, nothing if it has none. */
function counted(matches, keyOf) {
  const groups = new Map();
  for (const match of matches) {
    const key = keyOf(match);
    if (key === null || key === undefined) continue;
    if (!groups.has(key)) groups.set(key, { games: new Set(), matches: 0 });
    const group = groups.get(key);
    group.games.add(match.record);
    group.matches += 1;
  }
  return groups;
}

/** Columns for ranges of numbers, of a width that gives a readable number of them. */
function histogram(title, matches, numberOf, widths) {
  const numbers = matches.map(numberOf).filter((n) => n !== null);
  if (numbers.length === 0) return null;
  const [low, high] = [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))];
  const width =
    widths.find((width) => Math.floor(high / width) - Math.floor(low / width) < MOST_COLUMNS) ?? widths.at(-1);
  const bin = (match) => (numberOf(match) === null ? null : Math.floor(numberOf(match) / width));
  const groups = counted(matches, bin);
  const bars = [];
  for (let key = Math.floor(low / width); key <= Math.floor(high / width); key += 1) {
    const group = groups.get(key);
    bars.push({
      label: width === 1 ? String(key * width) : `${key * width}–${key * width + width - 1}`,
      short: String(key * width),
      games: group?.games.size ?? 0,
      matches: group?.matches ?? 0,
      fits: (match) => bin(match) === key,
    });
  }
  return { title, kind: "columns", bars };
}

function byYear({ matches }) {
  return histogram("Year", matches, (match) => match.year, [1, 2, 5, 10, 20, 50, 100, 500]);
}

function byLength({ matches }) {
  const moves = (match) => Math.ceil(match.record.plies / 2);
  return histogram("Length in moves", matches, moves, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]);
}

/** The volumes of the Encyclopaedia of Chess Openings. */
const VOLUMES = { A: "A flank", B: "B semi-open", C: "C open", D: "D closed", E: "E Indian" };

/** Openings by their codes (B90), or by tens (B9) or volumes (B) if the codes that can be shown are few of all. */
function byOpening({ matches }) {
  const keys = [
    (eco) => eco.slice(0, 3),
    (eco) => `${eco.slice(0, 2)}0–${eco.slice(1, 2)}9`,
    (eco) => VOLUMES[eco[0]] ?? "others",
  ];
  const charts = keys.map((key) =>
    ranked("Opening (ECO)", matches, (match) => (match.record.eco ? key(match.record.eco) : null)),
  );
  const isTelling = ({ bars }) =>
    !bars.at(-1)?.rest || 2 * bars.at(-1).games < bars.reduce((sum, bar) => sum + bar.games, 0);
  const chart = charts.find(isTelling) ?? charts.at(-1);
  if (chart === charts.at(-1)) chart.bars.sort((a, b) => compare(a.label, b.label));
  return chart;
}

function byResult({ matches }) {
  const order = ["1-0", "½–½", "0-1", "*"];
  const chart = ranked("Result", matches, (match) => shownResult(match.record.result) || null);
  chart?.bars.sort((a, b) => order.indexOf(a.label) - order.indexOf(b.label));
  return chart;
}

function byTally({ matches }, name, place) {
  const value = (match) => match.data.tallies?.[place] ?? null;
  const values = new Set(matches.map(value));
  // Many different numbers are shown by their size.
  const numbers = [...values].every((value) => value === null || typeof value === "number");
  const chart =
    numbers && values.size > MOST_ROWS
      ? histogram(name, matches, value, [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000, 1_000_000])
      : ranked(name, matches, (match) => shownValue(value(match)));
  return { ...chart, always: true };
}

/** Rows for the commonest values, and one for all others. */
function ranked(title, matches, keyOf) {
  const groups = [...counted(matches, keyOf)];
  groups.sort(
    ([a, one], [b, other]) => other.games.size - one.games.size || other.matches - one.matches || compare(a, b),
  );
  const bars = groups.slice(0, groups.length > MOST_ROWS ? MOST_ROWS - 1 : MOST_ROWS).map(([key, group]) => ({
    label: key,
    games: group.games.size,
    matches: group.matches,
    fits: (match) => keyOf(match) === key,
  }));
  const rest = groups.slice(bars.length);
  if (rest.length > 0) {
    const keys = new Set(rest.map(([key]) => key));
    const games = new Set(rest.flatMap(([, group]) => [...group.games]));
    const fits = (match) => keys.has(keyOf(match));
    const sum = rest.reduce((sum, [, group]) => sum + group.matches, 0);
    bars.push({ label: `${rest.length} others`, games: games.size, matches: sum, fits, rest: true });
  }
  return { title, kind: "rows", bars };
}

/**
 * Draws a chart of a width in pixels. `choose` is called with the bar that is clicked; `chosen` is the one whose matches are
 * shown.
 */
export function drawChart(chart, width, chosen, choose) {
  const most = Math.max(1, ...chart.bars.map((bar) => bar.games));
  const picture = chart.kind === "columns" ? columns(chart, width, most) : rows(chart, width, most);
  chart.bars.forEach((bar, i) => {
    const group = picture.children[i];
    group.setAttribute("class", `bar${bar.games === 0 ? " empty" : ""}${chosen && chosen !== bar ? " faded" : ""}`);
    const text = `${bar.label}: ${count(bar.games, "game")}, ${count(bar.matches, "match", "matches")}`;
    const title = svg("title");
    title.textContent = text;
    group.prepend(title);
    if (bar.games === 0) return;
    group.setAttribute("role", "button");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-pressed", String(chosen === bar));
    group.setAttribute("aria-label", text);
    group.addEventListener("click", () => choose(chosen === bar ? null : bar));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose(chosen === bar ? null : bar);
    });
  });
  return el("figure", { class: "chart" }, el("figcaption", {}, chart.title, el("span", {}, " games")), picture);
}

/** Upright bars, side by side, with their labels below where there is room. */
function columns({ title, bars }, width, most) {
  const [height, foot, head] = [100, 18, 14];
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height + foot + head}`, role: "group", "aria-label": title });
  const step = width / bars.length;
  const gap = Math.min(4, step / 4);
  // Labels of some bars: as many as fit beside each other.
  const longest = Math.max(...bars.map((bar) => bar.short.length));
  const every = Math.max(1, Math.ceil((longest * 6.2 + 14) / step));
  bars.forEach((bar, i) => {
    const tall = bar.games === 0 ? 0 : Math.max(2, (bar.games / most) * height);
    const [x, top, wide] = [i * step + gap / 2, head + height - tall, step - gap];
    const group = svg("g");
    group.append(
      svg("rect", { class: "hit", x: i * step, y: 0, width: step, height: height + head }),
      svg("rect", {
        class: "fill",
        x: x.toFixed(1),
        y: top.toFixed(1),
        width: wide.toFixed(1),
        height: tall.toFixed(1),
        rx: 2,
      }),
    );
    if (bar.games > 0 && String(thousands(bar.games)).length * 6.4 < step + 2) {
      group.append(
        text(thousands(bar.games), { x: x + wide / 2, y: top - 4, "text-anchor": "middle", class: "value" }),
      );
    }
    if (i % every === 0) {
      // The label of a narrow bar at an edge stays inside.
      const half = bar.short.length * 3.1;
      const middle = Math.min(Math.max(x + wide / 2, half), width - half);
      group.append(
        text(bar.short, { x: middle.toFixed(1), y: head + height + 14, "text-anchor": "middle", class: "label" }),
      );
    }
    picture.append(group);
  });
  picture.append(svg("line", { class: "axis", x1: 0, x2: width, y1: head + height + 0.5, y2: head + height + 0.5 }));
  return picture;
}

/** Bars below each other: the label on the left, the number behind the bar. */
function rows({ title, bars }, width, most) {
  const step = 22;
  const longest = Math.max(...bars.map((bar) => bar.label.length));
  const left = Math.min(0.45 * width, Math.max(36, longest * 6.6 + 10));
  const room = width - left - 8 - String(thousands(most)).length * 7;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${bars.length * step}`, role: "group", "aria-label": title });
  bars.forEach((bar, i) => {
    const wide = Math.max(2, (bar.games / most) * room);
    const [y, middle] = [i * step + 3, i * step + step / 2 + 4];
    const letters = Math.floor((left - 6) / 6.4);
    const label = bar.label.length > letters ? `${bar.label.slice(0, letters - 1)}…` : bar.label;
    const group = svg("g");
    group.append(
      svg("rect", { class: "hit", x: 0, y: i * step, width, height: step }),
      text(label, { x: left - 8, y: middle, "text-anchor": "end", class: "label" }),
      svg("rect", { class: "fill", x: left, y, width: wide.toFixed(1), height: step - 6, rx: 2 }),
      text(thousands(bar.games), { x: left + wide + 6, y: middle, class: "value" }),
    );
    picture.append(group);
  });
  return picture;
}

function text(content, attributes) {
  const element = svg("text", attributes);
  element.textContent = content;
  return element;
}
