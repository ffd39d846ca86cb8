// The games of one source: a list that can be searched by names, to see any game, also one that no answer comes from.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { GameHead, GameList, Source } from "../api/types";
import { asking } from "../app/asking";
import { Button, Problem, SearchField, setTo } from "../app/controls";
import { closeDialog, Dialog } from "../app/dialog";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { language, nameText, resultText, t } from "../i18n";

const PAGE = 100;
const TYPING = 200;

/** The source whose games are listed. */
export const browsed = signal<Source | null>(null);

/** The part of a date that is known: "1858" of "1858.??.??". */
export const knownDate = (date: string) => date.replace(/(\.\?+)+$/, "").replace(/^\?+$/, "");

export function Browse({ store, source }: { store: Store; source: Source }) {
  const wanted = useSignal("");
  const from = useSignal(1);
  const games = useSignal<readonly GameHead[]>([]);
  /** The last answer: how many games there are, and where the next ones begin. */
  const last = useSignal<GameList | null>(null);
  const isLoading = useSignal(true);
  const problem = useSignal("");
  useEffect(() => {
    const asked = { source: source.id, from: from.value, count: PAGE, text: wanted.value.trim() };
    const isMore = asked.from > 1;
    [isLoading.value, problem.value] = [true, ""];
    return asking(
      (signal) => store.api.games(asked, signal),
      (found) => {
        games.value = isMore ? [...games.value, ...found.games] : found.games;
        [last.value, isLoading.value] = [found, false];
      },
      (error) => {
        [problem.value, isLoading.value] = [message(error), false];
      },
      isMore || !asked.text ? undefined : TYPING,
    );
  }, [from.value, wanted.value]);
  const { total, next } = last.value ?? {};
  return (
    <Dialog class="browse" title={source.name} onClose={setTo(browsed, null)}>
      <SearchField label={t("browse.search")} wanted={wanted} onInput={setTo(from, 1)} />
      <Problem text={problem.value} />
      <ol class="browse-list scrolls" aria-label={t("games.title")} aria-busy={isLoading.value}>
        {games.value.map((game) => (
          <li key={game.game}>
            <Button
              class="pick grid gap-3 whole"
              onClick={(event) => {
                store.look({ source: source.id, game: game.game, node: 0 });
                closeDialog(event.currentTarget);
              }}
            >
              <Head {...game} />
            </Button>
          </li>
        ))}
      </ol>
      {!games.value.length && !isLoading.value && !problem.value && <p class="quiet">{t("browse.none")}</p>}
      <div class="browse-foot spread row">
        {next !== undefined && (
          <Button disabled={isLoading.value} onClick={setTo(from, next)}>
            {t("browse.more")}
          </Button>
        )}
        {total !== undefined && !wanted.value && <span class="quiet">{t("games.count", { n: total })}</span>}
      </div>
    </Dialog>
  );
}

function Head({ game, white, black, date, event, eco, opening, result }: GameHead) {
  return (
    <>
      <span class="to-right quiet">{game.toLocaleString(language())}</span>
      <span>
        <b>{nameText(white)}</b> – <b>{nameText(black)}</b>
        <br />
        <span class="quiet">{[knownDate(date), event, eco, opening].filter(Boolean).join(" · ")}</span>
      </span>
      <span>{resultText(result)}</span>
    </>
  );
}
