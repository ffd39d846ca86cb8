// The moves of a game: the main line in two columns, variations nested in it, and along them the constituents of a match.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameTree, TreeNode } from "../api/types";
import { useVisible } from "../board/visible";
import { language, moveText, resultText, t } from "../i18n";
import { piecesOf, useDrawn } from "./pieces";
import { type Row, rowsOf } from "./rows";
import type { Marks } from "./spans";
import { allMoves, type Item, type Tree, tagOf } from "./tree";

interface Props extends Marks {
  game: GameTree;
  tree: Tree;
}

export function Moves(props: Props) {
  const list = useRef<HTMLDivElement>(null);
  const visible = useVisible(list);
  const { game, tree, goto } = props;
  const all = useMemo(() => piecesOf(rowsOf(allMoves(tree), game.nodes)), [game, tree]);
  const drawn = useDrawn(all, props.node);
  const marked = useRef<Marked>(NOTHING);
  useEffect(() => {
    marked.current = NOTHING;
  }, [all, drawn.size, language()]);
  useEffect(() => {
    marked.current = mark(list.current, props, marked.current);
  }, [all, drawn.size, props.node, props.matched, props.spans, props.differs, visible, language()]);
  const click = (event: MouseEvent) => {
    const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (node) goto(Number(node.getAttribute("data-node")));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click comes from the buttons inside, which take keys.
    <div class="moves card spaced-1" role="group" aria-label={t("game.moves")} ref={list} onClick={click}>
      <Beginning game={game} />
      {all.map((rows, at) => (
        <Piece key={at} rows={drawn.has(at) ? rows : NO_ROWS} nodes={game.nodes} />
      ))}
      {tagOf(game, "Result") !== "" && <p class="moves-result strong">{resultText(tagOf(game, "Result"))}</p>}
    </div>
  );
}

/** What the buttons of a game show: each by its position, and the classes that it has beside those of every move. */
interface Marked {
  buttons: ReadonlyMap<number, HTMLElement>;
  classes: ReadonlyMap<number, string>;
}

const NOTHING: Marked = { buttons: new Map(), classes: new Map() };

/**
 * Marks the current move, the matches and the spans on the buttons that are there. A step must not draw all anew, nor look at
 * every move of a game of thousands: only buttons whose marks change are touched.
 */
