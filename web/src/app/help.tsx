// The help: what the page can do, and its keys.

import "../styles/help.css";
import type { ComponentChildren } from "preact";
import { type Key, t } from "../i18n";

const ID = "help";

export function openHelp(): void {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

interface Props {
  title: string;
  /** What is pressed, and the message that says what it does. */
  keys: readonly [keys: string, does: Key][];
  children?: ComponentChildren;
}

export function Help({ title, keys, children }: Props) {
  return (
    <dialog id={ID} class="help" aria-labelledby="help-heading">
      <form method="dialog">
        <h2 id="help-heading">{title}</h2>
        {children}
        <dl class="keys">
          {keys.map(([pressed, does]) => (
            <div key={does}>
              <dt>
                {pressed.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
        <button type="submit" class="button primary" autofocus>
          {t("app.close")}
        </button>
      </form>
    </dialog>
  );
}
