// The game of the page: what stands in its place where there is none, its tags, and what can be done with it elsewhere.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { GameTree } from "../api/types";
import { Problem } from "../app/controls";
import { sized } from "../app/listening";
import type { Store } from "../app/store";
import { Keep } from "../collections/panel";
import { t } from "../i18n";
import { Elsewhere, turns } from "./elsewhere";
import { bestAt, Engine, engine } from "./engine";
import { useOwnMoves } from "./playing";
import { Game } from "./viewer";

/** What is above and below a board, the largest board, and the share of the width that is its, as game.css has them. */
const BESIDE = 112;
const LARGEST = 640;
const SHARE = 0.56;

/** The height that a pane of a width can use; one that is too narrow for moves beside the board has them below. */
const highest = (width: number): number =>
  width < 520 ? 2000 : Math.ceil(Math.min(LARGEST, SHARE * width)) + BESIDE + 8;

/**
 * The pane. Its styles know its height by a variable: a container whose height is asked for in styles (`cqh`) is laid out again,
 * with all its moves, whenever anything on the page is.
 */
export function GamePane({ store }: { store: Store }) {
  const pane = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = pane.current;
    const column = element?.closest<HTMLElement>(".right");
    return element
      ? sized([element], () => {
          element.style.setProperty("--pane", `${element.clientHeight}px`);
          // What the board cannot use is the answers'.
          column?.style.setProperty("--most", `${highest(element.clientWidth)}px`);
        })
      : undefined;
  }, []);
  return (
    <div class="game-mount tall" ref={pane}>
      <Viewer store={store} />
    </div>
  );
}

function Viewer({ store }: { store: Store }) {
  const place = store.place.value;
  const game = store.tree.value;
  const problem = store.treeProblem.value;
  // Other rules have other moves.
  const fen = game?.otherRules ? undefined : game?.nodes[place?.node ?? 0]?.fen;
  const { playing, promotion } = useOwnMoves(store, fen);
  if (!place) return <p class="game-empty centred quiet">{t("game.none")}</p>;
  if (problem !== null)
    return <Problem class="game-empty centred problem" text={t("game.problem", { problem })} />;
  if (!game) return <p class="game-empty centred quiet">{t("game.loading")}</p>;
  return (
    <Game
      store={store}
      game={game}
      turns={turns.isOn}
      isDrawnOn
      playing={playing}
      score={store.about.value?.engine && engine.isOn.value && !game.otherRules ? bestAt : null}
      belowBoard={promotion}
      more={(node, side) => <Elsewhere store={store} game={game} node={node} side={side} />}
      aboveMoves={(fen) => !game.otherRules && <Engine store={store} fen={fen} />}
      beside={(node) => <Keep store={store} game={game} node={node} />}
    >
      <Tags game={game} />
    </Game>
  );
}

function Tags({ game }: { game: GameTree }) {
  return (
    <details class="game-tags">
      <summary class="quiet">{t("game.tags")}</summary>
      <dl class="above-1">
        {game.tags.map(([name, value]) => (
          <div class="grid gap-2">
            <dt class="quiet breaks">{name}</dt>
            <dd class="breaks">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
