// The collections in the column at the side, and the star that keeps the position on the board.

import "./collections.css";
import type { GameTree } from "../api/types";
import { FileLink, LineForm, Part, setTo } from "../app/controls";
import { KeptLine } from "../app/kept-line";
import type { Store } from "../app/store";
import { IconButton } from "../board/icons";
import { canBeGames } from "../games/sniff";
import { t } from "../i18n";
import { itemOf } from "../items/item";
import { opened } from "../items/opened";
import {
  type Added,
  add,
  change,
  collection,
  collections,
  current,
  fromFile,
  idOf,
  keptOf,
  setCurrent,
} from "./kept";

export function Collections({ store }: { store: Store }) {
  const isFree = (text: string) => text !== "" && !collections.value.some((each) => each.name === text);
  return (
    <Part name="collections" title={t("collections.title")}>
      <LineForm
        label={t("collections.name")}
        action={t("collections.add")}
        isUsable={isFree}
        onText={(name) => {
          if (!change(name, (kept) => [...kept])) store.inform("collections.full");
          // Who makes one wants to fill it.
          setCurrent(name);
        }}
      />
      {collections.value.length > 0 && (
        <ul aria-label={t("collections.title")}>
          {collections.value.map((each) => (
            <KeptLine
              key={each.name}
              text={each.name}
              fact={t("collections.count", { n: each.kept.length })}
              isCurrent={each.name === current.value}
              onClick={setTo(opened, { kind: "collection", name: each.name })}
            />
          ))}
        </ul>
      )}
      <div class="queries-files row flows small above-1">
        <FileLink accept=".json,.pgn" onFile={(file) => read(store, file)}>
          {t("collections.import")}
        </FileLink>
      </div>
    </Part>
  );
}

/** Reads collections from a file; games become a collection with the name of the file. */
const read = (store: Store, file: File) =>
  store.attempt(async () => {
    const isJson = file.name.toLowerCase().endsWith(".json");
    let all = isJson ? fromFile(await file.text()) : null;
    if (!isJson && (await canBeGames(file))) {
      const { readGames } = await import("./revive");
      all = [{ name: file.name.replace(/\.\w+$/, ""), kept: await readGames(store.api, file) }];
    }
    if (!all) return store.warn("collections.noFile");
    const results = all.map(({ name, kept }) => add(name, kept));
    const n = results.reduce((sum, { added }) => sum + added, 0);
    if (results.every(({ isStored }) => isStored)) store.inform("collections.imported", { n });
    else store.warn("collections.full");
  });

/** Says what came of adding. */
export function tell(store: Store, name: string, { added, isStored }: Added): void {
  if (!isStored) store.warn("collections.full");
  else if (added) store.inform("collections.kept", { n: added, name });
  else store.inform("collections.known", { name });
}

/** Keeps the position on the board. */
export function star(store: Store, game = store.tree.peek(), node = store.place.peek()?.node ?? 0): void {
  const name = current.peek();
  if (game) tell(store, name, add(name, [keptOf(itemOf(game, node, store.found.peek()))]));
}

/** The star: keeps the position on the board with one click. */
export function Keep({ store, game, node }: { store: Store; game: GameTree; node: number }) {
  const name = current.value;
  const isKept = collection(name).kept.some(({ id }) => id === idOf(game, node));
  return (
    <IconButton
      icon={isKept ? "starred" : "star"}
      label={isKept ? t("collections.known", { name }) : t("collections.keep", { name })}
      keys="s"
      onClick={() => star(store, game, node)}
    />
  );
}
