// The page: reads the results, shows them, and answers clicks, keys and the history of the browser.

import { byId, count, el, thousands } from "./elements.js";
import { chartsOf, drawChart } from "./charts.js";
import { List, card } from "./list.js";
import { highlighted, readResults } from "./results.js";
import { Viewer } from "./viewer.js";

/** A report on paper has no more boards than this. */
const MOST_PRINTED = 400;

const KEYS = [
  ["← →", "one move back, forward"],
  ["↑ ↓", "another move instead, if there are variations"],
  ["Home End", "start of the game, end of the line"],
  ["m", "the position of the match"],
  ["n p", "next match, match before"],
  ["f", "turn the board"],
  ["/", "search"],
  ["Esc", "close the game"],
];

const THEMES = ["auto", "light", "dark"];

/** The timer that runs until the address is written. */
let resting = 0;

const wide = matchMedia("(min-width: 1000px)");

const results = readResults();
const list = new List(results, (match) => openMatch(match));
const viewer = new Viewer(results, {
  go: (step) => {
    const next = list.neighbour(viewer.match, step);
    if (next) openMatch(next, { replace: true });
  },
  close: closeMatch,
  moved: remember,
});

summarize();
drawCharts();
fillToolbar();
list.update();
addKeys();
addThemes();
addPrinting();
openFromAddress();
addEventListener("popstate", openFromAddress);

/** Headline, queries, and the facts of the run. */
function summarize() {
  const { about, run, matches, games } = results;
  const total = run ? ` of ${thousands(run.games)}` : "";
  byId("headline").replaceChildren(
    el("b", {}, thousands(matches.length)),
    ` ${matches.length === 1 ? "match" : "matches"} in `,
    el("b", {}, thousands(games.length)),
    `${total} ${(run?.games ?? games.length) === 1 ? "game" : "games"}`,
  );
  const notices = [];
  if (!run) notices.push("This file breaks off before its end: what follows is missing.");
  else if (!run.complete) notices.push("The search ended early. The results are those found until then.");
  if (about.sample) notices.push(`These are ${about.sample} rows drawn at random from all matches.`);
  if (about.limit !== null && games.length >= about.limit)
    notices.push(`Stopped after ${count(about.limit, "matching game")} (--limit ${about.limit}).`);
  byId("notice").textContent = notices.join(" ");
  byId("notice").hidden = notices.length === 0;
  const several = about.queries.length > 1;
  byId("queries").replaceChildren(
    ...about.queries.map((query, i) => {
      const numbers = run?.queries[i];
      const found = numbers
        ? `${count(numbers.positions, "match", "matches")} in ${count(numbers.matched, "game")}`
        : "";
      const named = several || query.name !== "query";
      return el(
        "figure",
        { class: "query" },
        named ? el("figcaption", {}, el("b", {}, query.name), several ? el("span", {}, found) : null) : null,
        el("pre", { tabindex: "0" }, highlighted(query.tokens)),
      );
    }),
  );
  const started = new Date(about.started * 1000);
  const files =
    about.files.slice(0, 4).join(", ") + (about.files.length > 4 ? ` and ${about.files.length - 4} other files` : "");
  const facts = [
    files,
    started.toLocaleString("en", { dateStyle: "long", timeStyle: "short" }),
    run ? `${run.seconds < 10 ? run.seconds.toFixed(2) : Math.round(run.seconds)} s` : null,
    run?.damaged ? `${count(run.damaged, "game")} with moves that could not be read` : null,
    `Tabiya ${about.version}`,
  ];
  byId("facts").textContent = facts.filter(Boolean).join(" · ");
}

/** The charts; a click on a bar shows its matches only. */
function drawCharts() {
  const charts = chartsOf(results);
  const chosen = new Map();
  let width = 320;
  const draw = () => {
    const choose = (chart) => (bar) => {
      if (bar) chosen.set(chart, bar);
      else chosen.delete(chart);
      if (bar) list.conditions.set(chart, bar.fits);
      else list.conditions.delete(chart);
      draw();
      list.update();
    };
    const box = byId("charts");
    box.replaceChildren(...charts.map((chart) => drawChart(chart, width, chosen.get(chart), choose(chart))));
    const chip = ([chart, bar]) =>
      el(
        "button",
        { type: "button", class: "filter", title: "Remove this filter", onclick: () => choose(chart)(null) },
        `${chart.title}: ${bar.label} ×`,
      );
    byId("filters").replaceChildren(...[...chosen].map(chip));
  };
  byId("charts").hidden = charts.length === 0;
  draw();
  // One unit of a chart is a pixel, so that its letters are as large as all others.
  new ResizeObserver(() => {
    const picture = byId("charts").querySelector("svg");
    const room = Math.round(picture?.getBoundingClientRect().width ?? 0);
    if (room === 0 || room === width) return;
    width = room;
    draw();
  }).observe(byId("charts"));
}

