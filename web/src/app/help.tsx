// The help: what the page can do, and its keys.

import { t } from "../i18n";
import { KEYS } from "./keys";

const ID = "help";

export function openHelp(): void {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal();
}

export function Help() {
  return (
    <dialog id={ID} class="help" aria-labelledby="help-heading">
      <form method="dialog">
        <h2 id="help-heading">{t("help.title")}</h2>
        <p>{t("help.intro")}</p>
        <dl class="keys">
          {KEYS.map(([keys, does]) => (
            <div key={keys}>
              <dt>
                {keys.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{t(does)}</dd>
            </div>
          ))}
        </dl>
        <p class="quiet">
          <a href="./licenses.txt" target="_blank" rel="noreferrer">
            {t("help.licences")}
          </a>
        </p>
        <button type="submit" class="button primary">
          {t("app.close")}
        </button>
      </form>
    </dialog>
  );
}
