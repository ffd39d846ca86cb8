// The exercise of a lesson: the query in the editor, held against the solution.

import { useSignal } from "@preact/signals";
import type { BookPage, Judgement } from "../api/types";
import { Button, setTo } from "../app/controls";
import type { Store } from "../app/store";
import { message } from "../app/viewing";
import { t } from "../i18n";

interface Props {
  store: Store;
  exercise: NonNullable<BookPage["exercise"]>;
  onSolved(): void;
}

export function Exercise({ store, exercise, onSolved }: Props) {
  const judged = useSignal<Judgement | null>(null);
  const problem = useSignal("");
  const isShown = useSignal(false);
  const check = async () => {
    [judged.value, problem.value] = [null, ""];
    try {
      const judgement = await store.api.lesson({ lesson: exercise.lesson, query: store.query.peek() });
      judged.value = judgement;
      if (judgement.outcome === "right") onSolved();
    } catch (error) {
      problem.value = message(error);
    }
  };
  return (
    <div class="exercise book">
      <div class="exercise-actions flows gap-2 below-2">
        <Button class="button primary" onClick={() => void check()}>
          {t("lesson.check")}
        </Button>
        <Button aria-expanded={isShown.value} onClick={setTo(isShown, !isShown.value)}>
          {t(isShown.value ? "lesson.hide" : "lesson.solution")}
        </Button>
      </div>
      <div role="status">
        {problem.value && <p class="problem">{problem.value}</p>}
        {judged.value && <Told judged={judged.value} />}
      </div>
      {isShown.value && (
        <div class="solution">
          <pre>
            <code>{exercise.solution}</code>
          </pre>
          <Button onClick={() => store.setQuery(exercise.solution)}>{t("lesson.take")}</Button>
        </div>
      )}
    </div>
  );
}

function Told({ judged: { outcome, found, wanted, extra, missing } }: { judged: Judgement }) {
  if (outcome === "right") return <p class="right accented">✓ {t("lesson.right", { ...found })}</p>;
  if (outcome === "comments") {
    return (
      <>
        <p>{t("lesson.comments")}</p>
        <Places places={missing} />
      </>
    );
  }
  return (
    <>
      <p>
        {t("lesson.wrong", {
          ...found,
          wantedGames: wanted.games,
          wantedPositions: wanted.positions,
        })}{" "}
        {outcome === "games" && t("lesson.games")}
      </p>
      {extra.count > 0 && <p>{t("lesson.extra", { n: extra.count })}</p>}
      <Places places={extra} />
      {missing.count > 0 && <p>{t("lesson.missing", { n: missing.count })}</p>}
      <Places places={missing} />
    </>
  );
}

function Places({ places: { count, first } }: { places: Judgement["extra"] }) {
  if (!count) return null;
  return (
    <ul>
      {first.map((place) => (
        <li key={place}>{place}</li>
      ))}
      {count > first.length && <li>…</li>}
    </ul>
  );
}
