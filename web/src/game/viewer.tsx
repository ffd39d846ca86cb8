// The viewer of a game: its players, the board, the moves, and what the matches of the search mark in it.

import "./game.css";
import "./marks.css";
import {
  type ReadonlySignal,
  type Signal,
  untracked,
  useComputed,
  useSignal,
  useSignalEffect,
} from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EngineLine, Found, GameTree, TreeNode } from "../api/types";
import { Button, setTo, setterOf } from "../app/controls";
import { listening } from "../app/listening";
import { placeOf, pointed, pointing } from "../app/pointing";
import type { Viewing } from "../app/viewing";
import { Board, type Playing } from "../board/board";
import { IconButton, type IconName } from "../board/icons";
import { type Side, turnOf } from "../board/squares";
import { nameText, resultText, t } from "../i18n";
import { tagValue } from "../items/item";
import { isFree, target } from "./keys";
import { Moves, shortClock } from "./moves";
import { activeMatch, arrowsOf, covered, nameOf, type Span, spansOf } from "./spans";
import { Timeline } from "./timeline";
import { back, forward, lineEnd, lineThrough, nextOf, pathTo, type Tree, tagOf, treeOf } from "./tree";
import { pawns, scoreText, share } from "./values";

/** What a game is shown with: the position, and what the matches mark. */
export interface Shown
  extends Pick<Viewing, "highlight" | "goto" | "announce" | "place" | "found" | "foundHere"> {
  /** The side at the bottom of the board, if it outlasts the game. */
  readonly side?: Signal<Side>;
}

interface Props {
  store: Shown;
  game: GameTree;
  /** Whether the board is turned to the side that does the thing. */
  turns?: ReadonlySignal<boolean>;
  /** The reader can draw on the board. */
  isDrawnOn?: boolean;
  /** What can be played on the board. */
  playing?: Playing | undefined;
  /** The best line of an engine at a position; null where the engine is off. */
  score?: ((fen: string) => EngineLine | undefined) | null;
  /** What stands below the board at once. */
  belowBoard?: ComponentChildren;
  /** What stands after the buttons of the board. */
  more?(node: number, side: Side): ComponentChildren;
  /** What stands above the moves. */
  aboveMoves?(fen: string): ComponentChildren;
  /** What stands beside the names. */
  beside?(node: number): ComponentChildren;
  children?: ComponentChildren;
}

/** A game to step through; `children` stand below it. */
export function Game(props: Props) {
  const { store, game } = props;
  const own = useSignal<Side>("white");
  const side = store.side ?? own;
  const tree = useMemo(() => treeOf(game.nodes), [game]);
  useKeys(store, tree, side);
  useTurning(store, game, side, props.turns);
  const wheeled = useWheel(store, tree);
  useSpoken(store, game);

  const { node, shown, spans, differs, matched } = useShown(store, game);
  const line = useLine(tree, node);
  const hasScores = useMemo(() => game.nodes.some((each) => each.eval), [game]) || Boolean(props.score);
  const marks = { node, matched, spans, differs, goto: (to: number) => store.goto(to) };
  const position = game.nodes[node];
  const here = store.foundHere.value;
  return (
    <div class="game rows gap-2">
      <div class="game-body grid gap-2">
        <Heading game={game}>{props.beside?.(node)}</Heading>
        <div class="game-board rows gap-1 narrows whole" ref={wheeled}>
          <Player game={game} side={side.value === "white" ? "black" : "white"} tree={tree} node={node} />
          <div class={hasScores ? "board-row grid gap-1" : undefined}>
            {hasScores && (
              <Bar score={props.score?.(position?.fen ?? "") ?? scoreOf(position)} side={side.value} />
            )}
            <Board
              fen={position?.fen ?? game.start}
              side={side.value}
              last={position?.last}
              check={position?.check}
              squares={here.flatMap((match) => match.squares)}
              arrows={here.flatMap((match) =>
                arrowsOf(match, match === shown ? spans : spansOf(match), game.nodes),
              )}
              pointed={pointed.value}
              isDrawnOn={props.isDrawnOn ?? false}
              playing={props.playing}
              label={positionWords(position)}
            />
          </div>
          {props.belowBoard}
          <Player game={game} side={side.value} tree={tree} node={node} />
          {position?.beside !== undefined && <p class="quiet game-beside">{position.beside}</p>}
          <Controls store={store} tree={tree} node={node} matched={matched} side={side}>
            {props.more?.(node, side.value)}
          </Controls>
        </div>
        <div class="game-text rows gap-2 narrows">
          <Timeline nodes={game.nodes} line={line} {...marks} />
          {props.aboveMoves?.(position?.fen ?? game.start)}
          <Legend store={store} spans={spans} differs={differs} node={node} />
          <MatchNotes found={here} differs={differs.has(node)} />
          <Moves game={game} tree={tree} {...marks} />
        </div>
      </div>
      {props.children}
    </div>
  );
}

