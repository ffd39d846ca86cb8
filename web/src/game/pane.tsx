// The game of the page: what stands in its place where there is none, its tags, and what can be done with it elsewhere.

import type { GameTree } from "../api/types";
import type { Store } from "../app/store";
import { Keep } from "../collections/panel";
import { t } from "../i18n";
import { Elsewhere, turns } from "./elsewhere";
import { Engine } from "./engine";
import { Game } from "./viewer";

export function Viewer({ store }: { store: Store }) {
  const place = store.place.value;
  const game = store.tree.value;
  const problem = store.treeProblem.value;
  if (!place) return <p class="game-empty quiet">{t("game.none")}</p>;
  if (problem !== null)
    return (
      <p class="game-empty game-problem" role="alert">
        {t("game.problem", { problem })}
      </p>
    );
  if (!game) return <p class="game-empty quiet">{t("game.loading")}</p>;
  return (
    <Game
      store={store}
      game={game}
      turns={turns.isOn}
      isDrawnOn
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
      <summary>{t("game.tags")}</summary>
      <dl>
        {game.tags.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
