// One game: a board to step through, with the moves beside it.

import { byId, el, player, shownDate, shownResult, thousands } from "./elements.js";
import { drawBoard, svg } from "../../../../../crates/diagram/src/page/board.js";
import { squaresOf } from "./game.js";
import { arrowsOf, shownValue } from "./results.js";

/** The pictures of the buttons, as paths in a square of 20 units. */
const ICONS = {
  start: "M5 4v12M15 4.5 8 10l7 5.5z",
  back: "M13 4.5 6 10l7 5.5z",
  match: "M10 3.5a6.5 6.5 0 1 0 .01 0M10 8.5a1.5 1.5 0 1 0 .01 0",
  forward: "M7 4.5 14 10l-7 5.5z",
  end: "M15 4v12M5 4.5 12 10l-7 5.5z",
  turn: "M7 16V4.5M3.5 8 7 4.5 10.5 8M13 4v11.5M9.5 12 13 15.5 16.5 12",
};

export class Viewer {
  /** `go` is called with 1 or -1 for the next match or the one before, `close` if the viewer is closed. */
  constructor(results, { go, close, moved }) {
    this.results = results;
    this.go = go;
    this.close = close;
    this.moved = moved;
    this.match = null;
    this.at = 0;
    this.flipped = false;
    this.root = byId("viewer");
  }

  /** Shows a match; `at` is a position other than its own. */
  show(match, place, total, at = match.data.at) {
    this.match = match;
    this.root.hidden = false;
    this.build(place, total);
    this.goTo(Number.isInteger(at) && at >= 0 && at < match.game.length ? at : match.data.at);
  }

  get game() {
    return this.match.game;
  }

  /** Makes everything that is the same for all positions of the game. */
  build(place, total) {
    const { match, game } = this;
    const { record, data } = match;
    const button = (text, label, act, cls = "") =>
      el("button", { type: "button", class: cls, title: label, "aria-label": label, onclick: act }, text);
    this.above = el("div", { class: "bar" });
    this.below = el("div", { class: "bar" });
    this.board = el("div", { class: "big-board" });
    this.side = el("p", { class: "beside" });
    this.moves = el("div", { class: "moves", tabindex: "0", role: "group", "aria-label": "Moves" });
    this.spans = new Map();
    this.inMatch = new Set([data.at, ...(data.line ?? [])]);
    this.writeMoves();
    const tags = [
      record.event,
      record.site,
      record.round ? `round ${record.round}` : null,
      shownDate(record.date),
      record.eco,
      record.variant,
    ];
    const where = [...tags.filter(Boolean), `game ${record.number}`, record.file].filter(Boolean).join(" · ");
    const { about } = this.results;
    // A match has no value for the sort keys of other queries.
    const sorts = about.sorts.map((name, i) => [name, data.sorts?.[i]]).filter(([, value]) => value != null);
    const values = [...sorts, ...about.selects.map((name, i) => [name, data.values?.[i]])];
    this.root.replaceChildren(
      el(
        "div",
        { class: "viewer-head" },
        button("‹", "The match before (p)", () => this.go(-1)),
        el("span", { class: "place" }, `Match ${thousands(place)} of ${thousands(total)}`),
        button("›", "The next match (n)", () => this.go(1)),
        button("×", "Close (Esc)", () => this.close(), "close"),
      ),
      this.above,
      this.board,
      this.below,
      this.side,
      el(
        "div",
        { class: "steps" },
        button(icon("start"), "The start (Home)", () => this.goTo(0)),
        button(icon("back"), "One move back (←)", () => this.step(-1)),
        button(icon("match"), "The position of the match (m)", () => this.goTo(this.match.data.at)),
        button(icon("forward"), "One move forward (→)", () => this.step(1)),
        button(icon("end"), "The end of the line (End)", () => this.goTo(this.game.end(this.at))),
        button(icon("turn"), "Turn the board (f)", () => this.flip()),
      ),
      this.moves,
      el("p", { class: "where" }, where),
      data.why ? el("p", { class: "why" }, data.why.join("; ")) : "",
      values.length
        ? el(
            "dl",
            { class: "values" },
            values.map(([name, value]) => [el("dt", {}, name), el("dd", {}, shownValue(value))]).flat(),
          )
        : "",
      this.links(),
    );
  }