/** The position that is shown, the match whose constituents are, and what the matches mark. */
function useShown(store: Shown, game: GameTree) {
  const active = useSignal(-1);
  // Moves of the reader's own come with their position at the same time.
  const known = useSignal(game);
  known.value = game;
  const current = useComputed(() => {
    const node = store.place.value?.node ?? 0;
    return known.value.nodes[node] ? node : 0;
  });
  useSignalEffect(() => {
    active.value = activeMatch(store.found.value, current.value, active.peek());
  });
  const found = store.found.value;
  const shown = found[active.value];
  const spans = useMemo(() => (shown ? spansOf(shown, active.value) : []), [shown, active.value]);
  const differs = useMemo(() => new Set(shown?.differs), [shown]);
  const matched = useMemo(() => new Set(found.map((match) => match.node)), [found]);
  return { node: current.value, shown, spans, differs, matched };
}

/** The evaluation that the game has at a position. */
function scoreOf(position: TreeNode | undefined): EngineLine | undefined {
  const value = pawns(position?.eval);
  const mate = /^#([-−]?)(\d+)/.exec(position?.eval ?? "");
  return value === undefined
    ? undefined
    : { cp: 100 * value, mate: mate && Number(mate[2]) * (mate[1] ? -1 : 1), moves: "" };
}

/** The evaluation as a bar at the board; even where nothing is known. */
function Bar({ score, side }: { score: EngineLine | undefined; side: Side }) {
  const words = score ? t("game.score", { value: scoreText(score) }) : t("game.noScore");
  return (
    <div
      class={`eval-bar flex ${side} ${score ? "" : "unknown"}`}
      role="img"
      aria-label={words}
      title={words}
    >
      <span style={{ height: `${score ? share(score) : 50}%` }} />
    </div>
  );
}

/** The line through a position: the same as before as long as it leads there, since what is drawn along it takes time. */
function useLine(tree: Tree, node: number): readonly number[] {
  const last = useRef<{ tree: Tree; line: readonly number[] } | null>(null);
  if (last.current?.tree !== tree || !last.current.line.includes(node))
    last.current = { tree, line: lineThrough(tree, node) };
  return last.current.line;
}

/** The position as a label: the move that led to it, in words. */
function positionWords(position: TreeNode | undefined): string {
  if (position?.san === undefined) return t("game.atStart");
  return t("game.after", { number: position.number ?? "", words: position.words ?? position.san });
}

/** Takes the keys of the game as long as it is shown. */
function useKeys(store: Shown, tree: Tree, side: { value: Side }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return;
      const node = store.place.peek()?.node ?? 0;
      const matches = store.found.peek().map((match) => match.node);
      let to = target(tree, node, event.key);
      if (event.key === ".") to = nextOf(matches, node, 1);
      if (event.key === ",") to = nextOf(matches, node, -1);
      if (event.key === "f") side.value = side.value === "white" ? "black" : "white";
      else if (to === undefined) return;
      event.preventDefault();
      store.goto(to);
    };
    return listening({ keydown: press }, document);
  }, [store, tree, side]);
}

/** How far a wheel turns for one move, in pixels. */
const NOTCH = 50;

/** Steps through the moves with a wheel over the board. The answer is for the element that takes it. */
function useWheel(store: Shown, tree: Tree) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const over = element.current;
    let turned = 0;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      // A wheel tells lines, a touchpad pixels.
      turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
      if (Math.abs(turned) < NOTCH) return;
      const node = store.place.peek()?.node ?? 0;
      const to = turned > 0 ? forward(tree, node) : back(tree, node);
      turned = 0;
      store.goto(to);
    };
    return over ? listening({ wheel: turn }, over, { passive: false }) : undefined;
  }, [store, tree]);
  return element;
}

