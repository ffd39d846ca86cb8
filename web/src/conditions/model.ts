// Conditions on games and positions that are chosen beside the board, and their text in CQL. What is written here is read
// back here, so the fields show what the query says; what somebody else has written among them is kept as it is.

import type { Part } from "./parts";

/** The kinds of pieces that are counted, of both sides. */
export const KINDS = ["Q", "R", "B", "N", "P", "q", "r", "b", "n", "p"] as const;
export type Kind = (typeof KINDS)[number];
/** The least (`Q>=`) and the most (`Q<=`) pieces of a kind: the field is called by what is written. */
export type Bound = `${Kind}${">=" | "<="}`;

/** Each field is absent where nothing is asked. */
export interface Conditions extends Partial<Record<Bound, string>> {
  player?: string;
  /** What the player plays, or whether it was the player who moved to the position, or who is to move there. */
  colour?: "white" | "black" | "moved" | "mover";
  /** `won` and `lost` speak of the player, the others of the game. */
  result?: "1-0" | "0-1" | "1/2-1/2" | "decided" | "mover" | "moved" | "won" | "lost";
  /** Both players have at least this rating. */
  elo?: string;
  yearFrom?: string;
  yearTo?: string;
  eco?: string;
  opening?: string;
  event?: string;
  /** The number of the next move at the position. */
  moveFrom?: string;
  moveTo?: string;
  /** The length of the game in moves. */
  lengthFrom?: string;
  lengthTo?: string;
  ahead?: "white" | "black" | "equal";
  /** By how much a side is ahead, in pawns. */
  by?: string;
  /** The most pieces on the board, kings included. */
  pieces?: string;
  /** What is asked of material holds for the sides as they are or exchanged. */
  eitherSide?: "yes";
  /** Recipes, all of which hold. */
  parts?: readonly Part[];
  /** What is none of these, as it was written. */
  other?: string;
}

export type Field = Exclude<keyof Conditions, "parts" | "other">;

const RESULTS = { won: "1-0", lost: "0-1" } as const;
/** Results that have no word of their own: which of them is asked for by the side that is to move, or that has moved. */
const WORDED: Readonly<Partial<Record<NonNullable<Conditions["result"]>, string>>> = {
  decided: "not result 1/2-1/2",
  mover: "{{wtm result 1-0} or {btm result 0-1}}",
  moved: "{{btm result 1-0} or {wtm result 0-1}}",
};
/** Material that is counted as being ahead where nothing is said: a pawn. */
const LEAST = "1";

const quoted = (text: string) => `"${text}"`;

