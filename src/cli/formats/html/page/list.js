// The list of matches: as cards with boards, or as a table. Only the rows in sight are elements of the document, so that
// hundreds of thousands of matches cost no more than a screenful.

import { byId, compare, count, el, folded, player, shownDate, shownResult, thousands } from "./elements.js";
import { shownValue } from "./results.js";

/** The height of a card with its gap, the least width of one, and the height of a row of the table, in pixels. */
const CARD_HEIGHT = 176;
const CARD_WIDTH = 330;
const ROW_HEIGHT = 34;

/** Rows that are drawn above and below the window. */
const BEYOND = 3;

/** A column: its name, the value that it sorts by, and its width in the table as a track of a grid; none in cards. */
function column(name, value, width, { shown = value, descending = false, numeric = false } = {}) {
  return { name, value, width, shown, descending, numeric };
}

/** The columns of the results. */
export function columnsOf({ about }) {
  const { selects, sorts, severalFiles, queries } = about;
  const tag = (name, key, width) => column(name, (match) => match.record[key] ?? null, width);
  const columns = [
    column("Found", (match) => match.index, null),
    tag("White", "white", "minmax(110px, 2fr)"),
    tag("Black", "black", "minmax(110px, 2fr)"),
    tag("Event", "event", "minmax(90px, 1.6fr)"),
    column("Date", (match) => shownDate(match.record.date).replaceAll("?", "0"), "94px", {
      shown: (match) => shownDate(match.record.date),
    }),
    tag("ECO", "eco", "52px"),
    column("Result", (match) => match.record.result ?? null, "64px", {
      shown: (match) => shownResult(match.record.result),
    }),
    column("Move", (match) => match.ply, "96px", { shown: (match) => match.move }),
    column("Length", (match) => match.record.plies, "84px", {
      shown: (match) => String(Math.ceil(match.record.plies / 2)),
      descending: true,
      numeric: true,
    }),
  ];
  if (severalFiles) columns.splice(1, 0, tag("File", "file", "minmax(80px, 1fr)"));
  if (queries.length > 1) {
    columns.splice(
      1,
      0,
      column("Query", (match) => queries[match.data.query].name, "minmax(80px, 1fr)"),
    );
  }
  const own = (name, list, place) => {
    const value = (match) => match.data[list]?.[place] ?? null;
    const options = { shown: (match) => shownValue(value(match)), descending: list === "sorts" };
    columns.push(column(name, value, "minmax(64px, 1fr)", options));
  };
  sorts.forEach((name, place) => own(name, "sorts", place));
  selects.forEach((name, place) => own(name, "values", place));
  return columns;
}

/** The list, its order and its filters. `open` is called with a match that is chosen. */
export class List {
  constructor(results, open) {
    this.results = results;
    this.open = open;
    this.columns = columnsOf(results);
    this.sorting = this.columns[0];
    this.descending = false;
    this.view = "boards";
    this.query = "";
    /** Further conditions: of the charts, and of the choice of a query. */
    this.conditions = new Map();
    this.matches = results.matches;
    this.selected = null;
    this.body = el("div", { class: "rows" });
    this.head = el("div", { class: "heads", role: "row" });
    this.frame = el("div", { class: "frame" }, this.head, this.body);
    byId("list").append(this.frame);
    this.drawn = new Map();
    const draw = () => this.draw();
    addEventListener("scroll", draw, { passive: true });
    new ResizeObserver(() => this.layOut()).observe(byId("list"));
    this.layOut();
  }

  /** Chooses and orders the matches, and shows them. */
  update() {
    const words = folded(this.query).split(/\s+/).filter(Boolean);
    const fits = (match) =>
      words.every((word) => match.text.includes(word)) && [...this.conditions.values()].every((fits) => fits(match));
    const kept = this.results.matches.filter(fits);
    const { value } = this.sorting;
    if (this.sorting !== this.columns[0]) {
      const keyed = kept.map((match) => [value(match), match]);
      const missing = (key) => key === null || key === undefined || key === "";
      const direction = this.descending ? -1 : 1;
      keyed.sort(([a, one], [b, other]) => {
        const order = compare(a, b);
        // Missing values come last in both orders.
        return (missing(a) !== missing(b) ? order : order * direction) || one.index - other.index;
      });
      this.matches = keyed.map(([, match]) => match);
    } else {
      this.matches = this.descending ? kept.reverse() : kept;
    }
    const all = this.results.matches.length;
    const shown = this.matches.length;
    byId("shown").textContent =
      shown === all ? count(all, "match", "matches") : `${thousands(shown)} of ${count(all, "match", "matches")}`;
    this.layOut();
  }

  /** Sorts by a column; by the same one again, the other way round. */
  sortBy(column, descending = column === this.sorting ? !this.descending : column.descending) {
    this.sorting = column;
    this.descending = descending;
    this.update();
  }

  /** Measures, and draws what is in sight anew. */
  layOut() {
    const width = byId("list").clientWidth;
    const table = this.view === "table";
    this.across = table ? 1 : Math.max(1, Math.floor((width + 12) / (CARD_WIDTH + 12)));
    this.step = table ? ROW_HEIGHT : CARD_HEIGHT;
    this.frame.className = `frame ${this.view}`;
    this.frame.setAttribute("role", table ? "table" : "list");
    this.frame.style.setProperty("--across", this.across);
    if (table) this.drawHeads();
    const height = Math.ceil(this.matches.length / this.across) * this.step;
    this.body.style.height = height > 0 ? `${height}px` : "auto";
    this.body.replaceChildren(...(this.matches.length === 0 ? [this.nothing()] : []));
    this.drawn.clear();
    this.draw();
  }