function mark(list: HTMLElement | null, { node, matched, spans, differs }: Props, before: Marked): Marked {
  if (!list) return NOTHING;
  const { buttons } = before.buttons.size ? before : { buttons: buttonsOf(list) };
  const classes = new Map<number, string>();
  const add = (at: number, name: string) =>
    classes.set(at, classes.has(at) ? `${classes.get(at)} ${name}` : name);
  add(node, "current");
  for (const at of matched) add(at, "matched");
  for (const at of differs) add(at, "differs");
  const inSpan = new Set<number>();
  for (const span of spans) {
    for (const at of span.nodes) {
      if (inSpan.has(at)) continue;
      inSpan.add(at);
      add(at, `span span-${span.colour}`);
    }
  }
  for (const at of new Set([...before.classes.keys(), ...classes.keys()])) {
    const button = buttons.get(at);
    const name = classes.get(at) ?? "";
    if (!button || before.classes.get(at) === name) continue;
    button.className = name ? `move ${name}` : "move";
    button.tabIndex = at === node ? 0 : -1;
    if (at === node) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const current = buttons.get(node);
  if (current) reveal(list, current);
  return { buttons, classes };
}

function buttonsOf(list: HTMLElement): Map<number, HTMLElement> {
  const buttons = new Map<number, HTMLElement>();
  for (const button of list.querySelectorAll<HTMLElement>("[data-node]")) {
    button.className = "move";
    buttons.set(Number(button.getAttribute("data-node")), button);
  }
  return buttons;
}

/** Scrolls the list, and only the list, so that a move is in view. */
function reveal(list: HTMLElement, move: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
  const room = Math.min(60, outer.height / 4);
  if (inner.top < outer.top + room) list.scrollTop -= outer.top + room - inner.top;
  else if (inner.bottom > outer.bottom - room) list.scrollTop += inner.bottom - (outer.bottom - room);
}

function Beginning({ game }: { game: GameTree }) {
  const comment = game.nodes[0]?.comment;
  return (
    <>
      <div class="moves-start">
        <button type="button" data-node={0} tabIndex={-1}>
          {t("game.start")}
        </button>
      </div>
      {comment !== undefined && <p class="move-comment quiet breaks">{comment}</p>}
    </>
  );
}

const NO_ROWS: readonly Row[] = [];

/** A part of the moves; without rows it is still to be drawn. */
function Piece({ rows, nodes }: { rows: readonly Row[]; nodes: readonly TreeNode[] }) {
  const content = useMemo(() => rows.map((row) => rowOf(row, nodes)), [rows, nodes, language()]);
  return <div class="moves-piece">{content}</div>;
}

function rowOf(row: Row, nodes: readonly TreeNode[]) {
  if (row.kind === "comment") return <p class="move-comment quiet breaks">{row.text}</p>;
  if (row.kind === "variations") {
    return (
      <div class="variations">
        {row.lines.map((line) => (
          <Variation items={line} nodes={nodes} />
        ))}
      </div>
    );
  }
  return (
    <div class="move-row grid">
      <span class="move-number to-right quiet tiny figures" aria-hidden="true">
        {row.number}
      </span>
      <Half node={row.white} nodes={nodes} />
      <Half node={row.black} nodes={nodes} />
    </div>
  );
}

/** A move of the main line, or the place of one that stands in another row. */
function Half({ node, nodes }: { node: number | undefined; nodes: readonly TreeNode[] }) {
  if (node === undefined) {
    return (
      <span class="move-gap quiet" aria-hidden="true">
        …
      </span>
    );
  }
  const move = nodes[node];
  return (
    <span class="move-cell baseline gap-1 narrows">
      <MoveButton node={node} move={move} />
      {move?.clock !== undefined && (
        <span class="move-clock tiny quiet figures">{shortClock(move.clock)}</span>
      )}
      {move?.eval !== undefined && <span class="move-eval tiny quiet figures at-end">{move.eval}</span>}
    </span>
  );
}

function MoveButton({ node, move }: { node: number; move: TreeNode | undefined }) {
  return (
    <button
      type="button"
      data-node={node}
      data-own={move?.own ? "" : undefined}
      tabIndex={-1}
      aria-label={t(move?.words === undefined ? "game.moveAlone" : "game.moveInWords", {
        number: move?.number ?? "",
        move: `${moveText(move?.san ?? "?")}${(move?.nags ?? []).join("")}`,
        words: move?.words ?? "",
      })}
    >
      {moveText(move?.san ?? "?")}
      {(move?.nags ?? []).map((nag) => (
        <span class="nag">{nag}</span>
      ))}
    </button>
  );
}

/** A clock's time without hours where there are none. */
export function shortClock(clock: string): string {
  return clock.replace(/^0:(?=\d\d:)/, "");
}

/** The first of the reader's own moves in a line. */
const ownFirst = (items: readonly Item[], nodes: readonly TreeNode[]) =>
  items.flatMap((item) => (item.kind === "move" && nodes[item.node]?.own ? [item.node] : []))[0];

function Variation({ items, nodes }: { items: readonly Item[]; nodes: readonly TreeNode[] }) {
  const first = items[0]?.kind === "move" ? nodes[items[0].node] : undefined;
  return (
    <div class="variation breaks">
      {items.map((item) => {
        if (item.kind === "variations") {
          return item.lines.map((line) => <Variation items={line} nodes={nodes} />);
        }
        const move = nodes[item.node];
        return (
          <>
            {move?.before !== undefined && <span class="inline-comment quiet">{move.before} </span>}
            {move?.own && item.node === ownFirst(items, nodes) && (
              <span class="quiet">{t("game.ownMoves")} </span>
            )}
            <span class="unbroken">
              {item.number !== undefined && (
                <span class="move-number to-right quiet tiny figures" aria-hidden="true">
                  {item.number}
                </span>
              )}
              <MoveButton node={item.node} move={move} />
            </span>{" "}
            {move?.comment !== undefined && <span class="inline-comment quiet">{move.comment} </span>}
          </>
        );
      })}
      {first?.after !== undefined && <p class="move-comment quiet breaks">{first.after}</p>}
    </div>
  );
}
