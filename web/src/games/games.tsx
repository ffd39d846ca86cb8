// The sources of games: which are searched, and how others are added: dropped, chosen, or named by their path.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Source } from "../api/types";
import { Button, FileField, LineForm, Part, Problem, Remove, setTo, setterOf } from "../app/controls";
import { listening } from "../app/listening";
import { uniqueNames } from "../app/names";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { t } from "../i18n";
import { latest, useAnswer } from "../why/request";
import { Browse, browsed } from "./browse";
import { byteSize } from "./size";
import { canBeGames } from "./sniff";

const adding = signal<string[]>([]);
const problem = signal<string | null>(null);
const dragging = signal(false);

async function add(store: Store, name: string, get: () => Promise<Source[]>): Promise<boolean> {
  adding.value = [...adding.value, name];
  problem.value = null;
  try {
    const added = await get();
    store.addSources(added);
    store.announce(t("games.added", { n: added.length, name }));
    return true;
  } catch (error) {
    problem.value = `${name}: ${message(error)}`;
    return false;
  } finally {
    adding.value = adding.value.filter((other) => other !== name);
  }
}

async function dropAll(store: Store, files: Iterable<File>): Promise<void> {
  for (const file of files)
    await add(store, file.name, async () => {
      if (!(await canBeGames(file))) throw new Error(t("games.noGames"));
      return [await store.api.drop(file)];
    });
}

export function Games({ store }: { store: Store }) {
  useDrop(store);
  const sources = store.sources.value;
  const names = uniqueNames(sources);
  return (
    <Part name="games" title={t("games.title")}>
      <ul class="sources">
        {sources.map((source, i) => (
          <SourceItem key={source.id} source={source} name={names[i] ?? source.name} store={store} />
        ))}
        {adding.value.map((name) => (
          <li key={name} class="source flex spread quiet">
            {t("games.adding", { name })}
          </li>
        ))}
      </ul>
      <Problem text={problem.value} />
      {!store.about.value?.onlyGiven && <Adding store={store} />}
      {browsed.value && <Browse store={store} source={browsed.value} />}
    </Part>
  );
}

function Adding({ store }: { store: Store }) {
  return (
    <>
      <label class={`drop block centred clicks spaced-3 ${dragging.value ? "over" : ""}`}>
        <FileField
          multiple
          accept=".pgn,.zst,.gz,.bz2,.xz,.zip,.tabiya,.txt"
          onFiles={(files) => dropAll(store, files)}
        />
        <span>
          <b>{t("games.drop")}</b> <span class="block quiet small">{t("games.drop.more")}</span>
        </span>
      </label>
      {store.here ? <store.here.Files /> : <PathForm store={store} />}
    </>
  );
}

function SourceItem({ source, name, store }: { source: Source; name: string; store: Store }) {
  const facts = [
    typeof source.games === "number"
      ? t("games.count", { n: source.games })
      : source.problem === undefined && t("games.reading"),
    source.bytes ? byteSize(source.bytes) : "",
  ].filter(Boolean);
  return (
    <li class="source flex spread">
      <label class="flex grows gap-2 narrows">
        <input
          type="checkbox"
          class="above-1"
          checked={store.chosen.value.has(source.id)}
          onChange={(event) => store.toggleSource(source.id, event.currentTarget.checked)}
        />
        <span class="source-text grid narrows">
          <span class="source-name cut" title={source.path ?? source.name}>
            {name}
          </span>
          <span class="quiet tiny">{facts.join(" · ")}</span>
          {source.problem && <span class="problem tiny">{source.problem}</span>}
        </span>
      </label>
      <Button class="icon-button" label={t("games.browse", { name })} onClick={setTo(browsed, source)}>
        ☰
      </Button>
      {source.kind !== "samples" && (
        <Remove
          label={t("games.remove", { name })}
          onClick={() =>
            store.attempt(async () => {
              await store.api.close({ id: source.id });
              store.setSources(store.sources.value.filter((other) => other.id !== source.id));
            })
          }
        />
      )}
    </li>
  );
}

function PathForm({ store }: { store: Store }) {
  const typed = useSignal("");
  // Offers are a convenience: without an answer there are none.
  const offered = useAnswer<string[]>(() => {
    const { value: path } = typed;
    return path ? (signal) => store.api.paths({ path }, signal) : null;
  }, [store]);
  return (
    <LineForm
      label={t("games.path")}
      action={t("games.add")}
      onText={(path) => add(store, path, () => store.api.open({ path }))}
      onInput={setterOf(typed)}
      field={{ name: "path", spellcheck: false, list: "paths" }}
    >
      <datalist id="paths">
        {latest(offered)?.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </LineForm>
  );
}

/** Files can be dropped anywhere on the page. */
function useDrop(store: Store): void {
  useEffect(() => {
    const hasFiles = (event: DragEvent) =>
      !store.about.value?.onlyGiven && (event.dataTransfer?.types.includes("Files") ?? false);
    const take = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      dragging.value = event.type === "dragover";
      if (!dragging.value) void dropAll(store, [...(event.dataTransfer?.files ?? [])]);
    };
    const leave = (event: DragEvent) => {
      if (!event.relatedTarget) dragging.value = false;
    };
    return listening({ dragover: take, dragleave: leave, drop: take });
  }, [store]);
}
