// The dialog of a study: how its chapters begin, its text, and the file.

import { useSignal } from "@preact/signals";
import { fileName, saveText } from "../app/save";
import type { Store } from "../app/store";
import { t } from "../i18n";
import { Dialog, useItems } from "../items/dialog";
import type { From } from "../items/opened";
import { headingOf } from "../print/dialog";
import { type Chapters, MOST_CHAPTERS, studyOf } from "./study";

export function StudyDialog({ store, from }: { store: Store; from: From }) {
  const chapters = useSignal<Chapters>("position");
  const { items, told } = useItems(store, from, MOST_CHAPTERS);
  const pgn = items && studyOf(items, chapters.value, t("study.match"));
  return (
    <Dialog
      title={t("study.title")}
      class="study"
      head={
        <button
          type="button"
          class="button primary"
          disabled={!pgn}
          onClick={() => saveText(`${fileName(headingOf(from))}.pgn`, pgn ?? "", "application/x-chess-pgn")}
        >
          {t("study.save")}
        </button>
      }
    >
      <p>{t("study.about")}</p>
      <div class="room-settings">
        <label>
          {t("study.begin")}
          <select
            class="field small"
            value={chapters.value}
            onChange={(event) => {
              chapters.value = event.currentTarget.value as Chapters;
            }}
          >
            <option value="position">{t("study.begin.position")}</option>
            <option value="game">{t("study.begin.game")}</option>
          </select>
        </label>
        {items && <span class="quiet">{t("collections.count", { n: items.length })}</span>}
      </div>
      {pgn === null ? (
        <p role="status">{told}</p>
      ) : (
        <textarea class="field study-text" readOnly aria-label={t("study.text")} value={pgn} />
      )}
    </Dialog>
  );
}