/** Turns the board to the side whose move led to the match, when a game with a match comes up, if the reader wants that. */
function useTurning(
  store: Shown,
  game: GameTree,
  side: { value: Side },
  turns: ReadonlySignal<boolean> | undefined,
) {
  // A game with moves of the reader's own is the same one.
  const turned = useRef<string | null>(null);
  const key = `${game.source}/${game.game}`;
  useSignalEffect(() => {
    const found = store.found.value;
    const node = store.place.value?.node ?? 0;
    if (!turns?.value || turned.current === key) return;
    const match = found.find((each) => each.node === node) ?? found[0];
    const position = match && game.nodes[match.node];
    if (!position) return;
    turned.current = key;
    side.value = turnOf(position.fen) === "white" ? "black" : "white";
  });
}

/** Says each position to screen readers. */
function useSpoken(store: Shown, game: GameTree) {
  useSignalEffect(() => {
    const node = store.place.value?.node ?? 0;
    const matches = store.found.peek().some((match) => match.node === node);
    const words = positionWords(game.nodes[node]);
    // What is said depends on what was said before, but does not change because of it.
    untracked(() => store.announce(matches ? `${words} ${t("game.isMatch")}` : words));
  });
}

function Heading({ game, children }: { game: GameTree; children?: ComponentChildren }) {
  const tag = (name: string) => tagValue(game, name);
  const round = tag("Round");
  const facts = [tag("Event"), tag("Site"), tag("Date").replaceAll(".??", "")];
  if (round !== "") facts.push(t("game.round", { round }));
  facts.push(...(game.facts ?? []));
  const own = game.own && <h3>{t("game.own")}</h3>;
  return own ? (
    <header class="game-heading">{own}</header>
  ) : (
    <header class="game-heading">
      {children}
      <h3 class="clamped breaks">
        <bdi title={tag("White")}>{nameText(tag("White")) || t("game.unknown")}</bdi>{" "}
        <span class="quiet">–</span>{" "}
        <bdi title={tag("Black")}>{nameText(tag("Black")) || t("game.unknown")}</bdi>{" "}
        <span class="game-result strong accented unbroken">{resultText(tag("Result"))}</span>
      </h3>
      <p class="quiet clamped breaks above-1">
        {tag("ECO") !== "" && <span class="chip">{tag("ECO")}</span>}{" "}
        <bdi>{facts.filter((fact) => fact !== "").join(" · ")}</bdi>
      </p>
      {game.variant !== undefined && <p class="problem">{t("game.variant", { variant: game.variant })}</p>}
      {game.faults.map((fault) => (
        <p class="problem">{fault}</p>
      ))}
    </header>
  );
}

/** A player's name beside the board, with the rating and the clock at the position. */
function Player({ game, side, tree, node }: { game: GameTree; side: Side; tree: Tree; node: number }) {
  const prefix = side === "white" ? "White" : "Black";
  const elo = tagOf(game, `${prefix}Elo`);
  const position = game.nodes[node];
  const clock = pathTo(tree, node)
    .reverse()
    .map((at) => game.nodes[at])
    .find((at) => at?.clock !== undefined && at.ply % 2 === (side === "white" ? 1 : 0))?.clock;
  const moves = turnOf(position?.fen ?? game.start) === side;
  return (
    <div class={moves ? "player row gap-2 unbroken to-move" : "player row gap-2 unbroken"}>
      <span class={`player-side fixed ${side}`} aria-hidden="true" />
      <bdi class="player-name cut strong">
        {nameText(tagOf(game, prefix)) || t(side === "white" ? "game.white" : "game.black")}
      </bdi>
      {elo !== "" && elo !== "?" && <span class="quiet">{elo}</span>}
      {clock !== undefined && (
        <span class="player-clock framed figures at-end strong">
          <span class="visually-hidden">{t("game.clock")} </span>
          {shortClock(clock)}
        </span>
      )}
      {moves && <span class="player-turn accented tiny at-end">{t("game.toMove")}</span>}
    </div>
  );
}