  nothing() {
    const none = this.results.matches.length === 0 ? "No game matches." : "No match fits the search and the filters.";
    return el("p", { class: "nothing" }, none);
  }

  /** The heads of the table's columns, which sort. */
  drawHeads() {
    const shown = this.columns.filter((column) => column.width);
    this.frame.style.setProperty("--tracks", shown.map((column) => column.width).join(" "));
    const head = (column) => {
      const sorted = column === this.sorting;
      const arrow = sorted ? (this.descending ? " ↓" : " ↑") : "";
      const order = sorted ? (this.descending ? "descending" : "ascending") : "none";
      const button = el("button", { type: "button", onclick: () => this.sortBy(column) }, column.name + arrow);
      return el("span", { role: "columnheader", "aria-sort": order, class: column.numeric ? "numeric" : "" }, button);
    };
    this.head.replaceChildren(...shown.map(head));
  }

  /** Draws the rows in sight and removes all others. */
  draw() {
    const top = -this.body.getBoundingClientRect().top;
    const rows = Math.ceil(this.matches.length / this.across);
    const first = Math.max(0, Math.floor(top / this.step) - BEYOND);
    const end = Math.min(rows, Math.ceil((top + innerHeight) / this.step) + BEYOND);
    for (const [row, elements] of this.drawn) {
      if (row >= first && row < end) continue;
      elements.forEach((element) => element.remove());
      this.drawn.delete(row);
    }
    for (let row = first; row < end; row += 1) {
      if (this.drawn.has(row)) continue;
      const here = this.matches.slice(row * this.across, (row + 1) * this.across);
      const elements = here.map((match, i) => {
        const element = this.view === "table" ? this.row(match) : this.card(match, row * this.across + i);
        element.style.top = `${row * this.step}px`;
        element.style.setProperty("--place", i);
        element.addEventListener("click", () => this.open(match));
        element.classList.toggle("selected", match === this.selected);
        element.match = match;
        return element;
      });
      this.drawn.set(row, elements);
      this.body.append(...elements);
    }
  }

  card(match, place) {
    const attributes = {
      class: "slot",
      role: "listitem",
      "aria-posinset": place + 1,
      "aria-setsize": this.matches.length,
    };
    return el("div", attributes, card(match, this.results));
  }

  row(match) {
    const cells = this.columns
      .filter((column) => column.width)
      .map((column, i) => {
        const text = String(column.shown(match) ?? "");
        const content = i === 0 ? el("button", { type: "button" }, text || "–") : text;
        return el("span", { role: "cell", title: text, class: column.numeric ? "numeric" : "" }, content);
      });
    return el("div", { class: "row", role: "row" }, cells);
  }

  /** Marks a match as the one that is open, and brings it into sight. */
  select(match, { scroll = true } = {}) {
    this.selected = match;
    const place = this.matches.indexOf(match);
    if (place >= 0 && scroll) {
      const top = this.body.getBoundingClientRect().top + Math.floor(place / this.across) * this.step;
      const room = byId("toolbar").getBoundingClientRect().height + 16;
      if (top < room || top + this.step > innerHeight) scrollBy({ top: top - Math.max(room, innerHeight / 3) });
    }
    this.draw();
    for (const element of [...this.drawn.values()].flat())
      element.classList.toggle("selected", element.match === match);
  }

  /** The match so many places behind or before another one in the list. */
  neighbour(match, step) {
    return this.matches[this.matches.indexOf(match) + step] ?? null;
  }
}

/** A match as a card: board, players, move, and why it matches. */
export function card(match, { about }) {
  const { record, data } = match;
  const where = [match.year, record.eco, record.variant, record.event].filter(Boolean).join(" · ");
  const turn = `${match.whiteToMove ? "White" : "Black"} to move${data.variation ? ", in a variation" : ""}`;
  const values = about.selects.map((name, i) => `${name} ${shownValue(data.values?.[i])}`);
  const sorts = about.sorts
    .filter((_, i) => data.sorts?.[i] != null)
    .map((name, i) => `${name}: ${shownValue(data.sorts[i])}`);
  const query = about.queries.length > 1 ? el("span", { class: "chip query" }, about.queries[data.query].name) : null;
  const chips = [...sorts, ...values].map((text) => el("span", { class: "chip" }, text));
  return el(
    "button",
    { type: "button", class: "card" },
    match.board(),
    el(
      "span",
      { class: "text" },
      el(
        "span",
        { class: "players" },
        player("white", record.white, record.whiteElo),
        player("black", record.black, record.blackElo),
      ),
      el(
        "span",
        { class: "where" },
        el("span", {}, where),
        el("span", { class: "result" }, shownResult(record.result)),
      ),
      el("span", { class: "move" }, el("b", {}, match.move), " ", el("small", {}, turn)),
      data.why ? el("span", { class: "why" }, data.why.join("; ")) : null,
      query || chips.length ? el("span", { class: "chips" }, query, chips) : null,
    ),
  );
}
