// What is in training: how much of it is due today, as a part of the column at the side.

import { t } from "../i18n";
import { opened } from "../items/opened";
import { cards, dueOn, setCards, today } from "./deck";

export function Due() {
  const all = cards.value.length;
  if (!all) return null;
  const due = dueOn(today()).length;
  return (
    <section class="due" aria-labelledby="due-heading">
      <h2 id="due-heading">{t("train.title")}</h2>
      <p class="path-form">
        {due > 0 ? t("train.due", { n: due }) : t("train.noneDue")}
        {due > 0 && (
          <button
            type="button"
            class="button"
            onClick={() => {
              opened.value = { kind: "train", from: "due" };
            }}
          >
            {t("train.open")}
          </button>
        )}
      </p>
      <p class="quiet due-kept">
        {t("train.kept", { n: all })}{" "}
        <button type="button" class="link" onClick={() => setCards([])}>
          {t("train.forget")}
        </button>
      </p>
    </section>
  );
}