function Controls(props: {
  store: Shown;
  tree: Tree;
  node: number;
  matched: ReadonlySet<number>;
  side: { value: Side };
  children?: ComponentChildren;
}) {
  const { store, tree, node, matched, side } = props;
  const end = lineEnd(tree, node);
  const ways: [IconName, string, string, boolean, () => number | undefined][] = [
    ["first", t("game.first"), "Home", node === 0, () => 0],
    ["back", t("game.back"), "←", node === 0, () => back(tree, node)],
    ["forward", t("game.forward"), "→", end === node, () => forward(tree, node)],
    ["last", t("game.last"), "End", end === node, () => end],
  ];
  return (
    <div class="game-controls row flows" role="group" aria-label={t("game.controls")}>
      {ways.map(([icon, label, keys, disabled, to]) => (
        <IconButton key={icon} {...{ icon, label, keys, disabled }} onClick={() => store.goto(to())} />
      ))}
      <MatchSteps store={store} node={node} matched={matched} />
      <span class="game-controls-end row gap-1 at-end">
        <IconButton
          icon="flip"
          label={t("game.flip")}
          keys="f"
          onClick={setTo(side, side.value === "white" ? "black" : "white")}
        />
        {props.children}
      </span>
    </div>
  );
}

/** The steps from match to match, and which of them is shown. */
function MatchSteps(props: { store: Shown; node: number; matched: ReadonlySet<number> }) {
  const { store, node, matched } = props;
  const matches = [...matched];
  const n = matches.length;
  if (n === 0) return null;
  const number = matched.has(node) ? matches.filter((other) => other <= node).length : 0;
  const step = (icon: IconName, label: string, keys: string, by: 1 | -1) => (
    <IconButton {...{ icon, label, keys }} onClick={() => store.goto(nextOf(matches, node, by))} />
  );
  return (
    <span class="game-matches row unbroken">
      {step("previousMatch", t("game.previousMatch"), ",", -1)}
      <span class="quiet">
        <span aria-hidden="true">{number ? `${number}/${n}` : n}</span>
        <span class="visually-hidden">
          {number ? t("game.matchOf", { number, n }) : t("game.matches", { n })}
        </span>
      </span>
      {step("nextMatch", t("game.nextMatch"), ".", 1)}
    </span>
  );
}

/** The constituents of the match that is shown; each leads to its first position. */
function Legend(props: { store: Shown; spans: readonly Span[]; differs: ReadonlySet<number>; node: number }) {
  const { store, spans, differs, node } = props;
  if (spans.length === 0) return null;
  const [first] = differs;
  const item = (name: string, nodes: readonly number[], to: number, words: ComponentChildren, more = {}) => (
    <li class="narrows">
      <Button
        class={`legend-item row gap-1 small ${name}${nodes.includes(node) ? " now" : ""}`}
        aria-current={nodes.includes(node) ? "true" : undefined}
        onClick={() => store.goto(to)}
        {...more}
      >
        <span class="legend-colour fixed" aria-hidden="true" />
        {words}
        <span class="quiet unbroken">{t("game.positions", { n: nodes.length })}</span>
      </Button>
    </li>
  );
  return (
    <ul class="legend flows gap-1" aria-label={t("game.constituents")}>
      {spans.map(({ constituent, colour, nodes }) => {
        const point = pointing(setterOf(store.highlight, (isOn) => (isOn ? placeOf(constituent) : null)));
        const to = covered(constituent)[0] ?? constituent.first;
        return item(`span-${colour}`, nodes, to, <code class="cut">{nameOf(constituent)}</code>, point);
      })}
      {first !== undefined && item("legend-differs", [...differs], first, t("game.differs"))}
    </ul>
  );
}

/** What the matches at this position say: comments and values. */
function MatchNotes({ found, differs }: { found: readonly Found[]; differs: boolean }) {
  const values = found.flatMap((match) => Object.entries(match.values));
  const comments = found.flatMap((match) => match.comments);
  if (values.length + comments.length === 0 && !differs) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long notes scroll, by keys too.
    <div class="match-notes told breaks" tabIndex={0}>
      {differs && <p class="match-differs problem">{t("game.differsWords")}</p>}
      {comments.map((comment) => (
        <p>{comment}</p>
      ))}
      {values.length > 0 && (
        <dl class="flows">
          {values.map(([name, value]) => (
            <div class="flex gap-1">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
