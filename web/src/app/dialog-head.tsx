// The head of a dialog: its title, what stands beside it, and the cross that closes it.

import type { ComponentChildren } from "preact";
import { t } from "../i18n";

interface Props {
  /** The name of the title, by which the dialog is labelled. */
  id: string;
  title: string;
  children?: ComponentChildren;
}

export function DialogHead({ id, title, children }: Props) {
  return (
    <div class="browse-head">
      <h2 id={id}>{title}</h2>
      {children}
      <button
        type="button"
        class="icon-button"
        aria-label={t("app.close")}
        onClick={(event) => event.currentTarget.closest("dialog")?.close()}
      >
        ×
      </button>
    </div>
  );
}
