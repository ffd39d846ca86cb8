// The dialog of a study: how its chapters begin, its text, and the file.

import { useSignal } from "@preact/signals";
import { Button, Select, setterOf } from "../app/controls";
import { fileName, saveText } from "../app/save";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Room, useItems } from "../items/dialog";
import type { From } from "../items/opened";
import { headingOf } from "../print/dialog";
import { type Chapters, MOST_CHAPTERS, studyOf } from "./study";

export function StudyDialog({ store, from }: { store: Store; from: From }) {
  const chapters = useSignal<Chapters>("position");
  const { items, told } = useItems(store, from, MOST_CHAPTERS);
  const pgn = items && studyOf(items, chapters.value, t("study.match"));
  return (
    <Room
      title={t("study.title")}
      class="study"
      head={
        <Button
          class="button primary"
          disabled={!pgn}
          onClick={() => saveText(`${fileName(headingOf(from))}.pgn`, pgn ?? "", "application/x-chess-pgn")}
        >
          {t("study.save")}
        </Button>
      }
    >
      <p>{t("study.about")}</p>
      <div class="room-settings row flows above-2">
        <label class="inline-row gap-2">
          {t("study.begin")}
          <Select
            value={chapters.value}
            options={(["position", "game"] as const).map((each) => [each, t(`study.begin.${each}`)])}
            onChange={setterOf(chapters)}
          />
        </label>
        {items && <span class="quiet">{t("collections.count", { n: items.length })}</span>}
      </div>
      {pgn === null ? (
        <p role="status">{told}</p>
      ) : (
        <textarea class="field study-text pre above-1" readOnly aria-label={t("study.text")} value={pgn} />
      )}
    </Room>
  );
}
