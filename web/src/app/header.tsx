// The page's head: its name, the theme, the language and the help.

import { choose, type Key, language, languages, t } from "../i18n";
import { openHelp } from "./help";
import { store as keep } from "./preferences";
import type { Store } from "./store";
import { THEMES, theme } from "./theme";

export function Header({ store }: { store: Store }) {
  const about = store.about.value;
  return (
    <header class="head">
      <img class="logo" src="./icon.svg" width="24" height="24" alt="" />
      <span class="name">Tabiya</span>
      <span class="tagline quiet">{t("app.tagline")}</span>
      <span class="space" />
      {about && <span class="version quiet">{about.version}</span>}
      {languages.length > 1 && (
        <select
          class="field small"
          aria-label={t("app.language")}
          value={language()}
          onChange={(event) => {
            const code = event.currentTarget.value;
            keep("language", code);
            void choose(code);
          }}
        >
          {languages.map((code) => (
            <option key={code} value={code}>
              {new Intl.DisplayNames([code], { type: "language" }).of(code)}
            </option>
          ))}
        </select>
      )}
      <select
        class="field small"
        aria-label={t("app.theme")}
        value={theme.value}
        onChange={(event) => {
          theme.value = THEMES.find((each) => each === event.currentTarget.value) ?? "auto";
        }}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t(`app.theme.${each}` as Key)}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="icon-button"
        aria-label={t("app.help")}
        title={t("app.help")}
        onClick={openHelp}
      >
        ?
      </button>
    </header>
  );
}