/** A text as it may stand between quotation marks. */
export const plainText = (text: string): string => text.replace(/["\\\r\n]/g, "");
export const plainNumber = (text: string): string => text.replace(/\D/g, "").replace(/^0+(?=\d)/, "");
export const plainEco = (text: string): string => /^[A-E]\d{0,2}/.exec(text.trim().toUpperCase())?.[0] ?? "";

/** The conditions as CQL on one line; empty where nothing is asked. */
export function write(conditions: Conditions): string {
  const { elo, yearFrom, yearTo, eco, opening, event, moveFrom, moveTo, lengthFrom, lengthTo } = conditions;
  const { pieces, parts = [], other } = conditions;
  return [
    ...whoAndResult(conditions),
    elo && `elo white>=${elo} elo black>=${elo}`,
    yearFrom && `year>=${yearFrom}`,
    yearTo && `year<=${yearTo}`,
    eco && `eco ${quoted(eco)}`,
    opening?.trim() && `${quoted(opening)} in tag "Opening"`,
    event?.trim() && `event ${quoted(event)}`,
    moveFrom && `movenumber>=${moveFrom}`,
    moveTo && `movenumber<=${moveTo}`,
    // A game of 20 moves ends with White's or Black's 20th move, after 39 or 40 plies.
    lengthFrom && `find {terminal ply>=${Math.max(0, 2 * Number(lengthFrom) - 1)}}`,
    lengthTo && `find {terminal ply<=${2 * Number(lengthTo)}}`,
    material(conditions),
    pieces && `[Aa]<=${pieces}`,
    ...parts.map((part) => part.text),
    other,
  ]
    .filter(Boolean)
    .join(" ");
}

function whoAndResult({ player, colour, result }: Conditions): (string | undefined)[] {
  const named = player?.trim() ? player : undefined;
  if (named !== undefined && (colour === "moved" || colour === "mover")) {
    const [first, second] = colour === "moved" ? ["btm", "wtm"] : ["wtm", "btm"];
    const ends = result === "won" || result === "lost" ? RESULTS[result] : undefined;
    const said = (side: string, end: string | undefined) =>
      `player ${side} ${quoted(named)}${end ? ` result ${end}` : ""}`;
    const other = ends && (ends === "1-0" ? "0-1" : "1-0");
    return [
      `{{${first} ${said("white", ends)}} or {${second} ${said("black", other)}}}`,
      ...(ends || !result ? [] : whoAndResult({ result })),
    ];
  }
  if (result === "won" || result === "lost") {
    if (named === undefined) return [];
    const white = `player white ${quoted(named)} result ${RESULTS[result]}`;
    if (colour === "white") return [white];
    if (colour === "black")
      return [`player black ${quoted(named)} result ${RESULTS[result === "won" ? "lost" : "won"]}`];
    return [`flipcolor {${white}}`];
  }
  return [
    named && `player ${colour ? `${colour} ` : ""}${quoted(named)}`,
    result && (WORDED[result] ?? `result ${result}`),
  ];
}

function material(conditions: Conditions): string {
  const asked = [ahead(conditions), ...KINDS.map((kind) => count(conditions, kind))]
    .filter(Boolean)
    .join(" ");
  return asked && conditions.eitherSide ? `flipcolor {${asked}}` : asked;
}

function ahead({ ahead, by = LEAST }: Conditions): string | undefined {
  if (ahead === "white") return `power A-power a>=${by}`;
  if (ahead === "black") return `power a-power A>=${by}`;
  return ahead && "power A==power a";
}

function count(conditions: Conditions, kind: Kind): string | undefined {
  const [least, most] = [conditions[`${kind}>=`], conditions[`${kind}<=`]];
  if (least && least === most) return `${kind}==${least}`;
  return [least && `${kind}>=${least}`, most && `${kind}<=${most}`].filter(Boolean).join(" ");
}

/** Whether something is asked of material, which may hold for either side. */
export const asksMaterial = (conditions: Conditions): boolean =>
  conditions.ahead !== undefined || KINDS.some((kind) => count(conditions, kind));

/** Null where the text is not of the form after all. */
type Take = (found: RegExpExecArray) => Conditions | null;

const set =
  (field: Field): Take =>
  (found) =>
    ({ [field]: found[1] }) as Conditions;

/** The forms in which conditions are written, and what they set. */
const FORMS: readonly [RegExp, Take][] = [
  [
    /^flipcolor \{player white "([^"]*)" result (1-0|0-1)\}/,
    ([, player = "", result]) => ({ player, result: result === "1-0" ? "won" : "lost" }),
  ],
  [
    /^\{\{(btm|wtm) player white "([^"]*)"(?: result (1-0|0-1))?\} or \{(?:btm|wtm) player black "\2"(?: result (?:1-0|0-1))?\}\}/,
    ([, turn, player = "", result]) => ({
      player,
      colour: turn === "btm" ? "moved" : "mover",
      ...(result && { result: result === "1-0" ? "won" : "lost" }),
    }),
  ],
  [
    /^player (?:(white|black) )?"([^"]*)"/,
    ([, colour, player = ""]) => ({ player, ...(colour && { colour: colour as "white" | "black" }) }),
  ],
  [/^not result 1\/2-1\/2(?![^\s])/, () => ({ result: "decided" })],
  [/^\{\{wtm result 1-0\} or \{btm result 0-1\}\}/, () => ({ result: "mover" })],
  [/^\{\{btm result 1-0\} or \{wtm result 0-1\}\}/, () => ({ result: "moved" })],
  [/^result (1-0|0-1|1\/2-1\/2)(?![^\s])/, set("result")],
  [/^elo white>=(\d+) elo black>=\1(?!\d)/, set("elo")],
  [/^year>=(\d+)/, set("yearFrom")],
  [/^year<=(\d+)/, set("yearTo")],
  [/^eco "([A-E]\d{0,2})"/, set("eco")],
  [/^"([^"]*)" in tag "Opening"/, set("opening")],
  [/^event "([^"]*)"/, set("event")],
  [/^movenumber>=(\d+)/, set("moveFrom")],
  [/^movenumber<=(\d+)/, set("moveTo")],
  [/^find \{terminal ply>=(\d+)\}/, ([, ply]) => ({ lengthFrom: String(Math.ceil(Number(ply) / 2)) })],
  [/^find \{terminal ply<=(\d+)\}/, ([, ply]) => ({ lengthTo: String(Math.floor(Number(ply) / 2)) })],
  [/^power A-power a>=(\d+)/, ([, by = LEAST]) => ({ ahead: "white", by })],
  [/^power a-power A>=(\d+)/, ([, by = LEAST]) => ({ ahead: "black", by })],
  [/^power A==power a(?![^\s])/, () => ({ ahead: "equal" })],
  [/^\[Aa\]<=(\d+)/, set("pieces")],
  [/^([QRBNPqrbnp])(>=|<=)(\d+)/, ([, kind, sign, number]) => ({ [`${kind}${sign}`]: number })],
  [/^([QRBNPqrbnp])==(\d+)/, ([, kind, number]) => ({ [`${kind}>=`]: number, [`${kind}<=`]: number })],
  [/^flipcolor \{([^{}]*)\}/, ([, text = ""]) => eitherSide(read(text))],
];

