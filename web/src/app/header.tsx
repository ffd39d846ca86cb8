// The page's head: its name, the theme, the language and the help.

import { language, languages, t } from "../i18n";
import { openHelp } from "./help";
import { setLanguage } from "./language";
import { looks } from "./places";
import type { Store } from "./store";
import { THEMES, theme } from "./theme";

export function Header({ store }: { store: Store }) {
  const about = store.about.value;
  return (
    <header class="head">
      <img class="logo" src="./icon.svg" width="24" height="24" alt="" />
      <span class="name">Tabiya</span>
      <span class="tagline quiet">{store.here?.tagline() ?? t("app.tagline")}</span>
      <span class="space" />
      <div class="segmented places" role="group" aria-label={t("app.places")}>
        {([false, true] as const).map((look) => (
          <button
            type="button"
            key={String(look)}
            title={look ? `${t("keys.look")} (l)` : undefined}
            aria-pressed={looks.isOn.value === look}
            onClick={() => looks.set(look)}
          >
            {t(look ? "app.look" : "app.ask")}
          </button>
        ))}
      </div>
      {about && <span class="version quiet">{about.version}</span>}
      <Choices />
    </header>
  );
}

interface Choice {
  id?: string;
  label: string;
  value: string | number;
  options: readonly [value: string | number, text: string][];
  onChange(value: string): void;
}

export function Select({ id, label, value, options, onChange }: Choice) {
  return (
    <select
      id={id}
      class="field small"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

/** The language, the theme and the help. */
export function Choices() {
  const languageName = (code: string) => new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return (
    <>
      {languages.length > 1 && (
        <Select
          label={t("app.language")}
          value={language()}
          options={languages.map((code) => [code, languageName(code)])}
          onChange={setLanguage}
        />
      )}
      <Select
        label={t("app.theme")}
        value={theme.value}
        options={THEMES.map((each) => [each, t(`app.theme.${each}`)])}
        onChange={(chosen) => {
          theme.value = THEMES.find((each) => each === chosen) ?? "auto";
        }}
      />
      <button
        type="button"
        class="icon-button"
        aria-label={t("app.help")}
        title={t("app.help")}
        onClick={openHelp}
      >
        ?
      </button>
    </>
  );
}
