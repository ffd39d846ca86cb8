// How much the question finds, beside it, while its text, its boards or its conditions change.

import { effect, type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "../api/client";
import { listen } from "../api/events";
import type { Progress } from "../api/types";
import type { Store } from "../app/store";
import { t } from "../i18n";
import type { Question } from "../results/search";

/** Milliseconds without a change after which games are counted, and the seconds after which no more are. */
const REST = 150;
const SECONDS = 2;

type Numbers = Pick<Progress, "positions" | "matchedGames">;

interface Counted extends Numbers {
  /** All games have been looked at. */
  complete: boolean;
}

export function LiveCount({ store }: { store: Store }) {
  const asked = useComputed(() => {
    const question = store.question();
    const { value: checked } = store.checked;
    const fits = checked?.query === question.query && checked.dialect === question.dialect;
    // The answers say how many they are.
    const isShown = JSON.stringify(store.search.value?.question) === JSON.stringify(question);
    return fits && checked.check.ok && !isShown ? question : null;
  });
  return <Count asked={asked} />;
}

/** How much a question finds; nothing where there is none. */
export function Count({ asked }: { asked: ReadonlySignal<Question | null> }) {
  const counted = useSignal<Counted | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let end = () => {};
    const stop = effect(() => {
      clearTimeout(timer);
      end();
      end = () => {};
      counted.value = null;
      const question = asked.value;
      if (!question?.query.trim() || !question.sources.length) return;
      const show = (numbers: Numbers, complete: boolean) => {
        counted.value = { ...numbers, complete };
      };
      timer = setTimeout(() => {
        end = count({ ...question, countsOnly: true, seconds: SECONDS }, show);
      }, REST);
    });
    return () => {
      stop();
      clearTimeout(timer);
      end();
    };
  }, [asked, counted]);
  const shown = counted.value;
  if (!shown) return null;
  const games = t("results.inGames", { n: shown.matchedGames });
  const counts = `${t("results.matches", { n: shown.positions })} ${games}`;
  return <span class="live-count figures">{shown.complete ? counts : t("query.atLeast", { counts })}</span>;
}

/** Counts until all games have been looked at, or what is returned is called. */
function count(
  asked: Parameters<typeof api.search>[0],
  show: (numbers: Numbers, complete: boolean) => void,
): () => void {
  let ended = false;
  let close = () => {
    ended = true;
  };
  const begin = async () => {
    const { id } = await api.search(asked);
    const forget = () => void api.forget({ id }).catch(() => undefined);
    if (ended) return forget();
    const silence = listen(id, {
      progress: (progress) => show(progress, false),
      end: (end) => {
        show(end, end.status === "complete");
        close();
      },
    });
    close = () => {
      close = () => {};
      silence();
      forget();
    };
  };
  // Who searches is told what is wrong.
  void begin().catch(() => undefined);
  return () => close();
}