  /** The position of the match for other programs. */
  links() {
    const { fen } = this.match.data;
    const variant = this.match.record.variant;
    const copy = el("button", { type: "button", class: "plain" }, "Copy FEN");
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(fen);
        copy.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(this.root.querySelector(".fen"));
        copy.textContent = "Selected";
      }
      setTimeout(() => (copy.textContent = "Copy FEN"), 1500);
    });
    const address = `https://lichess.org/analysis/standard/${encodeURI(fen.replaceAll(" ", "_"))}`;
    const link = variant
      ? null
      : el("a", { href: address, rel: "noreferrer noopener", target: "_blank" }, "Analyse at lichess.org");
    return el("div", { class: "links" }, el("code", { class: "fen" }, fen), copy, link);
  }

  /** Writes the main line with its variations in parentheses. */
  writeMoves() {
    const { game } = this;
    const start = (game.comments.get(0) ?? []).filter(([, , place]) => place !== "before");
    start.forEach(([, text]) => this.moves.append(comment(text)));
    this.writeLine(0, this.moves);
    const { result } = this.match.record;
    if (result) this.moves.append(el("span", { class: "end" }, shownResult(result)));
  }

  /** Writes the moves behind a position. It does not call itself for each move, because games can be long. */
  writeLine(node, into) {
    const { game } = this;
    let numbered = true;
    let at = node;
    while (game.children[at].length > 0) {
      const [main, ...others] = game.children[at];
      this.writeMove(main, numbered, into);
      const notes = game.comments.get(main) ?? [];
      const behind = notes.filter(([, , place]) => place === undefined);
      behind.forEach(([, text]) => into.append(comment(text)));
      for (const other of others) {
        const variation = el("span", { class: "variation" });
        const before = (game.comments.get(other) ?? []).filter(([, , place]) => place === "before");
        before.forEach(([, text]) => variation.append(comment(text)));
        this.writeMove(other, true, variation);
        (game.comments.get(other) ?? [])
          .filter(([, , place]) => place === undefined)
          .forEach(([, text]) => variation.append(comment(text)));
        this.writeLine(other, variation);
        into.append(variation);
        notes.filter(([, , place]) => place === other).forEach(([, text]) => into.append(comment(text)));
      }
      numbered = behind.length > 0 || others.length > 0;
      at = main;
    }
  }

  writeMove(node, numbered, into) {
    const { game } = this;
    const white = game.plies[node] % 2 === 1;
    const [sign, others] = game.glyphs(node);
    const number = numbered || white ? el("span", { class: "number" }, game.number(node)) : null;
    const move = el(
      "button",
      { type: "button", class: "san", tabindex: "-1", onclick: () => this.goTo(node) },
      game.san[node] + sign,
    );
    if (this.inMatch.has(node)) move.classList.add(node === this.match.data.at ? "matched" : "along");
    this.spans.set(node, move);
    into.append(
      el("span", { class: "ply" }, number, move, others ? el("span", { class: "glyph" }, others) : null),
      " ",
    );
  }

  /** Goes to a position of the game. */
  goTo(node) {
    this.at = node;
    const { game, match } = this;
    const last = squaresOf(game.moves[node]);
    const matched = node === match.data.at;
    const turn = game.whiteToMove(node) ? "White" : "Black";
    const picture = drawBoard(game.board(node), {
      flipped: this.flipped,
      lastMove: last,
      marks: matched ? (match.data.marks ?? []) : [],
      arrows: matched ? match.arrows() : arrowsOf([game.moves[node]], "last"),
      names: true,
      label: `${game.move(node)}. ${turn} to move.`,
    });
    this.board.replaceChildren(picture);
    this.bars();
    for (const span of this.moves.querySelectorAll("[aria-current]")) span.removeAttribute("aria-current");
    const span = this.spans.get(node);
    if (span) {
      span.setAttribute("aria-current", "true");
      const [box, own] = [this.moves.getBoundingClientRect(), span.getBoundingClientRect()];
      if (own.top < box.top + 24 || own.bottom > box.bottom - 24)
        this.moves.scrollTop += own.top - box.top - box.height / 2;
    } else {
      this.moves.scrollTop = 0;
    }
    this.moved(node);
  }

  /** The players above and below the board, with their clocks, and whose move it is. */
  bars() {
    const { game, at, match } = this;
    const { record } = match;
    const toMove = game.whiteToMove(at) ? "white" : "black";
    // A clock belongs to the side that has just moved.
    const clock = (color) => {
      for (let node = at; node > 0; node = game.parents[node]) {
        if (game.whiteToMove(node) === (color === "black") && game.clocks[node]) return time(Number(game.clocks[node]));
      }
      return null;
    };
    const bar = (color, name, elo) =>
      [
        player(color, name, elo),
        clock(color) ? el("span", { class: "clock" }, clock(color)) : null,
        toMove === color ? el("span", { class: "turn" }, "to move") : null,
      ].filter(Boolean);
    const white = bar("white", record.white, record.whiteElo);
    const black = bar("black", record.black, record.blackElo);
    this.above.replaceChildren(...(this.flipped ? white : black));
    this.below.replaceChildren(...(this.flipped ? black : white));
    const evaluation = game.evals[at] ? `evaluation ${pawns(game.evals[at])}` : null;
    this.side.textContent = [game.beside.get(at), evaluation].filter(Boolean).join(" · ");
    this.side.hidden = this.side.textContent === "";
  }

  step(by) {
    const { game, at } = this;
    this.goTo(by > 0 ? game.next(at) : Math.max(0, game.parents[at]));
  }

  flip() {
    this.flipped = !this.flipped;
    this.goTo(this.at);
  }

  /** Does what a key stands for; `false` if it stands for nothing. */
  key(event) {
    const acts = {
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      ArrowUp: () => this.goTo(this.game.sibling(this.at, -1)),
      ArrowDown: () => this.goTo(this.game.sibling(this.at, 1)),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.game.end(this.at)),
      f: () => this.flip(),
      m: () => this.goTo(this.match.data.at),
      n: () => this.go(1),
      p: () => this.go(-1),
    };
    if (!this.match || !Object.hasOwn(acts, event.key)) return false;
    acts[event.key]();
    return true;
  }
}

function icon(name) {
  return svg("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));
}

function comment(text) {
  return el("span", { class: "comment" }, `${text} `);
}

/** Seconds as a clock shows them. */
function time(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Hundredths of a pawn, or the moves to mate, as people write them. */
function pawns(text) {
  if (text.startsWith("#")) return text;
  const value = Number(text) / 100;
  return `${value > 0 ? "+" : ""}${value.toFixed(2)}`;
}
