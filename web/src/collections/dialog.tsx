// A collection: its positions with their notes, what can be done with them, and a way back for what was removed.

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { Button, Check, Remove, Select, setTo } from "../app/controls";
import { fileName, saveText } from "../app/save";
import type { Store } from "../app/store";
import { Picture } from "../board/picture";
import { moveText, t } from "../i18n";
import { Room } from "../items/dialog";
import { type Item, numbered, occasionOf, playersOf } from "../items/item";
import { opened } from "../items/opened";
import {
  type Collection,
  change,
  collection,
  collections,
  current,
  type Kept,
  moved,
  setCollections,
  setCurrent,
  toFile,
} from "./kept";
import { gamePgn, itemOfKept } from "./revive";

export function CollectionDialog({ store, name }: { store: Store; name: string }) {
  /** What was removed, and all collections as they were before. */
  const removed = useSignal<{ told: string; before: readonly Collection[] } | null>(null);
  const shown = collection(name);
  const isThere = collections.value.some((each) => each.name === name);
  const items = useMemo(() => shown.kept.map(itemOfKept), [shown.kept]);
  const keep = (isStored: boolean) => isStored || store.warn("collections.full");
  const others = collections.value.filter((each) => each.name !== name);
  const remove = (told: string, act: () => boolean) => {
    removed.value = { told, before: collections.value };
    keep(act());
  };
  return (
    <Room title={name} class="collection" head={items.length > 0 && <Uses shown={shown} items={items} />}>
      <Undo
        told={removed.value?.told ?? null}
        onUndo={() => {
          keep(setCollections(removed.value?.before ?? []));
          removed.value = null;
        }}
      />
      {isThere && (
        <Settings
          name={name}
          onDrop={() => remove(t("collections.removed", { name }), () => setCollections(others))}
        />
      )}
      {isThere && !items.length && <p class="quiet">{t("collections.empty")}</p>}
      <ol class="collection-items grid">
        {shown.kept.map((kept, at) => (
          <Entry key={kept.id} {...{ store, shown, kept, items, at, keep, remove }} />
        ))}
      </ol>
    </Room>
  );
}

function Undo({ told, onUndo }: { told: string | null; onUndo(): void }) {
  return (
    <div role="status">
      {told !== null && (
        <p class="collection-undo told below-2">
          {told}{" "}
          <Button class="link" onClick={onUndo}>
            {t("app.undo")}
          </Button>
        </p>
      )}
    </div>
  );
}

function Settings({ name, onDrop }: { name: string; onDrop(): void }) {
  return (
    <div class="room-settings row flows">
      <Check
        checked={current.value === name}
        disabled={current.value === name}
        onChange={() => setCurrent(name)}
      >
        {t("collections.current")}
      </Check>
      <Button class="link" onClick={onDrop}>
        {t("collections.drop")}
      </Button>
    </div>
  );
}

/** What can be done with all positions. */
function Uses({ shown, items }: { shown: Collection; items: readonly Item[] }) {
  const from = { items, title: shown.name };
  return (
    <>
      <Button class="button primary" onClick={setTo(opened, { kind: "train", from })}>
        {t("train.open")}
      </Button>
      {(["print", "study"] as const).map((kind) => (
        <Button key={kind} onClick={setTo(opened, { kind, from })}>
          {t(`items.${kind}`)}
        </Button>
      ))}
      <Button onClick={() => saveText(`${fileName(shown.name)}.json`, toFile(shown), "application/json")}>
        {t("collections.json")}
      </Button>
    </>
  );
}

interface EntryProps {
  store: Store;
  shown: Collection;
  kept: Kept;
  items: readonly Item[];
  at: number;
  /** Says what could not be kept; does what can be taken back. */
  keep(isStored: boolean): unknown;
  remove(told: string, act: () => boolean): void;
}

function Entry({ store, shown, kept, items, at, keep, remove }: EntryProps) {
  const { name } = shown;
  const item = items[at] as Item;
  const others = collections.value.map((each) => each.name).filter((each) => each !== name);
  const write = (note: string) =>
    keep(change(name, (all) => all.map((each) => (each.id === kept.id ? { ...each, note } : each))));
  const title = [playersOf(item.game), moveText(numbered(item.game, item.node))].filter(Boolean).join(", ");
  return (
    <li class="collection-item grid gap-3">
      <Picture {...kept} label={title} />
      <div class="collection-text grid gap-1">
        <h3>{title}</h3>
        <p class="quiet">{occasionOf(item.game)}</p>
        <textarea
          class="field"
          rows={2}
          aria-label={`${t("collections.note")}: ${title}`}
          placeholder={t("collections.note")}
          value={kept.note}
          onChange={(event) => write(event.currentTarget.value)}
        />
        <p class="train-buttons flows gap-2">
          <Button onClick={() => void show(store, shown, items, at)}>{t("collections.show")}</Button>
          {others.length > 0 && (
            <Select
              label={`${t("collections.move")}: ${title}`}
              value=""
              options={["", ...others].map((name) => [name, name || t("collections.move")])}
              onChange={(to) =>
                remove(t("collections.moved", { name: title, to }), () =>
                  setCollections(moved(name, to, kept)),
                )
              }
            />
          )}
          <Remove
            label={t("collections.remove", { name: title })}
            onClick={() =>
              remove(t("collections.removed", { name: title }), () =>
                change(name, (all) => all.filter(({ id }) => id !== kept.id)),
              )
            }
          />
        </p>
      </div>
    </li>
  );
}

/** The sources made of collections, by their text. */
const sources = new Map<string, string>();

/** Shows a position on the board: the games of its collection become a source, which is not searched unless it is ticked. */
async function show(store: Store, { name }: Collection, items: readonly Item[], at: number): Promise<void> {
  const text = items.map(gamePgn).join("\n");
  await store.attempt(async () => {
    let id = sources.get(text);
    if (!id || !store.sources.value.some((source) => source.id === id)) {
      const source = await store.api.drop(new File([text], `${fileName(name)}.pgn`));
      id = source.id;
      sources.set(text, id);
      store.sources.value = [...store.sources.value, source];
    }
    store.look({ source: id, game: at + 1, node: items[at]?.node ?? 0 });
  });
  opened.value = null;
}
