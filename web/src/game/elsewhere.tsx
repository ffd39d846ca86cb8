// The position and the game for other programs: as text, as a picture, and as a link to a page that analyses.

import type { Signal } from "@preact/signals";
import type { GameTree } from "../api/types";
import { Check, Segmented, setterOf } from "../app/controls";
import { Menu, MenuItem } from "../app/menu";
import { storedSwitch } from "../app/preferences";
import { saveBlob } from "../app/save";
import { Icon } from "../board/icons";
import { pieces, SETS, SQUARES, squares } from "../board/look";
import type { Side } from "../board/squares";
import { type Key, t } from "../i18n";
import { toPgn } from "./pgn";
import { pictureOf } from "./picture";
import { treeOf } from "./tree";
import type { Shown } from "./viewer";

/** Whether the board is turned to the side that does the thing. */
export const turns = storedSwitch("turns");

/** A choice of how boards look. */
const look = <T extends string>(name: "squares" | "pieces", value: Signal<T>, all: readonly T[]) => (
  <div class="elsewhere-look lean spread row gap-2">
    <span aria-hidden="true">{t(`game.${name}`)}</span>
    <Segmented
      label={t(`game.${name}`)}
      value={value.value}
      choices={all.map((each) => [each, t(`game.${name}.${each}` as Key)])}
      onChange={setterOf(value)}
    />
  </div>
);

interface Props {
  store: Shown;
  game: GameTree;
  node: number;
  side: Side;
}

export function Elsewhere({ store, game, node, side }: Props) {
  const position = game.nodes[node];
  const fen = position?.fen ?? game.start;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      store.announce(t("game.copied"));
    } catch {
      store.announce(t("game.notCopied"));
    }
  };
  const save = async () => {
    const here = store.foundHere.peek();
    const blob = await pictureOf({
      fen,
      side,
      last: position?.last ?? [],
      squares: here.flatMap((match) => match.squares),
      arrows: here.flatMap((match) => match.arrows),
    });
    saveBlob(`position-${game.game}-${node}.png`, blob);
  };
  const item = (name: Key, act: () => Promise<void>) => (
    <MenuItem text={t(name)} onClick={() => void act()} />
  );
  return (
    <Menu class="elsewhere" title={<Icon name="share" />} label={t("game.elsewhere")}>
      {item("report.copy", () => copy(fen))}
      {item("game.copyPgn", () => copy(toPgn(game, treeOf(game.nodes))))}
      {item("game.savePicture", save)}
      <a
        class="pick block"
        href={`https://lichess.org/analysis/${encodeURI(fen.replaceAll(" ", "_"))}?color=${side}`}
        target="_blank"
        rel="noreferrer noopener"
      >
        {t("report.lichess")}
      </a>
      <Check checked={turns.isOn.value} onChange={turns.set}>
        {t("game.turns")}
      </Check>
      {look("squares", squares, SQUARES)}
      {look("pieces", pieces, SETS)}
    </Menu>
  );
}
