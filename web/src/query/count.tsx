// How much the question finds, beside it, while its text, its boards or its conditions change.

import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Rows } from "../results/rows";
import { type Question, Search, sameQuestion } from "../results/search";

/** Milliseconds without a change after which games are counted, and the seconds after which no more are. */
const REST = 150;
const SECONDS = 2;

export function LiveCount({ store }: { store: Store }) {
  const asked = useComputed(() => {
    const question = store.question();
    const { value: checked } = store.checked;
    const fits = checked?.query === question.query && checked.dialect === question.dialect;
    // The answers say how many they are.
    const isShown = sameQuestion(store.search.value?.question, question);
    return fits && checked.check.ok && !isShown ? question : null;
  });
  return <Count asked={asked} />;
}

/** How much a question finds; nothing where there is none. */
export function Count({ asked }: { asked: ReadonlySignal<Question | null> }) {
  const counting = useSignal<Search | null>(null);
  useSignalEffect(() => {
    const question = asked.value;
    if (!question?.query.trim() || !question.sources.length) return;
    const search = new Search(question, new Rows());
    // Who searches is told what is wrong.
    const begin = () => void search.start({ countsOnly: true, seconds: SECONDS }).catch(() => undefined);
    search.onEnd = () => void search.forget();
    counting.value = search;
    const timer = setTimeout(begin, REST);
    return () => {
      clearTimeout(timer);
      counting.value = null;
      void search.forget();
    };
  });
  const shown = counting.value?.progress.value;
  if (!shown) return null;
  const games = t("results.inGames", { n: shown.matchedGames });
  const counts = `${t("results.matches", { n: shown.positions })} ${games}`;
  const isComplete = counting.value?.status.value === "complete";
  const said = isComplete ? counts : t("query.atLeast", { counts, games: shown.games });
  return <span class="live-count figures">{said}</span>;
}