/** Search, choice of a query, order, view. */
function fillToolbar() {
  const { queries } = results.about;
  const [search, query, sort, direction] = ["search", "query", "sort", "direction"].map(byId);
  byId("toolbar").addEventListener("submit", (event) => event.preventDefault());
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      list.query = search.value;
      list.update();
    }, 120);
  });
  query.append(
    el("option", { value: "" }, "All queries"),
    ...queries.map(({ name }, i) => el("option", { value: i }, name)),
  );
  byId("query-choice").hidden = queries.length < 2;
  query.addEventListener("change", () => {
    if (query.value === "") list.conditions.delete("query");
    else list.conditions.set("query", (match) => match.data.query === Number(query.value));
    list.update();
  });
  sort.append(
    ...list.columns.map(({ name }, i) => el("option", { value: i }, i === 0 ? "In the order found" : `By ${name}`)),
  );
  const show = () => {
    sort.value = list.columns.indexOf(list.sorting);
    direction.textContent = list.descending ? "↓" : "↑";
  };
  sort.addEventListener("change", () => {
    const column = list.columns[Number(sort.value)];
    list.sortBy(column, column.descending);
    show();
  });
  direction.addEventListener("click", () => {
    list.sortBy(list.sorting, !list.descending);
    show();
  });
  byId("list").addEventListener("click", show);
  const views = { boards: byId("view-boards"), table: byId("view-table") };
  for (const [view, button] of Object.entries(views)) {
    button.addEventListener("click", () => {
      list.view = view;
      for (const [name, other] of Object.entries(views)) other.setAttribute("aria-pressed", String(name === view));
      list.layOut();
    });
  }
}

/** Opens a match, and notes it in the address so that it can be linked to. */
function openMatch(match, { at, replace = wide.matches || viewer.match !== null, scroll = true, focus = true } = {}) {
  const opened = viewer.match === null && !wide.matches;
  if (!replace) history.pushState(null, "", `#match=${match.index + 1}`);
  viewer.show(match, list.matches.indexOf(match) + 1 || match.index + 1, list.matches.length, at);
  document.body.classList.add("open");
  list.select(match, { scroll: scroll && !opened });
  if (opened && focus) byId("viewer").querySelector(".close").focus();
}

function closeMatch() {
  document.body.classList.remove("open");
  viewer.match = null;
  byId("viewer").hidden = true;
  list.select(list.selected, { scroll: false });
  list.selected = null;
  history.replaceState(null, "", location.pathname + location.search);
  list.layOut();
}

/**
 * The address names the match and, if it is another one, the position. It is written when the board has come to rest, because
 * browsers accept only so many changes of it in a time.
 */
function remember(at) {
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (!viewer.match) return;
    const place = at === viewer.match.data.at ? "" : `&at=${at}`;
    const hash = `#match=${viewer.match.index + 1}${place}`;
    if (location.hash !== hash) history.replaceState(null, "", hash);
  }, 300);
}

/** Opens what the address names; on wide windows the first match otherwise. */
function openFromAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  const match = results.matches[Number(named.get("match")) - 1];
  if (match) {
    openMatch(match, { at: named.has("at") ? Number(named.get("at")) : undefined, replace: true });
  } else if (wide.matches && list.matches.length > 0) {
    openMatch(list.matches[0], { replace: true, scroll: false });
  } else if (viewer.match) {
    closeMatch();
  }
}

function addKeys() {
  const help = byId("help");
  help.append(
    el("h2", {}, "Keys"),
    el(
      "dl",
      {},
      KEYS.map(([keys, text]) => [
        el(
          "dt",
          {},
          keys.split(" ").map((key) => el("kbd", {}, key)),
        ),
        el("dd", {}, text),
      ]).flat(),
    ),
    el("button", { type: "button", onclick: () => help.close() }, "Close"),
  );
  byId("help-button").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || help.open) return;
    const field = event.target.closest?.("input, select, textarea");
    if (field) {
      if (event.key === "Escape") field.blur();
      return;
    }
    if (event.key === "/") byId("search").focus();
    else if (event.key === "?") help.showModal();
    else if (event.key === "Escape" && viewer.match && !wide.matches) closeMatch();
    else if (!viewer.key(event)) return;
    event.preventDefault();
  });
}

/** The theme of the system, or the one chosen. */
function addThemes() {
  const button = byId("theme-button");
  let theme = "auto";
  try {
    theme = localStorage.getItem("tabiya-theme") ?? "auto";
  } catch {
    // Some browsers keep nothing for files.
  }
  const apply = () => {
    document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  button.addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try {
      localStorage.setItem("tabiya-theme", theme);
    } catch {
      // It lasts until the page is closed.
    }
    apply();
  });
  apply();
}

/** On paper the list has all its rows, up to a number that a browser can draw. */
function addPrinting() {
  const paper = byId("print");
  addEventListener("beforeprint", () => {
    const printed = list.matches.slice(0, MOST_PRINTED);
    const rest = list.matches.length - printed.length;
    paper.replaceChildren(...printed.map((match) => card(match, results)));
    if (rest > 0) paper.append(el("p", {}, `${count(rest, "further match", "further matches")} not printed.`));
    paper.hidden = false;
  });
  addEventListener("afterprint", () => {
    paper.hidden = true;
    paper.replaceChildren();
  });
  byId("print-button").addEventListener("click", () => print());
}
