// The help: what the page can do, and its keys.

import "../styles/help.css";
import type { ComponentChildren } from "preact";
import { t } from "../i18n";

interface Props {
  title: string;
  /** What is pressed, and what it does. */
  keys: readonly (readonly [keys: string, does: string])[];
  children?: ComponentChildren;
}

export function Help({ title, keys, children }: Props) {
  return (
    <dialog id="help" class="help" aria-labelledby="help-heading">
      <form method="dialog">
        <h2 id="help-heading" class="below-2">
          {title}
        </h2>
        {children}
        <dl class="keys">
          {keys.map(([pressed, does]) => (
            <div key={does}>
              <dt>
                {pressed.split(" ").map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{does}</dd>
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
