// Which position is explained, with the steps to the next: the board may lie on another part of the page.

import { useMemo } from "preact/hooks";
import type { Store } from "../app/store";
import { IconButton } from "../board/icons";
import { back, forward, tagOf, treeOf } from "../game/tree";
import { t } from "../i18n";
import { numbered } from "../items/item";

export function PositionBar({ store }: { store: Store }) {
  const game = store.tree.value;
  const node = store.place.value?.node ?? 0;
  const tree = useMemo(() => (game ? treeOf(game.nodes) : null), [game]);
  if (!game || !tree) return null;
  return (
    <div class="why-position row gap-1 narrows">
      <IconButton
        icon="back"
        label={t("game.back")}
        disabled={node === 0}
        onClick={() => store.goto(back(tree, node))}
      />
      <span class="why-move centred">{numbered(game, node) || t("game.start")}</span>
      <IconButton
        icon="forward"
        label={t("game.forward")}
        disabled={forward(tree, node) === node}
        onClick={() => store.goto(forward(tree, node))}
      />
      <span class="why-game cut at-end quiet">
        <bdi>{tagOf(game, "White") || t("game.white")}</bdi> –{" "}
        <bdi>{tagOf(game, "Black") || t("game.black")}</bdi>
      </span>
    </div>
  );
}