/** What joins a filter to the one before, which is then no condition by itself. (`--` and `<--` begin one.) */
const JOINED = /^\S|^\s*(?:(?:or|and)\b|-(?!-)|<(?!-)|[+*/%>=|&:])/;

function eitherSide(said: Conditions): Conditions | null {
  const isMaterial = Object.keys(said).every((name) => name === "ahead" || name === "by" || /=$/.test(name));
  return asksMaterial(said) && isMaterial ? { ...said, eitherSide: "yes" } : null;
}

/** Whether something may stand beside what was read: what holds for either side is all that is asked of material. */
function goesWith(said: Conditions, before: Conditions): boolean {
  if (Object.keys(said).some((name) => name in before)) return false;
  return !((said.eitherSide ?? before.eitherSide) && asksMaterial(said) && asksMaterial(before));
}

/** The first condition of a text, and its length. */
function first(text: string): { length: number; said: Conditions } | null {
  for (const [pattern, take] of FORMS) {
    const found = pattern.exec(text);
    const said = found && take(found);
    if (said) return { length: found[0].length, said };
  }
  return null;
}

/**
 * The conditions that a line says; the parts are the recipes that are known in it. What follows the first thing that is none of
 * these is `other`: it may belong together.
 */
export function read(text: string, parts: readonly Part[] = []): Conditions {
  const conditions: Conditions = {};
  const chosen: Part[] = [];
  let rest = text.trim();
  while (rest) {
    const part = parts.find((each) => rest.startsWith(each.text) && !chosen.includes(each));
    const form = part ? { length: part.text.length, said: {} } : first(rest);
    const after = form && rest.slice(form.length);
    if (!form || after === null || JOINED.test(after) || !goesWith(form.said, conditions)) break;
    if (part) chosen.push(part);
    Object.assign(conditions, form.said);
    rest = after.trimStart();
  }
  return { ...conditions, ...(chosen.length && { parts: chosen }), ...(rest && { other: rest }) };
}

/** The conditions with another value of a field; what says nothing is left out. */
export function withField(conditions: Conditions, field: Field, value: string): Conditions {
  // An opening that is offered has its code as value.
  if (field === "opening" && /^[A-E]\d\d$/.test(value))
    return withField(withField(conditions, field, ""), "eco", value);
  const next: Conditions = { ...conditions };
  if (value === "") delete next[field];
  else Object.assign(next, { [field]: value });
  // Who won is a question about somebody.
  if (!next.player?.trim() && (next.result === "won" || next.result === "lost")) delete next.result;
  if (!next.player?.trim()) delete next.colour;
  if (next.ahead === undefined || next.ahead === "equal") delete next.by;
  if (!asksMaterial(next)) delete next.eitherSide;
  return next;
}

/** The conditions with other recipes. */
export function withParts(conditions: Conditions, parts: readonly Part[]): Conditions {
  const next: Conditions = { ...conditions, parts };
  if (!parts.length) delete next.parts;
  return next;
}
