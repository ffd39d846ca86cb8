// The position and the game for other programs: as text, as a picture, and as a link to a page that analyses.

import { useRef } from "preact/hooks";
import type { GameTree } from "../api/types";
import { Check } from "../app/check";
import { storedSwitch } from "../app/preferences";
import { Icon } from "../board/icons";
import type { Side } from "../board/squares";
import { t } from "../i18n";
import { toPgn } from "./pgn";
import { pictureOf } from "./picture";
import { treeOf } from "./tree";
import type { Shown } from "./viewer";

/** Whether the board is turned to the side that does the thing. */
export const turns = storedSwitch("turns");

interface Props {
  store: Shown;
  game: GameTree;
  node: number;
  side: Side;
}

export function Elsewhere({ store, game, node, side }: Props) {
  const menu = useRef<HTMLDetailsElement>(null);
  const position = game.nodes[node];
  const fen = position?.fen ?? game.start;
  const close = () => {
    if (!menu.current?.open) return;
    menu.current.open = false;
    menu.current.querySelector("summary")?.focus();
  };
  const copy = async (text: string) => {
    close();
    try {
      await navigator.clipboard.writeText(text);
      store.announce(t("game.copied"));
    } catch {
      store.announce(t("game.notCopied"));
    }
  };
  const save = async () => {
    close();
    const here = store.foundHere.peek();
    const blob = await pictureOf({
      fen,
      side,
      last: position?.last ?? [],
      squares: here.flatMap((match) => match.squares),
      arrows: here.flatMap((match) => match.arrows),
    });
    const address = URL.createObjectURL(blob);
    const link = document.createElement("a");
    link.href = address;
    link.download = `position-${game.game}-${node}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  };
  return (
    <details
      class="elsewhere"
      ref={menu}
      data-own-keys
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (menu.current && next instanceof Node && !menu.current.contains(next)) menu.current.open = false;
      }}
    >
      <summary class="icon-button" aria-label={t("game.elsewhere")} title={t("game.elsewhere")}>
        <Icon name="share" />
      </summary>
      <ul class="elsewhere-menu">
        <li>
          <button type="button" onClick={() => void copy(fen)}>
            {t("report.copy")}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void copy(toPgn(game, treeOf(game.nodes)))}>
            {t("game.copyPgn")}
          </button>
        </li>
        <li>
          <button type="button" onClick={() => void save()}>
            {t("game.savePicture")}
          </button>
        </li>
        <li>
          <a
            href={`https://lichess.org/analysis/${encodeURI(fen.replaceAll(" ", "_"))}?color=${side}`}
            target="_blank"
            rel="noreferrer noopener"
          >
            {t("report.lichess")}
          </a>
        </li>
        <li>
          <Check checked={turns.isOn.value} onChange={turns.set}>
            {t("game.turns")}
          </Check>
        </li>
      </ul>
    </details>
  );
}
