// The moves of a game: the main line in two columns, variations nested in it, and along them the constituents of a match.

import { useEffect, useMemo, useRef } from "preact/hooks";
import type { GameTree, TreeNode } from "../api/types";
import { useVisible } from "../board/visible";
import { t } from "../i18n";
import { rowsOf } from "./rows";
import type { Span } from "./spans";
import { allMoves, type Item, type Tree } from "./tree";

interface Props {
  game: GameTree;
  tree: Tree;
  node: number;
  /** The positions that match. */
  matched: ReadonlySet<number>;
  spans: readonly Span[];
  goto: (node: number) => void;
}

export function Moves(props: Props) {
  const list = useRef<HTMLDivElement>(null);
  const visible = useVisible(list);
  const { game, tree, goto } = props;
  const content = useMemo(() => <MoveText game={game} tree={tree} />, [game, tree]);
  useEffect(() => mark(list.current, props), [props.game, props.node, props.matched, props.spans, visible]);
  const click = (event: MouseEvent) => {
    const node = event.target instanceof Element ? event.target.closest("[data-node]") : null;
    if (node) goto(Number(node.getAttribute("data-node")));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the click comes from the buttons inside, which take keys.
    <div class="moves" role="group" aria-label={t("game.moves")} ref={list} onClick={click}>
      {content}
    </div>
  );
}

/** Marks the current move, the matches and the spans on the buttons that are there: a step must not draw all anew. */
function mark(list: HTMLElement | null, { node, matched, spans }: Props): void {
  if (!list) return;
  const colours = new Map<number, string>();
  for (const span of spans) {
    for (const at of span.nodes) if (!colours.has(at)) colours.set(at, `span-${span.colour}`);
  }
  let current: HTMLElement | undefined;
  for (const button of list.querySelectorAll<HTMLElement>("[data-node]")) {
    const at = Number(button.getAttribute("data-node"));
    const colour = colours.get(at);
    const name = ["move", at === node && "current", matched.has(at) && "matched", colour && `span ${colour}`]
      .filter(Boolean)
      .join(" ");
    // What stays as it is costs nothing in a game of thousands of moves.
    if (button.className === name) {
      if (at === node) current = button;
      continue;
    }
    button.className = name;
    button.tabIndex = at === node ? 0 : -1;
    if (at === node) {
      button.setAttribute("aria-current", "true");
      current = button;
    } else {
      button.removeAttribute("aria-current");
    }
  }
  if (current) reveal(list, current);
}

/** Scrolls the list, and only the list, so that a move is in view. */
function reveal(list: HTMLElement, move: HTMLElement): void {
  const [outer, inner] = [list.getBoundingClientRect(), move.getBoundingClientRect()];
  const room = Math.min(60, outer.height / 4);
  if (inner.top < outer.top + room) list.scrollTop -= outer.top + room - inner.top;
  else if (inner.bottom > outer.bottom - room) list.scrollTop += inner.bottom - (outer.bottom - room);
}

function MoveText({ game, tree }: { game: GameTree; tree: Tree }) {
  const { nodes } = game;
  const start = nodes[0];
  const rows = rowsOf(allMoves(tree), nodes);
  return (
    <>
      <div class="moves-start">
        <button type="button" data-node={0} tabIndex={-1}>
          {t("game.start")}
        </button>
      </div>
      {start?.comment !== undefined && <p class="move-comment">{start.comment}</p>}
      {rows.map((row) => {
        if (row.kind === "comment") return <p class="move-comment">{row.text}</p>;
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
          <div class="move-row">
            <span class="move-number" aria-hidden="true">
              {row.number}
            </span>
            <Half node={row.white} nodes={nodes} />
            <Half node={row.black} nodes={nodes} />
          </div>
        );
      })}
      {tagOf(game, "Result") !== "" && <p class="moves-result">{tagOf(game, "Result")}</p>}
    </>
  );
}

export function tagOf(game: GameTree, name: string): string {
  return game.tags.find(([tag]) => tag === name)?.[1] ?? "";
}

/** A move of the main line, or the place of one that stands in another row. */
function Half({ node, nodes }: { node: number | undefined; nodes: readonly TreeNode[] }) {
  if (node === undefined) {
    return (
      <span class="move-gap" aria-hidden="true">
        …
      </span>
    );
  }
  const move = nodes[node];
  return (
    <span class="move-cell">
      <MoveButton node={node} move={move} />
      {move?.clock !== undefined && <span class="move-clock">{shortClock(move.clock)}</span>}
      {move?.eval !== undefined && <span class="move-eval">{move.eval}</span>}
    </span>
  );
}

function MoveButton({ node, move }: { node: number; move: TreeNode | undefined }) {
  return (
    <button
      type="button"
      data-node={node}
      tabIndex={-1}
      aria-label={t(move?.words === undefined ? "game.moveAlone" : "game.moveInWords", {
        number: move?.number ?? "",
        move: `${move?.san ?? "?"}${(move?.nags ?? []).join("")}`,
        words: move?.words ?? "",
      })}
    >
      {move?.san ?? "?"}
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

function Variation({ items, nodes }: { items: readonly Item[]; nodes: readonly TreeNode[] }) {
  const first = items[0]?.kind === "move" ? nodes[items[0].node] : undefined;
  return (
    <div class="variation">
      {items.map((item) => {
        if (item.kind === "variations") {
          return item.lines.map((line) => <Variation items={line} nodes={nodes} />);
        }
        const move = nodes[item.node];
        return (
          <>
            {move?.before !== undefined && <span class="inline-comment">{move.before} </span>}
            <span class="variation-move">
              {item.number !== undefined && (
                <span class="move-number" aria-hidden="true">
                  {item.number}
                </span>
              )}
              <MoveButton node={item.node} move={move} />
            </span>{" "}
            {move?.comment !== undefined && <span class="inline-comment">{move.comment} </span>}
          </>
        );
      })}
      {first?.after !== undefined && <p class="move-comment">{first.after}</p>}
    </div>
  );
}
