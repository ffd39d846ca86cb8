// What is in training: how much of it is due today, as a part of the column at the side.

import { Button, Part, setTo } from "../app/controls";
import { t } from "../i18n";
import { opened } from "../items/opened";
import { cards, dueOn, setCards, today } from "./deck";

export function Due() {
  const all = cards.value.length;
  if (!all) return null;
  const due = dueOn(today()).length;
  return (
    <Part name="due" title={t("train.title")}>
      <p class="row spread gap-2">
        {due > 0 ? t("train.due", { n: due }) : t("train.noneDue")}
        {due > 0 && (
          <Button onClick={setTo(opened, { kind: "train", from: "due" })}>{t("train.open")}</Button>
        )}
      </p>
      <p class="quiet due-kept small">
        {t("train.kept", { n: all })}{" "}
        <Button class="link" onClick={() => setCards([])}>
          {t("train.forget")}
        </Button>
      </p>
    </Part>
  );
}
