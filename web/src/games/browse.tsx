// The games of one source: a list that can be searched by names, to see any game, also one that no answer comes from.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { GameHead, Source } from "../api/types";
import { DialogHead } from "../app/dialog-head";
import { SearchField } from "../app/search-field";
import type { Store } from "../app/store";
import { nameText, resultText } from "../app/texts";
import { message } from "../app/viewing";
import { language, t } from "../i18n";

const PAGE = 100;
const TYPING = 200;

/** The source whose games are listed. */
export const browsed = signal<Source | null>(null);

const wanted = signal("");
const games = signal<GameHead[]>([]);
const total = signal<number | undefined>(undefined);
/** Where the next games begin. */
const following = signal<number | undefined>(undefined);
const loading = signal(false);
const problem = signal<string | null>(null);
let control: AbortController | null = null;

/** The part of a date that is known: "1858" of "1858.??.??". */
const knownDate = (date: string) => date.replace(/(\.\?+)+$/, "").replace(/^\?+$/, "");

/** Loads the first games, or those after the ones that are there. */
async function load(store: Store, source: Source, next: boolean): Promise<void> {
  control?.abort();
  const mine = new AbortController();
  control = mine;
  loading.value = true;
  problem.value = null;
  try {
    const from = next ? (following.value ?? 1) : 1;
    const list = await store.api.games(
      { source: source.id, from, count: PAGE, text: wanted.value.trim() },
      mine.signal,
    );
    if (mine.signal.aborted) return;
    games.value = next ? [...games.value, ...list.games] : list.games;
    total.value = list.total;
    following.value = list.next;
  } catch (error) {
    if (!mine.signal.aborted) problem.value = message(error);
  } finally {
    if (!mine.signal.aborted) loading.value = false;
  }
}

export function Browse({ store }: { store: Store }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const source = browsed.value;
  useEffect(() => {
    if (!source) return;
    wanted.value = "";
    games.value = [];
    void load(store, source, false);
    dialog.current?.showModal();
  }, [source, store]);
  return (
    <dialog
      class="browse"
      ref={dialog}
      aria-labelledby="browse-heading"
      onClose={() => {
        browsed.value = null;
      }}
    >
      <DialogHead id="browse-heading" title={source?.name ?? t("games.title")} />
      <SearchField
        label={t("browse.search")}
        wanted={wanted}
        onInput={() => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => source && void load(store, source, false), TYPING);
        }}
      />
      {problem.value && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <ol class="browse-list" aria-label={t("games.title")} aria-busy={loading.value}>
        {games.value.map((game) => (
          <li key={game.game}>
            <button
              type="button"
              onClick={() => {
                if (source) store.show({ source: source.id, game: game.game, node: 0 });
                store.panel.value = "board";
                dialog.current?.close();
              }}
            >
              <span class="quiet">{game.game.toLocaleString(language())}</span>
              <span>
                <b>{nameText(game.white)}</b> – <b>{nameText(game.black)}</b>
                <br />
                <span class="quiet">
                  {[knownDate(game.date), game.event, game.eco, game.opening].filter(Boolean).join(" · ")}
                </span>
              </span>
              <span>{resultText(game.result)}</span>
            </button>
          </li>
        ))}
      </ol>
      {!games.value.length && !loading.value && !problem.value && <p class="quiet">{t("browse.none")}</p>}
      <div class="browse-foot">
        {following.value !== undefined && (
          <button
            type="button"
            class="button"
            disabled={loading.value}
            onClick={() => source && void load(store, source, true)}
          >
            {t("browse.more")}
          </button>
        )}
        {total.value !== undefined && !wanted.value && (
          <span class="quiet">{t("games.count", { n: total.value })}</span>
        )}
      </div>
    </dialog>
  );
}
