// The results as the page holds them: games, their matches, and what is known of the run.

import { el, folded } from "./elements.js";
import { drawBoard } from "../../../../../crates/diagram/src/page/board.js";
import { Game, squaresOf } from "./game.js";

/** One match in one game. */
export class Match {
  constructor(data, record, index) {
    this.data = data;
    this.record = record;
    this.index = index;
  }

  /** The game, whose tree is made when it is first needed. */
  get game() {
    this.record.tree ??= new Game(this.record);
    return this.record.tree;
  }

  /** The text that a search looks at. */
  get text() {
    if (this.folded === undefined) {
      const { white, black, event, site, round, date, eco, result, number, file, variant } = this.record;
      const { why = [], values = [], sorts = [] } = this.data;
      const parts = [white, black, event, site, round, date, eco, result, number, file, variant, this.move];
      this.folded = folded([...parts, ...why, ...values, ...sorts].filter((part) => part != null).join(" "));
    }
    return this.folded;
  }

  /** The move that led to the position, with its number. */
  get move() {
    return this.data.move || "Start";
  }

  /** The number of half-moves before the position, counted as its FEN does. */
  get ply() {
    const [, turn, , , , number] = this.data.fen.split(" ");
    return 2 * Number(number) + (turn === "b" ? 1 : 0);
  }

  /** True if White is to move. */
  get whiteToMove() {
    return this.data.fen.split(" ")[1] === "w";
  }

  /** The year of the game, if it is known. */
  get year() {
    return Number(/^\d{4}/.exec(this.record.date ?? "")?.[0]) || null;
  }

  /** The picture of the position. */
  board(options = {}) {
    const { game, data } = this;
    const last = squaresOf(game.moves[data.at]);
    const label = `${this.move}, ${this.whiteToMove ? "White" : "Black"} to move`;
    const marks = data.marks ?? [];
    return drawBoard(game.board(data.at), { lastMove: last, marks, arrows: this.arrows(), label, ...options });
  }

  /** The arrows of the position: those of the sequence's first moves, or else of the last move. */
  arrows() {
    const { game, data } = this;
    const way = data.line ?? [];
    if (way.length === 0) return arrowsOf([game.moves[data.at]], "last");
    return arrowsOf(
      way.slice(0, 3).map((node) => game.moves[node]),
      "line",
    );
  }
}

/** Arrows for moves; a move without two squares has none. */
export function arrowsOf(moves, kind) {
  const squares = moves.map(squaresOf).filter((pair) => pair.length === 2);
  return squares.map(([from, to]) => ({ from, to, kind }));
}

/** Everything that the page shows. */
export class Results {
  constructor(about, lines, run) {
    this.about = about;
    /** Nothing if the file breaks off before its end. */
    this.run = run;
    this.games = [];
    this.matches = [];
    const last = { record: null };
    for (const line of lines) {
      const record = parsed(line);
      if (!record) continue;
      // The rows of a sample come one by one.
      const { record: before } = last;
      const same =
        before && before.number === record.number && before.file === record.file && before.san === record.san;
      const game = same && about.sample ? before : record;
      if (game === record) this.games.push(record);
      for (const match of record.matches) this.matches.push(new Match(match, game, this.matches.length));
      record.matches = null;
      last.record = game;
    }
  }
}

/** A line of JSON; nothing if the file breaks off in it. */
function parsed(line) {
  try {
    return line ? JSON.parse(line) : null;
  } catch {
    return null;
  }
}

/** Reads the results out of the document. */
export function readResults() {
  const text = (id) => document.getElementById(id)?.textContent ?? "";
  return new Results(parsed(text("about")), text("games").split("\n"), parsed(text("run")));
}

/** The text of a query with its words coloured. */
export function highlighted(tokens) {
  return el(
    "code",
    {},
    tokens.map(([kind, text]) => (kind === "blank" ? text : el("span", { class: `token-${kind}` }, text))),
  );
}

/** A value as people read it. */
export function shownValue(value) {
  if (value === null || value === undefined || value === "") return "–";
  return value === true ? "yes" : String(value);
}
